"""What a benchmark sorts its questions by: exams, subjects, tasks, categories, and their words.

A taxonomy is a file (docs/fields.md); psychology's, in `data/psychology`, is in force unless a
recipe names another. The one in force is set by `using` for the length of a build or an audit, goes
into the key of every stage, and lies in each release.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, cached_property
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated, Any, Self

import polars as pl
from pydantic import Field, StringConstraints, field_validator, model_validator

from cpsyexam.config import Settings, parse, read_toml
from cpsyexam.errors import ConfigError
from cpsyexam.files import read_json
from cpsyexam.text import fold

FORMATS = ("SCQ", "MAQ", "QA")
SPLITS = ("train", "dev", "valid", "test", "reserved")
LETTERS = "ABCDEFGH"
PSYCHOLOGY = "psychology"  # the taxonomy that is in force where none is named
PLACE = "provenance/taxonomy.json"  # in a release

# It names folders and configurations of a release.
Short = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9]{1,7}$")]
_DECLARED = ("SCQ", "MAQ", "INDEF", "QA", "TF", "FILL")


class Keyword(Settings):
    """A pattern, looked for after NFKC; `label` is the category that it speaks for."""

    name: str
    pattern: str
    weight: float
    reason: str
    label: str = ""

    @model_validator(mode="after")
    def _compiles(self) -> Self:
        try:
            pl.Series([""]).str.contains(self.pattern)
        except pl.exceptions.PolarsError as error:
            raise ValueError(f"keyword {self.name!r} has no valid pattern: {error}") from error
        return self


class Names(Settings):
    """A name in both languages."""

    english: str = ""
    chinese: str = ""


class Exam(Names):
    """An exam: its subjects by their Chinese names, and which tasks it has (all where empty)."""

    tasks: tuple[str, ...] = ()
    subjects: dict[str, str] = Field(min_length=1)  # Chinese → English, "" where it has none


class Task(Names):
    """What a question asks for. A question is of the first task unless keywords claim it.

    The sum of the weights of the keywords in material and stem decides, from `threshold` on; sums
    inside `unsure` (from, below) go to a reviewer.
    """

    threshold: float = 2.0
    unsure: tuple[float, float] = (1.0, 3.0)
    keywords: tuple[Keyword, ...] = ()


class Category(Names):
    """A kind of question on a case; `also` are its other names in sources."""

    also: tuple[str, ...] = ()


class Words(Settings):
    """What card and report say of the field."""

    field: str = ""  # as in "Chinese law examination questions": law
    chinese: str = ""  # the field in Chinese
    uses: str = ""  # what the questions are meant for, and what not
    tags: tuple[str, ...] = ()

    @field_validator("field")
    @classmethod
    def _alone(cls, field: str) -> str:
        if re.search(r"\b(chinese|exams?|examinations?|questions?)\b", field, re.IGNORECASE):
            raise ValueError(f'{field!r}: the field alone, as "law" of law examination questions')
        return field


def _one_task() -> dict[str, Task]:
    return {"KG": Task(english="knowledge", chinese="知识")}


class Taxonomy(Settings):
    """A taxonomy file. Short names (capitals and digits) of exams and tasks are all different."""

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    words: Words = Words()
    exams: dict[Short, Exam] = Field(min_length=1)
    tasks: dict[Short, Task] = Field(default_factory=_one_task)
    categories: dict[str, Category] = Field(default_factory=dict)
    category_keywords: tuple[Keyword, ...] = ()
    category_tie: str = ""  # the category that wins where two weigh the same; "" = the first
    types: dict[str, str] = Field(
        default_factory=dict
    )  # words of sources for formats: "A1型题" = "SCQ"
    # preset → pool → format → a number of questions, a share, or either by stratum
    quotas: dict[str, dict[str, dict[str, float | dict[str, float]]]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        short = [*self.exams, *self.tasks, "QA"]
        for name in short:
            if short.count(name) > 1:
                raise ValueError(f"{name} names two things; exams and tasks need their own names")
        for exam, about in self.exams.items():
            odd = next((task for task in about.tasks if task not in self.tasks), "")
            if odd:
                raise ValueError(f"exam {exam} has an unknown task {odd!r}")
        for word in self.category_keywords:
            if word.label not in self.categories:
                raise ValueError(f"keyword {word.name!r} speaks for no category: {word.label!r}")
        for said, form in self.types.items():
            if form not in _DECLARED:
                raise ValueError(f"types: {said} = {form!r} is none of {', '.join(_DECLARED)}")
        return self

    @property
    def knowledge(self) -> str:
        """The task of a question that no keyword claims."""
        return next(iter(self.tasks))

    @property
    def cases(self) -> tuple[str, ...]:
        """The other tasks."""
        return tuple(self.tasks)[1:]

    def tasks_of(self, exam: str) -> tuple[str, ...]:
        """The tasks that an exam has."""
        return self.exams[exam].tasks or tuple(self.tasks)

    @cached_property
    def by_subject(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """Folded name of a subject → (exam, subject) of each exam that has it."""
        found: dict[str, tuple[tuple[str, str], ...]] = {}
        for exam, about in self.exams.items():
            for subject in about.subjects:
                name = fold(subject).strip()
                found[name] = (*found.get(name, ()), (exam, subject))
        return found

    @cached_property
    def by_exam(self) -> Mapping[str, str]:
        """Folded name of an exam, in any language, → its short name."""
        said = [
            (n, short) for short, e in self.exams.items() for n in (e.english, e.chinese, short)
        ]
        return {fold(name).strip(): short for name, short in said if name}

    def dump(self) -> dict[str, Any]:
        """What is in every stage's key."""
        return self.model_dump(mode="json")

    def text(self) -> str:
        """What lies in a release: JSON in the taxonomy's own order, which says what comes first."""
        return json.dumps(self.dump(), ensure_ascii=False, indent=2) + "\n"


