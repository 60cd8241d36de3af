"""Distributions of a build's public questions: what charts and tables of the report show."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam import chain
from cpsyexam.stage import scan
from cpsyexam.taxonomy import LETTERS
from publishing.shards import PUBLIC

EXAMPLES = 8
_LENGTHS = (10, 20, 30, 40, 60, 80, 120, 200)


@dataclass(frozen=True)
class Distributions:
    """What charts and tables of the report show. Counts by label, a list per series."""

    positions: dict[str, dict[str, float]]  # printed or released → letter → share of SCQ answers
    right: dict[str, dict[str, int]]  # number of right options of MAQ, by split
    lengths: dict[str, dict[str, int]]  # length of the stem, by split
    options: dict[str, dict[str, int]]  # number of options, by split
    confidence: dict[str, dict[str, int]]  # of reading, by source
    clusters: dict[str, int]  # copies of a question → questions
    examples: list[dict[str, Any]]  # kept question and the copies dropped for it
    labels: list[tuple[str, str, int]]  # label, rule, questions
    flags: list[tuple[str, int, str]]  # kind of flag, questions, an id


def distributions(build: Path, *, withheld: bool) -> Distributions:
    """Read the public questions of a build and count; `withheld` leaves out of figures and
    examples what is of the answers of test, or could be: a cell may hold one question.
    """
    rows = scan(build, chain.CHAIN.last).filter(pl.col("split").is_in(PUBLIC))
    told = rows.filter(pl.col("split") != "test") if withheld else rows
    chosen = told.filter(pl.col("format") == "SCQ", pl.col("answer").list.len() == 1)
    released = pl.col("answer").list.first()
    printed = pl.col("order").list.get(released, null_on_oob=True)
    choice, several = pl.col("format") != "QA", told.filter(pl.col("format") == "MAQ")
    number_of_options = pl.col("options").list.len().cast(pl.String)
    read = rows.filter(pl.col("confidence").is_not_null())
    return Distributions(
        positions={
            "printed": _shares(chosen.select(printed.alias("label"))),
            "released": _shares(chosen.select(released.alias("label"))),
        },
        right=_counted(several, "split", pl.col("answer").list.len().cast(pl.String)),
        lengths=_counted(rows, "split", _binned(pl.col("stem").str.len_chars())),
        options=_counted(rows.filter(choice), "split", number_of_options),
        confidence=_counted(read, "source", (pl.col("confidence") * 20).floor().cast(pl.Int32)),
        clusters=_clusters(rows),
        examples=_examples(build, told),
        labels=_label_rules(told),
        flags=_flags(told),
    )


def _binned(length: pl.Expr) -> pl.Expr:
    """The class of a length: how many of the bounds it exceeds."""
    return pl.sum_horizontal((length > top).cast(pl.Int32) for top in _LENGTHS)


def length_names() -> list[str]:
    """Labels of the classes of lengths."""
    ends = [f"≤{top}" for top in _LENGTHS]
    return [*ends, f">{_LENGTHS[-1]}"]


def _shares(frame: pl.LazyFrame) -> dict[str, float]:
    counts = dict(frame.drop_nulls().group_by("label").len().sort("label").collect().iter_rows())
    total = sum(counts.values()) or 1
    return {LETTERS[place]: rows / total for place, rows in counts.items()}


def _counted(frame: pl.LazyFrame, series: str, label: pl.Expr) -> dict[str, dict[str, int]]:
    counts = frame.group_by(series, label.alias("label")).len().sort(series, "label").collect()
    found: dict[str, dict[str, int]] = {}
    for name, place, rows in counts.iter_rows():
        found.setdefault(name, {})[str(place)] = rows
    ordered = [name for name in PUBLIC if name in found] or list(found)
    return {name: found[name] for name in ordered}


def _clusters(rows: pl.LazyFrame) -> dict[str, int]:
    size = pl.col("also").list.len().alias("copies")
    counts = rows.group_by(size).len().sort("copies").collect()
    return {str(copies): number for copies, number in counts.iter_rows() if copies}


def _examples(build: Path, rows: pl.LazyFrame) -> list[dict[str, Any]]:
    """The public questions with most copies, and how those copies read."""
    kept = (
        rows.filter(pl.col("also").list.len() > 0)
        .sort(pl.col("also").list.len(), "id", descending=[True, False])
        .head(EXAMPLES)
        .select("id", "source", "stem", "also")
        .collect()
    )
    gone = (
        scan(build, "unique/rejected")
        .filter(pl.col("parent").is_in(kept["also"].explode(empty_as_null=False).implode()))
        .select("parent", "source", "rule", "strength", "record")
        .collect()
    )
    copies = {row["parent"]: row for row in gone.iter_rows(named=True)}
    return [
        {
            **row,
            "copies": [
                {**copies[name], "stem": json.loads(copies[name]["record"])["stem"]}
                for name in row["also"]
                if name in copies
            ],
        }
        for row in kept.iter_rows(named=True)
    ]


def _label_rules(rows: pl.LazyFrame) -> list[tuple[str, str, int]]:
    found: list[tuple[str, str, int]] = []
    for name in ("format", "task", "category", "shuffle"):
        counts = (
            rows.group_by(f"{name}_rule")
            .len()
            .sort("len", f"{name}_rule", descending=[True, False])
        )
        found += [(name, rule, number) for rule, number in counts.collect().iter_rows() if rule]
    return found


def _flags(rows: pl.LazyFrame) -> list[tuple[str, int, str]]:
    kind = pl.col("flags").str.split(":").list.first()
    counts = (
        rows.select("id", "flags")
        .explode("flags")
        .drop_nulls()
        .group_by(kind.alias("kind"))
        .agg(pl.len().alias("rows"), pl.col("id").min())
        .sort("rows", "kind", descending=[True, False])
    )
    return list(counts.collect().iter_rows())
