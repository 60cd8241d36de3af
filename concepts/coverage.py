"""Assigned questions and a catalogue → which of its concepts are touched, beside chance.

A rate says little without the number of questions: beside it stands what as many questions would
reach if each were drawn at random, evenly over the units, or in proportion to the wanted numbers.
The spread over units is given with the noise of a sample of that size taken out.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import polars as pl

from concepts.schema import Catalogue

Level = Literal["concept", "chapter"]


@dataclass(frozen=True)
class Spread:
    """Standard deviation of questions ÷ expected questions over units: seen, by chance, real."""

    observed: float
    noise: float
    real: float


def units(catalogue: Catalogue, level: Level) -> pl.DataFrame:
    """The units that are required: unit, subject, chapter, weight (share of what is wanted).

    A chapter weighs its wanted concepts (or those it has); its concepts share that evenly.
    """
    rows = []
    for subject, chapter in catalogue.chapters():
        wanted = float(chapter.wanted_concepts or len(chapter.concepts))
        name = f"{subject.name}/{chapter.name}"
        if level == "chapter":
            rows.append((name, subject.name, name, wanted))
            continue
        each = wanted / max(len(chapter.concepts), 1)
        rows += [(f"{name}/{c.name}", subject.name, name, each) for c in chapter.concepts]
    frame = pl.DataFrame(rows, ["unit", "subject", "chapter", "weight"], orient="row")
    return frame.with_columns(pl.col("weight") / pl.col("weight").sum())


def counted(found: Iterable[str], required: pl.DataFrame) -> pl.DataFrame:
    """`required` with column `questions`: how often each unit stands in `found`."""
    counts = Counter(found)
    numbers = [counts[unit] for unit in required["unit"]]
    return required.with_columns(pl.Series("questions", numbers, dtype=pl.Int64))


def rates(counts: pl.DataFrame, *, by: Sequence[str] = (), least: int = 1) -> pl.DataFrame:
    """Coverage by groups: required, questions, touched, rate, even, proportional.

    `least` questions make a unit touched. `even` and `proportional` are the rates that the same
    number of questions within the group would reach by chance.
    """
    groups = counts.group_by(list(by), maintain_order=True) if by else [((), counts)]
    rows = []
    for key, group in groups:
        n, touched = int(group["questions"].sum()), int((group["questions"] >= least).sum())
        weight = group["weight"] / group["weight"].sum()
        chance = [
            expected(shares, n, least) for shares in ([1 / group.height] * group.height, weight)
        ]
        rows.append((*key, group.height, n, touched, touched / group.height, *chance))
    names = [*by, "required", "questions", "touched", "rate", "even", "proportional"]
    return pl.DataFrame(rows, names, orient="row")


def expected(shares: Iterable[float], n: int, least: int = 1) -> float:
    """The share of units that n independent draws meet at least `least` times."""
    met = [1 - sum(_binomial(n, k, p) for k in range(least)) for p in shares]
    return sum(met) / len(met) if met else 0.0


def _binomial(n: int, k: int, p: float) -> float:
    if k > n:
        return 0.0
    if p in (0.0, 1.0):
        return float(k == (n if p else 0))
    ways = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
    return math.exp(ways + k * math.log(p) + (n - k) * math.log1p(-p))


def spread(counts: pl.DataFrame) -> Spread:
    """How unevenly questions lie over units, for draws in proportion to the weights.

    The noise is that of a multinomial sample; the real spread is what is left of the variance.
    """
    n = int(counts["questions"].sum())
    if not n:
        return Spread(0.0, 0.0, 0.0)
    due = counts["weight"] * n
    ratios = counts["questions"] / due
    observed = float(((ratios - 1) ** 2).sum()) / counts.height
    noise = float(((1 - counts["weight"]) / due).sum()) / counts.height
    return Spread(math.sqrt(observed), math.sqrt(noise), math.sqrt(max(observed - noise, 0.0)))


def crowded(counts: pl.DataFrame, limit: int = 10) -> pl.DataFrame:
    """The units with most questions for what is wanted of them: unit, questions, times."""
    n = max(int(counts["questions"].sum()), 1)
    times = pl.col("questions") / (pl.col("weight") * n)
    found = counts.with_columns(times.alias("times")).filter(pl.col("questions") > 0)
    return found.sort(-pl.col("times"), "unit").head(limit).select("unit", "questions", "times")


def blind(counts: pl.DataFrame, least: int = 1) -> list[str]:
    """The units that are not touched, in order."""
    return counts.filter(pl.col("questions") < least)["unit"].to_list()
