"""Scanned books: pages → recognised lines in reading order → raw questions."""
