"""Parquet shards: one task and format a shard, exact names, never an empty one.

Rows stand as they were printed, source by source and file by file, and are cut where a row's own
name says so. So what a new file brings changes the shards that it comes to lie in and leaves the
bytes of all others, and nothing but public rows decides where a public shard begins or ends.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from cpsyexam import taxonomy
from cpsyexam.parquet import write_table
from cpsyexam.release import ReleaseSpec
from cpsyexam.side_by_side import side_by_side
from publishing.columns import canary, public

PUBLIC = ("train", "dev", "valid", "test")
_Part = tuple[str, str, str, str, pl.DataFrame]  # exam, split, task, format, rows


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


def in_order(split: pl.DataFrame, captures: pl.DataFrame) -> pl.DataFrame:
    """Rows of the split by source, file and capture; within a capture as they stand there."""
    files = captures.select("capture", "archive")
    joined = split.join(files, on="capture", how="left", maintain_order="left")
    return joined.sort("source", "archive", "capture", nulls_last=False, maintain_order=True)


def cut(rows: pl.DataFrame, most: int) -> Iterator[pl.DataFrame]:
    """Rows (id, source, archive) in stretches of `most` at most, a third of that on average.

    A stretch ends before a row whose id says so, and before another file, but not before it has
    some rows: content-defined chunking, which falls into step again a few rows behind whatever came
    or went.
    """
    mean = max(most // 4, 1)
    least = max(mean // 4, 1)
    ends = rows["id"].str.slice(-8).str.to_integer(base=16, dtype=pl.Int64) % mean == 0
    ends |= rows.select(pl.struct("source", "archive").rle_id().diff() != 0).to_series()
    start = 0
    for at in [*ends.arg_true(), rows.height]:
        while at - start > most:
            yield rows.slice(start, most)
            start += most
        if at - start >= least or at == rows.height > start:
            yield rows.slice(start, at - start)
            start = at


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
    settings = spec.settings

    def wrote(part: _Part) -> Shard:
        exam, name, task, form, rows = part
        withheld = name == "test" and settings.test_answers == "withheld"
        guid = canary(seal, exam, name)
        column = guid if name in ("test", "reserved") else None
        path = f"data/{exam}/{name}-{task}-{form}-{rows['id'][0][1:9]}.parquet"
        size = write_table(
            folder / path,
            public(rows, column, withheld=withheld),
            group_rows=settings.group_rows,
            notes={"canary": guid},
        )
        return Shard(exam, name, task, form, path, rows.height, size)

    parts = (
        (exam, name, task, form, part)
        for exam in taxonomy.exams()
        for name in names
        for task, form, rows in pieces(split, exam, name)
        for part in cut(rows, settings.shard_rows)
    )
    return list(side_by_side(wrote, parts))
