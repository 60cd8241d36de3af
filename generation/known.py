"""Edges to known questions → journal entries, by which the stage refuses them."""

from collections.abc import Iterator

import polars as pl

from asking.journal import Entry
from cpsyexam.files import digest

REFUSED = ("exact", "near", "conflict", "reserved")  # kinds that make a question known


def found(edges: pl.DataFrame) -> Iterator[Entry]:
    """One entry a question that is known: columns question, known, kind and ratio."""
    for row in edges.filter(pl.col("kind").is_in(REFUSED)).iter_rows(named=True):
        alike = "" if row["ratio"] is None else f", {row['ratio']:.2f} alike"  # of the reserve none
        yield Entry(
            key=digest(f"known\n{row['question']}\n{row['known']}")[:32],
            purpose="known",
            subject=row["question"],
            prompt=row["known"],
            output=row["kind"] + alike,
        )
