"""Pairs of a public and a reserved question that look alike and were judged to be two questions."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from cpsyexam import stage

APART = ("flip", "orphan")  # kinds of edges of stage `unique` between questions that may part


def cleared(
    build: Path, split: pl.DataFrame, named: Sequence[tuple[str, str]]
) -> list[tuple[str, str]]:
    """(public id, reserved id) of the pairs that duplicate removal or the recipe judged apart."""
    edges = pl.read_parquet(stage.product(build, "unique/edges"))
    edges = edges.filter(pl.col("kind").is_in(APART)).select("left", "right")
    kept = split.select(
        "id", pl.col("split") == "reserved", pl.concat_list("raw_id", "also").alias("raw")
    )
    rows = kept.explode("raw")
    pairs = (
        edges.join(rows, left_on="left", right_on="raw")
        .join(rows, left_on="right", right_on="raw", suffix="_right")
        .filter(pl.col("split") != pl.col("split_right"))
    )
    found = {
        (other, one) if held else (one, other)
        for one, held, other in pairs.select("id", "split", "id_right").iter_rows()
    }
    held_ids = set(split.filter(pl.col("split") == "reserved")["id"])
    found |= {(b, a) if a in held_ids else (a, b) for a, b in named}
    return sorted(found)
