"""Parquet shards: one task and format a shard, exact names, never an empty one."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from cpsyexam import taxonomy
from cpsyexam.parquet import write_table
from cpsyexam.release import ReleaseSpec
from publishing.columns import canary, public

PUBLIC = ("train", "dev", "valid", "test")


@dataclass(frozen=True)
class Shard:
    """One Parquet file of the release; `path` is relative to its folder."""

    exam: str
    split: str
    task: str
    format: str
    path: str
    rows: int
    size: int


def pieces(split: pl.DataFrame, exam: str, name: str) -> Iterator[tuple[str, str, pl.DataFrame]]:
    """The rows of an exam's split by task and format, knowledge first; no empty ones."""
    rows = split.filter(pl.col("exam") == exam, pl.col("split") == name)
    for task, form in itertools.product(taxonomy.tasks(), taxonomy.FORMATS):
        part = rows.filter(pl.col("task") == task, pl.col("format") == form)
        if part.height:
            yield task, form, part


def write(
    split: pl.DataFrame,
    folder: Path,
    names: tuple[str, ...],
    spec: ReleaseSpec,
    *,
    seal: str,
) -> list[Shard]:
    """Write the shards of these splits below `folder`; returns them in order.

    `seal` goes into the canaries: the name of the dataset, or a secret for the reserve.
    """
    settings, shards = spec.settings, []
    for exam in taxonomy.exams():
        for name in names:
            withheld = name == "test" and settings.test_answers == "withheld"
            guid = canary(seal, exam, name)
            column = guid if name in ("test", "reserved") else None
            parts = [
                (task, form, part.slice(start, settings.shard_rows))
                for task, form, rows in pieces(split, exam, name)
                for part in [public(rows, column, withheld=withheld)]
                for start in range(0, part.height, settings.shard_rows)
            ]
            for i, (task, form, part) in enumerate(parts):
                path = f"data/{exam}/{name}-{i:05d}-of-{len(parts):05d}.parquet"
                notes = {"canary": guid, "release": spec.label}
                size = write_table(folder / path, part, group_rows=settings.group_rows, notes=notes)
                shards.append(Shard(exam, name, task, form, path, part.height, size))
    return shards
