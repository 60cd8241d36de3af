"""Question papers for people, and their answers as runs beside those of models.

A paper has so many questions of every subject, drawn by the hash of their ids, so that everybody
who gets a paper of a size gets the same. Method: the human baseline of ConceptPsy (50 questions of
each of 12 subjects; a professional answers all, laypersons parts of it).
"""

import csv
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam.errors import ConfigError
from cpsyexam.files import digest
from cpsyexam.taxonomy import LETTERS
from evaluation.releases import Release
from evaluation.runs import Reply, Setting, answer_rows

PREFIX = "human:"
NOT_ON_PAPER = "not asked: not on this person's paper"
_NAME = re.compile(r"^[^\s/:,]+$")
_ANSWER = re.compile(r"^[A-Ha-h]{1,8}$")


@dataclass(frozen=True)
class Sheet:
    """A person's answers: letters by question, "" where left blank."""

    group: str
    person: str
    answers: Mapping[str, str]

    @property
    def model(self) -> str:
        """What the person is called among models."""
        return f"{PREFIX}{self.group}/{self.person}"


def paper(questions: pl.DataFrame, each: int) -> pl.DataFrame:
    """`each` choice questions a subject, without keys: id, subject, material, question, options
    by letter, and empty columns person, group, answer.
    """
    choices = questions.filter(pl.col("format").is_in(["SCQ", "MAQ"]))
    draw = pl.Series("draw", [digest(f"paper/{name}") for name in choices["id"]])
    drawn = choices.with_columns(draw).sort("subject", "draw").group_by("subject").head(each)
    widest = int(drawn["options"].list.len().max() or 0)  # type: ignore[arg-type]
    options = [
        pl.col("options").list.get(place, null_on_oob=True).fill_null("").alias(LETTERS[place])
        for place in range(widest)
    ]
    blank = [pl.lit("").alias(name) for name in ("group", "person")]
    shown = ("id", "subject", "format", "material", "question")
    return drawn.sort("subject", "draw").select(
        *blank, *shown, *options, pl.lit("").alias("answer")
    )


def read_sheets(path: Path) -> list[Sheet]:
    """The answers of a CSV with columns group, person, id, answer. Raises ConfigError."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for number, row in _rows(path):
        names = (row["group"].strip(), row["person"].strip())
        answer = re.sub(r"[\s,、，;；]", "", row["answer"] or "")
        for what, name in zip(("group", "person"), names, strict=True):
            if not _NAME.match(name):
                raise ConfigError(
                    f"row {number}: {what} {name!r}", where=str(path),
                    remedy="give a group (professional, layperson) and a person, one word each",
                )  # fmt: skip
        if answer and not _ANSWER.match(answer):
            raise ConfigError(
                f"row {number}: answer {row['answer']!r}", where=str(path),
                remedy="write letters, such as B or ACD, or leave it empty",
            )  # fmt: skip
        mine = found.setdefault(names, {})
        if row["id"] in mine:
            raise ConfigError(
                f"row {number}: {'/'.join(names)} answers {row['id']} twice", where=str(path),
                remedy="keep one row a person and question",
            )  # fmt: skip
        mine[row["id"]] = answer.upper()
    return [Sheet(group, person, answers) for (group, person), answers in found.items()]


def _rows(path: Path) -> Iterable[tuple[int, dict[str, Any]]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            missing = {"group", "person", "id", "answer"} - set(reader.fieldnames or ())
            if missing:
                raise ConfigError(
                    f"no column {', '.join(sorted(missing))}", where=str(path),
                    remedy="the columns are group, person, id, answer",
                )  # fmt: skip
            yield from enumerate(reader, 2)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ConfigError(f"cannot be read: {error}", where=str(path)) from error


def answers_of(
    sheet: Sheet, questions: pl.DataFrame, release: Release, split: str
) -> tuple[Setting, pl.DataFrame]:
    """A person's run. Questions beyond the paper were not asked; one left blank is wrong.

    Raises ConfigError for an id that the split does not have.
    """
    unknown = set(sheet.answers) - set(questions["id"])
    if unknown:
        raise ConfigError(
            f"{len(unknown)} answers of {sheet.group}/{sheet.person} are to no question of {split}",
            where=release.label,
            remedy=f"name the split that the paper was drawn from (first: {min(unknown)})",
        )
    given = digest(repr(sorted(sheet.answers.items())))
    setting = Setting(sheet.model, "people", split=split, sampling={"sheet": given})
    replies = {
        (name, 0): (Reply(f"答案：{letters}" if letters else "不知道"), ())
        for name, letters in sheet.answers.items()
    }
    return setting, answer_rows(questions, replies, setting, release, why=NOT_ON_PAPER)
