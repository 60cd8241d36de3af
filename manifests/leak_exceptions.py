"""Pairs in two parts of the split that look alike and were judged to be two questions."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from cpsyexam import stage
from cpsyexam.judged_apart import judged_apart
from cpsyexam.lineage import RANK


def cleared(
    build: Path, split: pl.DataFrame, named: Sequence[tuple[str, str]]
) -> list[tuple[str, str]]:
    """(id, id of what shows less) of the pairs that duplicate removal or the recipe judged apart.

    The first is that of a public question, the second mostly of a reserved one.
    """
    edges = pl.read_parquet(stage.product(build, "unique/edges"))
    part = pl.col("split").replace_strict(RANK, return_dtype=pl.Int8)
    rows = split.select("raw_id", "also", "id", part=part)
    pairs = judged_apart(edges, rows).filter(pl.col("part") != pl.col("part_right"))
    found = {
        (one, other) if part < less else (other, one)
        for one, part, other, less in pairs.select(
            "id", "part", "id_right", "part_right"
        ).iter_rows()
    }
    held_ids = set(split.filter(pl.col("split") == "reserved")["id"])
    found |= {(b, a) if a in held_ids else (a, b) for a, b in named}
    return sorted(found)
