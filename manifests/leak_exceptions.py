"""Pairs of a public and a reserved question that look alike and were judged to be two questions."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from cpsyexam import stage
from cpsyexam.judged_apart import judged_apart


def cleared(
    build: Path, split: pl.DataFrame, named: Sequence[tuple[str, str]]
) -> list[tuple[str, str]]:
    """(public id, reserved id) of the pairs that duplicate removal or the recipe judged apart."""
    edges = pl.read_parquet(stage.product(build, "unique/edges"))
    rows = split.select("raw_id", "also", "id", held=pl.col("split") == "reserved")
    pairs = judged_apart(edges, rows).filter(pl.col("held") != pl.col("held_right"))
    found = {
        (other, one) if held else (one, other)
        for one, held, other in pairs.select("id", "held", "id_right").iter_rows()
    }
    held_ids = set(split.filter(pl.col("split") == "reserved")["id"])
    found |= {(b, a) if a in held_ids else (a, b) for a, b in named}
    return sorted(found)
