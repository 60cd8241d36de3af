"""Answers and the release they belong to → scores. Pure; a key is taken from the release alone."""

from statistics import median
from typing import Any

import polars as pl

from evaluation.overlap import bleu, rouge_l
from evaluation.records import FILTERED, Answer, Score

_LABELS = ("exam", "subject", "task", "category", "format", "cluster")
_SAID = ("run", "id", "rotation", "repeat", "model", "role", "shots", "split", "record", "said",
         "rule", "error")  # fmt: skip
_TOLD = ("text", "judged", "judge", "graded")
_KNOWN = ("id", "record_now", "chance", *_LABELS)
PARSED = ("", "open")  # rules of answers that need no letters


_FATE = {
    "failed": pl.col("error") != "",
    "changed": pl.col("record") != pl.col("record_now"),
    "unparsed": ((pl.col("error") == "") | (pl.col("error") == FILTERED))
    & (pl.col("said").list.len() == 0)
    & ~pl.col("rule").is_in(PARSED),
}


def worth() -> list[pl.Expr]:
    """What letters named (`said`) are worth by the `key`: exact, partial, options rightly judged, …

    Columns said, key and options are lists; the set of letters counts, not their order.
    """
    named = pl.col("said").list.n_unique()
    asked = pl.col("key").list.n_unique()
    shared = pl.col("said").list.set_intersection("key").list.len()
    some, within = named > 0, (named > 0) & (named == shared)
    odd = named + asked - 2 * shared
    none = pl.lit(0.0)
    return [
        (within & (named == asked)).cast(pl.Float64).alias("score"),
        pl.when(within).then(shared / asked).otherwise(none).alias("partial"),
        pl.when(some)
        .then(1 - odd / pl.col("options").list.len())
        .otherwise(none)
        .alias("options_right"),
        pl.when(some).then(shared / (named + asked - shared)).otherwise(none).alias("jaccard"),
        named.cast(pl.Int32).alias("named"),
        asked.cast(pl.Int32).alias("asked"),
    ]


def chance(format_: str, options: int) -> float:
    """Expected score of a guess: one of k letters, or one of the sets of two or more letters."""
    if format_ == "QA" or not options:
        return 0.0
    return 1 / options if format_ == "SCQ" else 1 / (2**options - 1 - options)


def score(answers: pl.DataFrame, questions: pl.DataFrame) -> pl.DataFrame:
    """Scores of the answers whose question is in `questions` with its key.

    Left out: rows never asked, questions that are gone and those whose key is withheld
    (`unscored` counts them). An answer that is unparsed or failed counts as wrong.
    """
    known = questions.filter(pl.col("answer").is_not_null()).with_columns(
        pl.col("reference").fill_null(""), record_now="record"
    )
    known = known.with_columns(chance=_chance(known))
    rows = answers.with_row_index("place").filter(~pl.col("error").str.starts_with("not "))
    rows = rows.with_columns(graded=(pl.col("judge") != "").any().over("run"))
    letters, texts = (
        rows.select("place", *names)
        .join(known.filter(rule).select(columns), on="id", maintain_order="left")
        .with_columns(**_FATE)
        for rule, names, columns in (
            (pl.col("format") != "QA", _SAID, [*_KNOWN, "key", "options"]),
            (pl.col("format") == "QA", [*_SAID, *_TOLD], [*_KNOWN, "reference"]),
        )
    )
    letters = letters.with_columns(*worth(), rouge=None, bleu=None, judged=None, unscored=False)
    marks = pl.DataFrame([_open(row) for row in texts.iter_rows(named=True)], schema=_OPEN)
    texts = texts.drop("judged").hstack(marks)
    types: dict[Any, Any] = {name: column.dtype for name, column in Score.columns().items()}
    whole = pl.concat(part.select("place", *types).cast(types) for part in (letters, texts))
    return Score.validate(whole.sort("place").drop("place"))


_OPEN = {
    **dict.fromkeys(("score", "partial", "options_right", "jaccard"), pl.Float64),
    **dict.fromkeys(("named", "asked"), pl.Int32),
    **dict.fromkeys(("rouge", "bleu", "judged"), pl.Float64),
    "unscored": pl.Boolean,
}


def _chance(questions: pl.DataFrame) -> pl.Series:
    rows = questions.select("format", pl.col("options").list.len()).iter_rows()
    return pl.Series([chance(form, count) for form, count in rows], dtype=pl.Float64)


def _open(row: dict[str, Any]) -> dict[str, Any]:
    overlap = rouge_l(row["reference"], row["text"])
    marks = [value for value in row["judged"] if value is not None]
    silent = bool(row["error"]) or not row["text"].strip()
    judged = median(marks) / 100 if marks else 0.0 if silent and row["graded"] else None
    worth = median(marks) / 100 if marks else overlap
    parts = dict.fromkeys(("score", "partial", "options_right", "jaccard"), worth)
    return {
        **parts, "named": 0, "asked": 0, "rouge": overlap,
        "bleu": bleu(row["reference"], row["text"]), "judged": judged,
        "unscored": bool(row["judge"]) and judged is None,
    }  # fmt: skip


def unscored(answers: pl.DataFrame, questions: pl.DataFrame) -> dict[str, int]:
    """Counts of what `score` leaves out or marks: not asked, gone, withheld, changed."""
    asked = answers.filter(~pl.col("error").str.starts_with("not "))
    joined = asked.join(questions.select("id", "answer", now="record"), on="id", how="left")
    return {
        "not_asked": answers.height - asked.height,
        "gone": joined["now"].null_count(),
        "withheld": joined.filter(pl.col("now").is_not_null(), pl.col("answer").is_null()).height,
        "changed": joined.filter(pl.col("now") != pl.col("record")).height,
    }


def conformed(frame: pl.DataFrame) -> pl.DataFrame:
    """A stored table of answers, validated. Raises dataframely's error where it is none."""
    return Answer.validate(frame.select(Answer.column_names()), cast=True)
