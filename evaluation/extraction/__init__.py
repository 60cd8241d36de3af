"""What a reply says: the reply's text and the options shown → the positions named, and how."""

from evaluation.extraction.decision import Reading
from evaluation.extraction.reading import read

__all__ = ["Reading", "read"]
