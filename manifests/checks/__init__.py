"""The checks of an audit: each yields problems, with file, record and reason."""
