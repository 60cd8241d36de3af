"""The note of a question that was written for a concept: `concept:subject/chapter/name`."""

import polars as pl

NOTE = "concept:"


def concept(notes: pl.Expr) -> pl.Expr:
    """The concepts that questions were written for, by a column of notes; "" for printed ones."""
    ours = notes.list.eval(pl.element().filter(pl.element().str.starts_with(NOTE))).list.first()
    return ours.str.strip_prefix(NOTE).fill_null("")


def chapter_of(concept: pl.Expr) -> pl.Expr:
    """`subject/chapter` of a column of concepts; "" for ""."""
    return concept.str.extract(r"^(.*)/[^/]*$", 1).fill_null("")
