"""The note of a question that was written for a concept: `concept:subject/chapter/name`."""

from collections.abc import Iterable

import polars as pl

NOTE = "concept:"


def concept_of(notes: Iterable[str]) -> str:
    """The concept that a question was written for, by its notes; "" for a printed question."""
    return next((note.removeprefix(NOTE) for note in notes if note.startswith(NOTE)), "")


def concept(notes: pl.Expr) -> pl.Expr:
    """The same for a column of notes."""
    ours = notes.list.eval(pl.element().filter(pl.element().str.starts_with(NOTE))).list.first()
    return ours.str.strip_prefix(NOTE).fill_null("")


def chapter_of(concept: pl.Expr) -> pl.Expr:
    """`subject/chapter` of a column of concepts; "" for ""."""
    return concept.str.extract(r"^(.*)/[^/]*$", 1).fill_null("")
