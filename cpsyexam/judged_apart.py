"""Pairs of questions that look alike and were judged to be two, by the edges of stage `unique`."""

import polars as pl

APART = ("flip", "orphan")  # kinds of edges between questions that may part


def judged_apart(edges: pl.DataFrame, rows: pl.DataFrame) -> pl.DataFrame:
    """The pairs of `rows` between which such an edge lies, each side's columns; the right `_right`.

    `edges` has left, right (raw_ids) and kind; `rows` raw_id, `also` and what is wanted besides. An
    edge of a dropped copy counts for the question that stayed.
    """
    edges = edges.filter(pl.col("kind").is_in(APART)).select("left", "right")
    named = rows.with_columns(name=pl.concat_list("raw_id", "also")).drop("also").explode("name")
    return edges.join(named, left_on="left", right_on="name").join(
        named, left_on="right", right_on="name", suffix="_right"
    )
