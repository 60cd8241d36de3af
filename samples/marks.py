"""Open answers of the invented models, and what an invented judge and two invented people give.

They stand in for real marks, so that `cpsyexam results --people evaluations/marks.csv` shows how
far a judge goes with people, and people with each other, without a network. All look at how much of
the reference an answer has, and err by chance; the judge is kinder.
"""

import csv
from pathlib import Path

import numpy as np
import polars as pl

from evaluation.judging import DRAWS, Grader, rubric
from evaluation.runs import Reply

PEOPLE = ("reader 1 (simulated)", "reader 2 (simulated)")
PARTS = {"agreement": 30, "language": 30, "reasonableness": 40}
_NOISE, _KINDNESS = 0.2, 0.06  # of a mark from 0 to 1


def replies(asked: pl.DataFrame, models: int, rng: np.random.Generator) -> list[dict[str, Reply]]:
    """A reply a model and open question: the better the model, the more of the reference."""
    found = []
    for ability in np.linspace(0.35, 0.85, models):
        shares = np.clip(rng.normal(ability, 0.15, asked.height), 0.1, 1)
        pairs = zip(asked["id"], asked["reference"], shares, strict=True)
        found.append(
            {name: Reply(text[: max(2, int(len(text) * share))]) for name, text, share in pairs}
        )
    return found


def judged(answers: pl.DataFrame, asked: pl.DataFrame, rng: np.random.Generator) -> pl.DataFrame:
    """The answers of a run with the marks of the judge."""
    worth = _worth(answers, asked)
    grader = Grader("judge (simulated)", {}, rubric())
    marks = [
        None if name not in worth else _clipped(worth[name] + _KINDNESS, rng, DRAWS, 100)
        for name in answers["id"]
    ]
    return answers.with_columns(
        judged=pl.Series([mark or [] for mark in marks], dtype=pl.List(pl.Float64)),
        judge=pl.Series([grader.name if mark else "" for mark in marks]),
    )


def write(
    path: Path, runs: list[pl.DataFrame], asked: pl.DataFrame, rng: np.random.Generator
) -> None:
    """The people's marks of all runs, a row a person and answer."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        rows = csv.writer(stream)
        rows.writerow(["model", "id", "rater", *PARTS])
        for answers in runs:
            model = answers["model"][0]
            for name, worth in _worth(answers, asked).items():
                for person in PEOPLE:
                    given = [_clipped(worth, rng, 1, most)[0] for most in PARTS.values()]
                    rows.writerow([model, name, person, *given])


def _worth(answers: pl.DataFrame, asked: pl.DataFrame) -> dict[str, float]:
    """How much of the reference each open answer has, from 0 to 1."""
    both = answers.join(asked.select("id", "reference"), on="id").filter(pl.col("text") != "")
    share = pl.col("text").str.len_chars() / pl.col("reference").str.len_chars()
    return dict(both.select("id", share).iter_rows())


def _clipped(worth: float, rng: np.random.Generator, times: int, most: int) -> list[float]:
    return [float(round(most * mark)) for mark in np.clip(rng.normal(worth, _NOISE, times), 0, 1)]
