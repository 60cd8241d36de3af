"""Benchmarks: `make bench-<name>` runs bench/<name>.py."""
