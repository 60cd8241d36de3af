"""Duplicates: which questions are one question, and which only look alike."""

from typing import TYPE_CHECKING

from cleaning.duplicates.settings import KINDS, DuplicateSettings

if TYPE_CHECKING:
    import polars as pl

__all__ = ["KINDS", "DuplicateSettings", "find_edges"]


def find_edges(frame: "pl.DataFrame", settings: DuplicateSettings | None = None) -> "pl.DataFrame":
    """Edges between the questions of `frame`: see `cleaning.duplicates.edges.find_edges`."""
    # a recipe needs the settings, not the search and what it loads
    from cleaning.duplicates import edges

    return edges.find_edges(frame, settings)
