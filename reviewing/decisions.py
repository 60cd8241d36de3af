"""Decisions: one JSON object a line, append-only, each line chained to the one before.

A file belongs to one reviewer, so that two people's files merge in git without touching each
other. `previous` holds the SHA-256 of the line before ("" in the first line): a line that was
changed, removed or moved breaks the chain.
"""

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError, ValidationInfo, field_validator, model_validator

from cpsyexam import taxonomy
from cpsyexam.config import Settings
from cpsyexam.errors import ConfigError
from cpsyexam.files import canonical, digest

Verdict = Literal["accept", "correct", "reject", "restore", "which_key", "label"]
DIGEST = r"^[0-9a-f]{64}$"


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
    options: dict[str, str] | None = None  # text → new text
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


class Decision(Settings):
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
    supersedes: Annotated[str, Field(pattern=rf"{DIGEST}|^$")] = ""  # digest of a line
    previous: Annotated[str, Field(pattern=rf"{DIGEST}|^$")] = ""

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

    def line(self) -> str:
        """The line in the file, without its end."""
        return canonical(self.model_dump(mode="json", exclude_defaults=True))


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
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"decisions cannot be read: {error}", where=str(file)) from error
    # a question may hold other signs for the end of a line
    lines = text.removesuffix("\n").split("\n") if text else []
    found, previous = [], ""
    for number, line in enumerate(lines, start=1):
        where = f"{file} line {number}"
        decision = _parsed(line, where)
        if decision.previous != previous:
            raise ConfigError(
                "the chain of decisions is broken: a line before was changed, removed or moved",
                where=where,
                remedy="put the file back as it was (git log -p); append, never edit",
            )
        previous = digest(line)
        found.append(Filed(decision=decision, file=file, line=number, digest=previous))
    return found


def _parsed(line: str, where: str) -> Decision:
    try:
        return Decision.model_validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        said = ": ".join(filter(None, (field, first["msg"].removeprefix("Value error, "))))
        raise ConfigError(f"not a decision: {said}", where=where) from error


def append(file: Path, decision: Decision) -> Filed:
    """Add a decision to the end of a file, chained; it is on the disk when this returns.

    Raises ConfigError where the file's chain is broken or it cannot be written.
    """
    before = _read_file(file) if file.is_file() else []
    previous = before[-1].digest if before else ""
    made = decision.model_copy(update={"previous": previous})
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as stream:
            stream.write(made.line() + "\n")
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        raise ConfigError(f"cannot be written: {error.strerror}", where=str(file)) from error
    return Filed(decision=made, file=file, line=len(before) + 1, digest=digest(made.line()))


def file_name(by: str) -> str:
    """The name of a reviewer's file: letters, digits and hyphens of the name."""
    return f"{re.sub(r'[^0-9A-Za-z一-鿿]+', '-', by).strip('-').lower() or 'reviewer'}.jsonl"
