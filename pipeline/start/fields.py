"""Which taxonomy own questions need: psychology's, it and more subjects, or one of their own."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import polars as pl
from rapidfuzz import fuzz, process

from cpsyexam import taxonomy
from cpsyexam.taxonomy import Exam, Task, Taxonomy
from labeling.taxonomy_match import settle

SHORT = re.compile(r"^[A-Z][A-Z0-9]{1,7}$")
_HALF = 0.5  # of the questions have a subject of psychology's: the others are added to it
_NEAR = 60  # of 100: names this alike are shown as perhaps the same subject
_TAKEN = ("KG", "QA")


@dataclass(frozen=True)
class Added:
    """A subject that psychology's taxonomy does not have."""

    exam: str
    subject: str
    questions: int
    nearest: str  # the known subject with the likest name, "" where none is like it


@dataclass(frozen=True)
class Field:
    """What is to be written: exams and subjects, and what is said of rows that say nothing."""

    own: Taxonomy | None  # None: psychology's
    exam: str  # default for rows without one, "" = none needed
    subject: str
    lost: int = 0  # questions that name no subject
    added: tuple[Added, ...] = ()
    more: dict[str, Exam] = field(default_factory=dict)  # exams with what is added to psychology's

    def code(self, exam: str) -> str:
        """The taxonomy's name of an exam that is named in Chinese."""
        exams = {**(self.own.exams if self.own else {}), **self.more}
        return next((code for code, about in exams.items() if about.chinese == exam), exam)


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
    settled = settle(rows).with_columns(fits=pl.struct("exam", "subject").is_in(known))
    named = settled.filter(pl.col("subject") != "")
    share = settled["fits"].mean()
    if isinstance(share, float) and share >= _HALF:
        lost = rows.height - named.height
        return _extended(named.filter(~pl.col("fits")), Field(None, exam, subject, lost))
    return _own(name, rows, exam, subject)


def _extended(strange: pl.DataFrame, plain: Field) -> Field:
    """Psychology's taxonomy with the subjects that it does not have.

    Each goes to the exam that its rows name, else to that of the known subject with the likest
    name.
    """
    homes = {s: e for e in reversed(taxonomy.exams()) for s in taxonomy.subjects(e)}
    said = strange["exam"].unique(maintain_order=True).to_list()
    short = _short([exam for exam in said if exam and exam not in taxonomy.exams()])
    added: list[Added] = []
    more: dict[str, tuple[str, dict[str, str]]] = {}
    for exam, subject, count in (
        strange.group_by("exam", "subject", maintain_order=True).len().rows()
    ):
        inside = [s for s, home in homes.items() if exam not in taxonomy.exams() or home == exam]
        likest = process.extractOne(
            subject, inside, scorer=fuzz.token_sort_ratio, processor=" ".join
        )  # by characters in any order: 二级心理咨询师 is 心理咨询师二级
        name = short.get(exam, exam) or (homes[likest[0]] if likest else taxonomy.exams()[0])
        near = likest[0] if likest and likest[1] >= _NEAR else ""
        added.append(Added(name, subject, count, near))
        chinese = exam if exam in short and exam != name else ""
        more.setdefault(name, (chinese, {}))[1][subject] = ""
    exams = {n: Exam(chinese=chinese, subjects=s) for n, (chinese, s) in more.items()}
    return replace(plain, added=tuple(added), more=exams)


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
    return Field(own, short.get(exam, next(iter(exams))), plain)


def _short(said: list[str]) -> dict[str, str]:
    """A short name for each exam: its own where it has one, else EXAM, or EXAM1, EXAM2 …"""
    others = [name for name in said if not SHORT.match(name) or name in _TAKEN]
    numbered = [f"EXAM{n + 1}" if len(others) > 1 else "EXAM" for n in range(len(others))]
    return {name: name for name in said} | dict(zip(others, numbered, strict=True))
