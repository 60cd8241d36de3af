"""The head of the results page: models by exams, and by subjects on demand, with intervals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from evaluation.chapters import FEW
from evaluation.tables import BASELINE, CHOICES, intervals, label

ALL = ""  # the column of all choice questions


@dataclass(frozen=True)
class Place:
    """A share with its 95 % interval and how many questions it rests on."""

    score: float
    low: float
    high: float
    n: int

    @property
    def few(self) -> bool:
        """Whether so few questions say nothing."""
        return self.n < FEW


@dataclass(frozen=True)
class Pivot:
    """`exams`: exam → row; `subjects`: exam → subject → row; a row is a Place by model."""

    models: tuple[str, ...]  # the best first, baselines last
    exams: Mapping[str, Mapping[str, Place]]
    subjects: Mapping[str, Mapping[str, Mapping[str, Place]]]


def pivot(scores: pl.DataFrame) -> Pivot | None:
    """Choice questions, each model in the setting (role, shots) of most answers; None of none."""
    asked = scores.filter(pl.col("format").is_in(CHOICES))
    if not asked.height:
        return None
    parts = []
    for (model,), rows in asked.group_by("model", maintain_order=True):
        settings = rows.group_by("role", "shots").len().sort("len", "shots", descending=True)
        one = rows.filter(role=settings["role"][0], shots=settings["shots"][0])
        parts.append(one.with_columns(model=pl.lit(label(str(model), settings["role"][0]))))
    mine = pl.concat(parts)
    every = _rows(mine.with_columns(exam=pl.lit(ALL)), ["exam"])
    order = sorted(
        every[(ALL,)], key=lambda name: (name.startswith(BASELINE), -every[(ALL,)][name].score)
    )
    by_subject: dict[str, dict[str, Mapping[str, Place]]] = {}
    for (exam, subject), row in _rows(mine, ["exam", "subject"]).items():
        by_subject.setdefault(exam, {})[subject] = row
    exams = {name: row for (name,), row in (*every.items(), *_rows(mine, ["exam"]).items())}
    return Pivot(tuple(order), exams, by_subject)


def _rows(scores: pl.DataFrame, by: Sequence[str]) -> dict[tuple[str, ...], dict[str, Place]]:
    found: dict[tuple[str, ...], dict[str, Place]] = {}
    for row in intervals(scores, [*by, "model"]).iter_rows(named=True):
        place = Place(row["score"], row["low"], row["high"], row["n"])
        found.setdefault(tuple(row[name] for name in by), {})[row["model"]] = place
    return found
