"""Scores the way the reference code of CPsyExam computes them, for comparison with its figures.

It differs from ours in what it reads (the first capital letter of a reply; for several answers all
of them, in their order, compared as a text), in what it counts (what it cannot read leaves the
denominator) and in its average (mean of the means over files, a file for each exam and subject, of
single and of multiple choice). Its exemplars come from train: `evaluate --scoring published`.
"""

import re

import polars as pl

from evaluation.tables import CHOICES, Cell, Table, label

_CAPITAL = re.compile("[A-Z]")
_FILE = ["exam", "subject"]


def read(text: str, options: int, *, several: bool) -> str:
    """The letters that the reference code takes from a reply; "" where it has none."""
    found = _CAPITAL.findall(text)
    if several:
        return "".join(found)
    return found[0] if found and ord(found[0]) - ord("A") < options else ""


def score(answers: pl.DataFrame, questions: pl.DataFrame) -> pl.DataFrame:
    """A row for each answer to a choice question: `right` 0 or 1, null where it is left out."""
    asked = questions.filter(pl.col("format").is_in(CHOICES), pl.col("answer").is_not_null())
    columns = ["id", "format", "answer", "options", *_FILE]
    rows = answers.filter(~pl.col("error").str.starts_with("not "), pl.col("rotation") == 0)
    joined = rows.join(asked.select(columns), on="id", maintain_order="left")
    right: list[float | None] = []
    for row in joined.iter_rows(named=True):
        letters = read(row["text"], len(row["options"]), several=row["format"] == "MAQ")
        right.append(float(letters == row["answer"]) if letters else None)
    return joined.select("run", "model", "role", "shots", "format", *_FILE).with_columns(
        right=pl.Series(right, dtype=pl.Float64)
    )


def table(answers: pl.DataFrame, questions: pl.DataFrame) -> Table:
    """A row for each run: the reference code's average, its parts, and what it left out."""
    rows: list[tuple[Cell, ...]] = []
    for (model, role, shots), part in score(answers, questions).group_by(
        "model", "role", "shots", maintain_order=True
    ):
        means = [_macro(part.filter(pl.col("format") == form)) for form in CHOICES]
        there = [value for value in means if value is not None]
        average = sum(there) / len(there) if there else None
        out = part["right"].null_count() / part.height
        rows.append((label(str(model), str(role)), str(shots), average, *means, out, part.height))
    return Table(
        "published-scoring",
        "As the reference code scores",
        ("model", "shots", "score", "SCQ", "MAQ", "left out", "n"),
        tuple(sorted(rows, key=lambda row: -float(row[2] or 0))),
        "Mean over exams and subjects; replies that it cannot read leave the denominator, letters "
        "named in passing count. For comparison with published figures only.",
    )


def _macro(part: pl.DataFrame) -> float | None:
    means = part.drop_nulls("right").group_by(_FILE).agg(pl.col("right").mean())["right"].to_list()
    return sum(means) / len(means) if means else None
