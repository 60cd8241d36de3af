"""Answers and the release they belong to → scores. Pure; a key is taken from the release alone."""

from statistics import median
from typing import Any

import polars as pl

from evaluation.overlap import bleu, rouge_l
from evaluation.records import Answer, Score

_LABELS = ("exam", "subject", "task", "category", "format", "cluster")
_CLOSED = {"rouge": None, "bleu": None, "judged": None, "unscored": False}
PARSED = ("", "open")  # rules of answers that need no letters


def choice(said: list[int], key: list[int], options: int) -> dict[str, Any]:
    """What letters named are worth: exact, partial, options rightly judged, Jaccard."""
    named, right = set(said), set(key)
    exact = float(bool(named) and named == right)
    shared = len(named & right)
    return {
        "score": exact,
        "partial": shared / len(right) if named and named <= right else 0.0,
        "options_right": 1 - len(named ^ right) / options if named else 0.0,
        "jaccard": shared / len(named | right) if named else 0.0,
        "named": len(named),
        "asked": len(right),
    }


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
    asked = answers.filter(~pl.col("error").str.starts_with("not "))
    columns = ["id", "record", "key", "options", "reference", "answer", *_LABELS]
    joined = asked.join(questions.select(columns), on="id", suffix="_now", maintain_order="left")
    joined = joined.filter(pl.col("answer").is_not_null())
    joined = joined.with_columns(graded=(pl.col("judge") != "").any().over("run"))
    rows = [_row(row) for row in joined.iter_rows(named=True)]
    types = {name: column.dtype for name, column in Score.columns().items()}
    return Score.validate(pl.DataFrame(rows, schema=types))


def _row(row: dict[str, Any]) -> dict[str, Any]:
    names = ("run", "id", "rotation", "repeat", "model", "role", "shots", "split", *_LABELS)
    if row["format"] == "QA":
        worth = _open(row)
    else:
        worth = {**choice(row["said"], row["key"], len(row["options"])), **_CLOSED}
    return {
        **{name: row[name] for name in names},
        **worth,
        "unparsed": not row["error"] and not row["said"] and row["rule"] not in PARSED,
        "failed": bool(row["error"]),
        "changed": row["record"] != row["record_now"],
        "chance": chance(row["format"], len(row["options"])),
    }


def _open(row: dict[str, Any]) -> dict[str, Any]:
    overlap = rouge_l(row["reference"] or "", row["text"])
    marks = [value for value in row["judged"] if value is not None]
    silent = bool(row["error"]) or not row["text"].strip()
    judged = median(marks) / 100 if marks else 0.0 if silent and row["graded"] else None
    worth = median(marks) / 100 if marks else overlap
    parts = dict.fromkeys(("score", "partial", "options_right", "jaccard"), worth)
    return {
        **parts, "named": 0, "asked": 0, "rouge": overlap,
        "bleu": bleu(row["reference"] or "", row["text"]), "judged": judged,
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
