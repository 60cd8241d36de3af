"""Exam and subject: from the source, never guessed; what the taxonomy does not know is rejected."""

import polars as pl

from cpsyexam.rules import Rule
from cpsyexam.taxonomy import EXAMS, subjects, tables
from cpsyexam.text import fold

_BOTH = pl.concat_str(pl.lit("exam "), "exam", pl.lit(", subject "), "subject")

RULES = (
    Rule("exam_unknown", "The exam is none of the four", ~pl.col("exam").is_in(EXAMS), _BOTH),
    Rule(
        "subject_unknown",
        "The subject is none of its exam's",
        ~pl.struct("exam", "subject").is_in(
            [{"exam": e, "subject": s} for e in EXAMS for s in subjects(e)]
        ),
        _BOTH,
    ),
)


def settle(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with exam and subject in the taxonomy's spelling where they are known there.

    A missing exam follows from a subject that only one exam has; nothing else is filled in.
    """
    pairs = frame.select("exam", "subject").unique()
    rows = [(e, s, *_settled(e, s)) for e, s in pairs.iter_rows()]
    names = ["exam", "subject", "exam_", "subject_"]
    table = pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String), orient="row")
    joined = frame.join(table, on=["exam", "subject"], how="left", maintain_order="left")
    return joined.with_columns(exam="exam_", subject="subject_").drop("exam_", "subject_")


def knowledge_only() -> list[str]:
    """Exams without case analysis."""
    return [e for e in EXAMS if "CA" not in tables()["exams"][e]["tasks"]]


def _settled(exam: str, subject: str) -> tuple[str, str]:
    name = fold(subject).strip()
    homes = [(e, s) for e in EXAMS for s in subjects(e) if fold(s) == name and exam in ("", e)]
    return homes[0] if len(homes) == 1 else (exam, subject)
