"""Which taxonomy own questions need: psychology's, or one made of the subjects that they name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from cpsyexam import taxonomy
from cpsyexam.taxonomy import Exam, Task, Taxonomy
from labeling.taxonomy_match import settle

SHORT = re.compile(r"^[A-Z][A-Z0-9]{1,7}$")
_ENOUGH = 0.9  # of the questions have a subject that psychology's taxonomy knows
_TAKEN = ("KG", "QA")


@dataclass(frozen=True)
class Field:
    """What is to be written: a taxonomy of one's own, and what is said of rows that say nothing."""

    own: Taxonomy | None  # None: psychology's
    exam: str  # default for rows without one, "" = none needed
    subject: str
    lost: tuple[tuple[str, int], ...]  # subjects that the taxonomy does not know, with questions


def decide(name: str, frames: Sequence[pl.DataFrame], exam: str, subject: str) -> Field:
    """The field of questions with columns exam and subject; `exam` and `subject` are defaults."""
    rows = pl.concat([frame.select("exam", "subject") for frame in frames])
    rows = rows.with_columns(
        pl.when(pl.col("exam") == "").then(pl.lit(exam)).otherwise("exam").alias("exam"),
        pl.when(pl.col("subject") == "")
        .then(pl.lit(subject))
        .otherwise("subject")
        .alias("subject"),
    )
    known = [{"exam": e, "subject": s} for e in taxonomy.exams() for s in taxonomy.subjects(e)]
    fits = settle(rows).select(pl.struct("exam", "subject").is_in(known).alias("fits"))["fits"]
    share = fits.mean()
    if isinstance(share, float) and share >= _ENOUGH:
        lost = rows.filter(~fits)["subject"].value_counts(sort=True).rows()
        return Field(None, exam, subject, tuple((s or "(none)", n) for s, n in lost))
    return _own(name, rows, exam, subject)


def _own(name: str, rows: pl.DataFrame, exam: str, subject: str) -> Field:
    """A taxonomy with the exams and subjects that the rows name."""
    plain = subject or "综合"
    by_exam: dict[str, dict[str, str]] = {}
    for said, about in rows.unique(maintain_order=True).iter_rows():
        by_exam.setdefault(said or exam, {})[about or plain] = ""
    short = _short(list(by_exam))
    exams = {
        short[said]: Exam(
            chinese="" if said == short[said] else said, subjects=dict(sorted(s.items()))
        )
        for said, s in sorted(by_exam.items())
    }
    task = Task(english="knowledge", chinese="知识")
    own = Taxonomy(name=name, exams=exams, tasks={"KG": task})
    return Field(own, short.get(exam, next(iter(exams))), plain, ())


def _short(said: list[str]) -> dict[str, str]:
    """A short name for each exam: its own where it has one, else EXAM, or EXAM1, EXAM2 …"""
    others = [name for name in said if not SHORT.match(name) or name in _TAKEN]
    numbered = [f"EXAM{n + 1}" if len(others) > 1 else "EXAM" for n in range(len(others))]
    return {name: name for name in said} | dict(zip(others, numbered, strict=True))
