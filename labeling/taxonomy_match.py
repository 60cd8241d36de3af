"""Exam and subject: from the source, never guessed; what the taxonomy does not know is rejected."""

import polars as pl

from cpsyexam import taxonomy
from cpsyexam.rules import Rule
from cpsyexam.subjects import settled

_BOTH = pl.concat_str(pl.lit("exam "), "exam", pl.lit(", subject "), "subject")


def rules() -> tuple[Rule, ...]:
    """Rules that reject what the taxonomy in force does not know."""
    known = taxonomy.current().exams
    pairs = [{"exam": e, "subject": s} for e, about in known.items() for s in about.subjects]
    unknown = ~pl.col("exam").is_in(list(known))
    stray = ~pl.struct("exam", "subject").is_in(pairs)
    return (
        Rule("exam_unknown", "The exam is none of the taxonomy's", unknown, _BOTH, firm=True),
        Rule("subject_unknown", "The subject is none of its exam's", stray, _BOTH, firm=True),
    )


def settle(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with exam and subject in the taxonomy's spelling where they are known there.

    A missing exam follows from a subject that only one exam has; nothing else is filled in.
    """
    pairs = frame.select("exam", "subject").unique()
    rows = [(e, s, *settled(e, s)) for e, s in pairs.iter_rows()]
    names = ["exam", "subject", "exam_", "subject_"]
    table = pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String), orient="row")
    joined = frame.join(table, on=["exam", "subject"], how="left", maintain_order="left")
    return joined.with_columns(exam="exam_", subject="subject_").drop("exam_", "subject_")


def allowed() -> list[dict[str, str]]:
    """Every exam with each task that it has."""
    known = taxonomy.current()
    return [{"exam": e, "task": t} for e in known.exams for t in known.tasks_of(e)]
