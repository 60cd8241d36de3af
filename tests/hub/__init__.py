"""A local Hub for tests: the routes that the real clients use, on 127.0.0.1."""
