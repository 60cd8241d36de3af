"""Accuracy over chapters with the noise of small chapters taken out (ConceptPsy, tables 3 and 4).

A spread over chapters says nothing by itself: chapters of a few questions differ by chance. A
constant accuracy p alone shows a variance of p(1 - p)·mean(1/n_i). The true variance is what the
statistic of homogeneity, sum n_i (p_i - p)² / p(1 - p), exceeds its expectation by (method of
moments, as DerSimonian and Laird, "Meta-analysis in clinical trials", 1986); its p value is that of
the chi-squared test.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from scipy.stats import chi2

from evaluation.tables import Cell, Table, label, once

_RUN = ("model", "role", "shots")
DRAWS = 400
FEW = 5  # questions of a chapter below which no figure is shown


@dataclass(frozen=True)
class Spread:
    """Accuracy over chapters: `sd` as observed, `noise` by chance alone, `true` what remains."""

    chapters: int
    questions: int
    low: float
    high: float
    mean: float
    sd: float
    noise: float
    true: float | None
    p: float | None


def spread(right: Sequence[float], sizes: Sequence[int]) -> Spread:
    """Of sums of scores and numbers of questions by chapter; two chapters at least."""
    n = np.asarray(sizes, float)
    shares = np.asarray(right, float) / n
    pooled = float(np.sum(right) / n.sum())
    variance, inverse = float(shares.var(ddof=1)), float((1 / n).mean())
    noise = pooled * (1 - pooled) * inverse
    true = p = None
    if 0 < pooled < 1:
        statistic = float((n * (shares - pooled) ** 2).sum() / (pooled * (1 - pooled)))
        p = float(chi2.sf(statistic, len(n) - 1))
        weight = n.sum() - (n**2).sum() / n.sum() - (len(n) - 1)
        more = pooled * (1 - pooled) * (statistic - (len(n) - 1))
        # the method knows no bounds: two chapters of two questions would give more than was seen
        most = min(variance, pooled * (1 - pooled))
        true = math.sqrt(min(most, max(0.0, more / weight))) if weight > 0 else None
    return Spread(
        len(n), int(n.sum()), float(shares.min()), float(shares.max()), float(shares.mean()),
        math.sqrt(variance), math.sqrt(noise), true, p,
    )  # fmt: skip


def ordered(right: Sequence[float], sizes: Sequence[int]) -> tuple[list[float], list[float]]:
    """Shares of chapters from the best to the worst, and what one constant accuracy would show.

    The latter is the mean of DRAWS simulated orders at the same numbers of questions, by a seed.
    """
    n = np.asarray(sizes)
    pooled = min(1.0, max(0.0, float(np.sum(right) / n.sum())))
    draws = np.random.default_rng(1).binomial(n, pooled, (DRAWS, len(n))) / n
    alike = np.sort(draws, axis=1)[:, ::-1].mean(axis=0)
    shares = np.sort(np.asarray(right, float) / n)[::-1]
    return [float(share) for share in shares], [float(share) for share in alike]


def by_chapter(scores: pl.DataFrame, chapters: pl.DataFrame) -> pl.DataFrame:
    """Sum of scores and questions by run and chapter. `chapters`: id, chapter (`subject/name`).

    A question in several chapters counts in each; one in none is left out.
    """
    known = chapters.filter(pl.col("chapter") != "").unique(["id", "chapter"])
    keys = ["model", "role", "shots"]
    choices = once(scores.filter(pl.col("format").is_in(["SCQ", "MAQ"])), keys)
    joined = choices.join(known.select("id", "chapter"), on="id")
    subject, name = (pl.col("chapter").str.extract(p, 1) for p in (r"^(.*?)/", r"([^/]*)$"))
    return (
        joined.group_by([*keys, "chapter"])
        .agg(pl.col("score").sum().alias("right"), pl.len().alias("n"))
        .with_columns(subject.fill_null("").alias("subject"), name.alias("name"))
        .sort([*keys, "chapter"])
    )


def spreads(found: pl.DataFrame) -> Table:
    """Tables 3 and 4: a row for each run and subject, and one over all chapters."""
    rows: list[tuple[Cell, ...]] = []
    for (model, role, shots), run in found.group_by("model", "role", "shots", maintain_order=True):
        parts = [("all", run), *((str(s), part) for (s,), part in
                                 run.group_by("subject", maintain_order=True) if s)]  # fmt: skip
        for subject, part in parts:
            if part.height > 1:
                one = spread(part["right"].to_list(), part["n"].to_list())
                rows.append((label(str(model), str(role)), str(shots), subject, one.low, one.high,
                             one.mean, one.sd, one.noise, one.true, one.p, one.chapters,
                             one.questions))  # fmt: skip
    return Table(
        "chapter-spread",
        "Spread over chapters, with sampling noise taken out",
        ("model", "shots", "subject", "min", "max", "mean", "sd", "sd by chance", "true sd", "p",
         "chapters", "n"),
        tuple(rows),
        "sd: as observed over chapters; by chance: what one constant accuracy would show at these "
        "numbers of questions; true: what remains. p: all chapters alike (chi-squared).",
    )  # fmt: skip


def heat(found: pl.DataFrame) -> Table:
    """Accuracy by chapter: a row a chapter, a column a run; none below FEW questions.

    Shares are drawn towards the subject's mean by its own true spread (empirical Bayes).
    """
    runs = found.select("model", "role", "shots").unique(maintain_order=True).rows()
    names = [_run_name(*run, plain=len({r[2] for r in runs}) == 1) for run in runs]
    cells: dict[tuple[str, str], dict[str, float]] = {}
    sizes: dict[tuple[str, str], int] = {}
    for run, name in zip(runs, names, strict=True):
        mine = found.filter(**dict(zip(_RUN, run, strict=True)))
        for (subject,), part in mine.group_by("subject", maintain_order=True):
            for row, share in zip(part.iter_rows(named=True), _shrunk(part), strict=True):
                sizes[str(subject), row["name"]] = row["n"]
                if row["n"] >= FEW:
                    cells.setdefault((str(subject), row["name"]), {})[name] = share
    rows = tuple(
        (*key, *(cells[key].get(run) for run in names), sizes[key]) for key in sorted(cells)
    )
    return Table(
        "chapters",
        "Accuracy by chapter",
        ("subject", "chapter", *names, "n"),
        rows,
        f"Drawn towards the subject's mean by its true spread. {len(sizes) - len(cells)} chapters "
        f"of fewer than {FEW} questions are not shown.",
    )


def _run_name(model: str, role: str, shots: int, *, plain: bool) -> str:
    name = label(model, role)
    return name if plain else f"{name}, {shots}-shot"


def _shrunk(part: pl.DataFrame) -> list[float]:
    right, n = part["right"].to_list(), part["n"].to_list()
    pooled = sum(right) / sum(n)
    true = spread(right, n).true if len(n) > 1 else None
    if not true:
        return [pooled] * len(n)
    prior = max(
        0.0, pooled * (1 - pooled) / true**2 - 1
    )  # questions that the subject's mean weighs
    return [(r + prior * pooled) / (k + prior) for r, k in zip(right, n, strict=True)]
