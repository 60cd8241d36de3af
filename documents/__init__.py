"""Bytes of a file → lines of text as a reader sees them, with marks, images and notes."""
