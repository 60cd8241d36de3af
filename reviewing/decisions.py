"""Decisions: one JSON object a line, append-only, each line chained to the one before.

A file belongs to one reviewer, so that two people's files merge in git without touching each
other. `previous` holds the SHA-256 of the line before ("" in the first line): a line that was
changed, removed or moved breaks the chain.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from cpsyexam import taxonomy
from cpsyexam.config import Settings
from cpsyexam.errors import ConfigError
from reviewing import chained
from reviewing.chained import DIGEST, Chained

_LONGEST = 40  # characters of a name
Verdict = Literal["accept", "correct", "reject", "restore", "which_key", "label"]


class Seen(Settings):
    """What the reviewer had before them: the printed question, the key as texts of options."""

    material: str = ""
    stem: str
    options: tuple[str, ...] = ()
    key: tuple[str, ...] = ()  # texts of the right options; the model answer of an open question


class Patch(Settings):
    """New values of named fields; what is None stays."""

    material: str | None = None
    stem: str | None = None
    options: dict[str, str] | None = None  # text → new text; "" → one that was lost, put behind
    key: tuple[str, ...] | None = None
    explanation: str | None = None
    exam: str | None = None
    subject: str | None = None
    declared: Literal["SCQ", "MAQ", "INDEF", "QA", "TF", "FILL"] | None = None
    task: str | None = None
    category: str | None = None

    @field_validator("task", "category")
    @classmethod
    def _known(cls, value: str | None, info: ValidationInfo) -> str | None:
        names = taxonomy.tasks() if info.field_name == "task" else (*taxonomy.categories(), "")
        if value is not None and value not in names:
            raise ValueError(f"{value!r} is none of {', '.join(names)}")
        return value

    def fields(self) -> dict[str, object]:
        """The fields that are set."""
        return self.model_dump(exclude_none=True, mode="json")


TEXT_FIELDS = frozenset(Patch.model_fields) - {"task", "category"}


class Decision(Chained):
    """One decision. `printed` and `was` find the question again (see reviewing.seen)."""

    id: str = Field(pattern=r"^q[0-9a-f]{20}$")  # as the release or the build named it
    printed: str = Field(pattern=r"^q[0-9a-f]{20}$")  # identity of the text as printed
    was: str = Field(pattern=DIGEST)
    saw: Seen
    verdict: Verdict
    patch: Patch = Patch()
    rule: str = ""  # of a restored question: the rule that had rejected it
    by: str = Field(min_length=1)
    when: str = Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
    why: str = Field(min_length=1)
    evidence: str = ""
    sources: tuple[str, ...] = ()  # that print the question; () in lines of earlier versions
    supersedes: tuple[Annotated[str, Field(pattern=DIGEST)], ...] = ()  # digests of lines
    overruled: tuple[Annotated[str, Field(pattern=DIGEST)], ...] = ()  # by these: never in force

    @field_validator("supersedes", mode="before")
    @classmethod
    def _several(cls, value: object) -> object:
        """Lines of earlier versions name one."""
        return tuple(filter(None, (value,))) if isinstance(value, str) else value

    @model_validator(mode="after")
    def _fits(self) -> "Decision":
        fields = set(self.patch.fields())
        text, labels = fields & TEXT_FIELDS, fields - TEXT_FIELDS
        wants = {
            "correct": bool(text) and not labels,
            "which_key": fields == {"key"},
            "label": bool(labels) and not text,
            "restore": not labels and bool(self.rule),
        }.get(self.verdict, not fields)
        if not wants:
            shown = ", ".join(sorted(fields)) or "nothing"
            raise ValueError(f"verdict {self.verdict!r} does not go with a patch of {shown}")
        return self


class Filed(Settings):
    """A decision with the place where it stands."""

    decision: Decision
    file: Path
    line: int  # from 1
    digest: str  # SHA-256 of the line: the decision's name

    @property
    def place(self) -> str:
        """`file line N`, for messages."""
        return f"{self.file} line {self.line}"


def read(files: Sequence[Path]) -> list[Filed]:
    """All decisions of files, in order. Raises ConfigError for a bad line or a broken chain."""
    return [filed for file in files for filed in _read_file(file)]


def _read_file(file: Path) -> list[Filed]:
    return [
        Filed(decision=link.row, file=file, line=link.number, digest=link.digest)
        for link in chained.read(file, Decision, "decision")
    ]


def append(file: Path, decision: Decision) -> Filed:
    """Add a decision to the end of a file, chained; it is on the disk when this returns.

    Raises ConfigError where the file's chain is broken or it cannot be written.
    """
    chained.mend(file, Decision)
    before = _read_file(file) if file.is_file() else []
    link = chained.append(file, decision, before[-1].digest if before else "")
    return Filed(decision=link.row, file=file, line=len(before) + 1, digest=link.digest)


def person(name: str) -> str:
    """A name as it stands beside what somebody says. Raises ConfigError for what is none."""
    name = name.strip()
    if not name or len(name) > _LONGEST or not name.isprintable() or "/" in name:
        raise ConfigError(
            f"not a name: {name[:_LONGEST]!r}",
            remedy=f"one line of 1 to {_LONGEST} printable characters without a slash",
        )
    return name


def own_file(folder: Path, by: str) -> Path:
    """Where somebody's decisions go. Raises ConfigError where another's go there as well."""
    file = folder / file_name(person(by))
    chained.mend(file, Decision)
    others = {one.decision.by for one in read([file])} - {by} if file.is_file() else set()
    if others:
        raise ConfigError(
            f"holds decisions of {min(others)!r}", where=str(file), remedy="choose another name"
        )
    return file


def file_name(by: str) -> str:
    """The name of a reviewer's file: letters, digits and hyphens of the name."""
    return f"{re.sub(r'[^0-9A-Za-z一-鿿]+', '-', by).strip('-').lower() or 'reviewer'}.jsonl"
