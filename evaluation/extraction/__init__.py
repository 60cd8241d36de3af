"""What a reply says: the reply's text and the options shown → the positions named, and how."""

from evaluation.extraction.reading import read
from evaluation.extraction.stating import Reading

__all__ = ["Reading", "read"]