def read(path: Path) -> Taxonomy:
    """A taxonomy's TOML. Raises ConfigError for the first problem, in one line.

    `keywords` may name a TOML beside it, with threshold, unsure and [[keyword]] tables; `extends`
    another taxonomy ("psychology", or a file beside it), whose tables these are added to.
    """
    table = read_toml(path)
    base = table.pop("extends", "")
    for name, task in table.get("tasks", {}).items():
        if isinstance(task, str):
            table["tasks"][name] = {"english": task}
        elif isinstance(task.get("keywords"), str):
            told = read_toml(path.parent / task.pop("keywords"))
            table["tasks"][name] = {**told, **task, "keywords": told.pop("keyword", [])}
            table["tasks"][name].pop("keyword", None)
    if isinstance(table.get("category_keywords"), str):
        beside = path.parent / table["category_keywords"]
        table["category_keywords"] = read_toml(beside).get("keyword", [])
    if base == PSYCHOLOGY:
        table = _over(psychology().dump(), table)
    elif base:
        table = _over(read(path.parent / str(base)).dump(), table)
    return parse(table, Taxonomy, where=str(path))


def _over(base: dict[str, Any], table: dict[str, Any]) -> dict[str, Any]:
    """Tables of a file added to those of another; any other value takes the place of its."""
    both = {
        key: _over(base[key], value)
        for key, value in table.items()
        if isinstance(value, dict) and isinstance(base.get(key), dict)
    }
    return base | table | both


def of_release(folder: Path) -> Taxonomy:
    """The taxonomy that lies in a release; psychology's where there is none, as in a file."""
    try:
        told = read_json(folder / PLACE)
    except (FileNotFoundError, NotADirectoryError):
        return psychology()
    except (OSError, ValueError) as error:
        raise ConfigError(f"cannot be read: {error}", where=str(folder / PLACE)) from error
    return parse(told, Taxonomy, where=str(folder / PLACE))


@cache
def psychology() -> Taxonomy:
    """The four exams of the CPsyExam paper, with 39 subjects."""
    with as_file(files("cpsyexam").joinpath("data/psychology")) as folder:
        return read(folder / "taxonomy.toml")


_in_force: ContextVar[Taxonomy | None] = ContextVar("taxonomy", default=None)


def current() -> Taxonomy:
    """The taxonomy in force."""
    return _in_force.get() or psychology()


@contextmanager
def using(taxonomy: Taxonomy | None) -> Iterator[Taxonomy]:
    """Put a taxonomy in force until the block ends; None means psychology's."""
    token = _in_force.set(taxonomy)
    try:
        yield current()
    finally:
        _in_force.reset(token)


def exams() -> tuple[str, ...]:
    """Short names of the exams."""
    return tuple(current().exams)


def tasks() -> tuple[str, ...]:
    """Short names of the tasks, knowledge first."""
    return tuple(current().tasks)


def cases() -> tuple[str, ...]:
    """The tasks but the first: their questions share quotas over all exams, by category."""
    return current().cases


def categories() -> tuple[str, ...]:
    """Names of the categories of case questions."""
    return tuple(current().categories)


def subjects(exam: str) -> dict[str, str]:
    """Chinese → English names of an exam's subjects."""
    return current().exams[exam].subjects


def find_subject(name: str) -> tuple[str, str] | None:
    """(exam, subject) of a subject's Chinese name (any width), or None where unknown."""
    homes = current().by_subject.get(fold(name).strip())
    return homes[0] if homes else None


def find_category(name: str) -> str:
    """A category by its name, older name or file name; "" where unknown."""
    for category, about in current().categories.items():
        if name and name in (category, about.chinese, *about.also):
            return category
    return ""


def letters(positions: list[int]) -> str:
    """Answer positions as letters: [0, 2] → "AC"."""
    return "".join(LETTERS[i] for i in sorted(positions))


def positions(text: str) -> list[int]:
    """Answer letters as positions: "CA" → [0, 2]; other characters are ignored."""
    return sorted({LETTERS.index(c) for c in text.upper() if c in LETTERS})
