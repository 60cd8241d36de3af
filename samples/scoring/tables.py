"""The tables of a build, looked up by raw_id."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam import chain
from cpsyexam.stage import product, read

Row = dict[str, Any]


@dataclass(frozen=True)
class Build:
    """What a build made: raw questions by source, and what became of each."""

    parsed: dict[str, list[Row]]
    cleaned: dict[str, Row]
    labeled: dict[str, Row]
    split: dict[str, Row]
    rejected: dict[str, Row]  # by raw_id; those that are held, too
    captures: list[Row]  # rejected captures, with `url`


def load(build: Path) -> Build:
    """Read a finished build. Raises StageError where a stage has not run."""
    parsed: dict[str, list[Row]] = {}
    for row in read(build, "parsed").to_dicts():
        parsed.setdefault(row["source"], []).append(row)
    rejected = [read(build, table) for table in chain.CHAIN.aside]
    return Build(
        parsed=parsed,
        cleaned=_by_id(read(build, "cleaned")),
        labeled=_by_id(read(build, "labeled")),
        split=_by_id(read(build, chain.CHAIN.last)),
        rejected={row["parent"]: row for frame in rejected for row in frame.to_dicts()},
        captures=[row for stage in chain.CHAIN.kind_names for row in _captures(build, stage)],
    )


def _by_id(frame: pl.DataFrame) -> dict[str, Row]:
    return {row["raw_id"]: row for row in frame.to_dicts()}


def _captures(build: Path, stage: str) -> list[Row]:
    if not product(build, f"{stage}/rejected").exists():
        return []
    frame = read(build, f"{stage}/rejected")
    urls = read(build, f"{stage}/captures").select("capture", "url")
    return frame.join(urls, left_on="parent", right_on="capture", how="left").to_dicts()
