"""Duplicates: which questions are one question, and which only look alike."""

from cleaning.duplicates.edges import KINDS, find_edges
from cleaning.duplicates.settings import DuplicateSettings

__all__ = ["KINDS", "DuplicateSettings", "find_edges"]
