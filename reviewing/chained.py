"""Files of JSON lines that are only appended to, each line chained to the one before.

`previous` of a line is the SHA-256 of the line before ("" in the first), so that a line which was
changed, removed, moved or slipped in breaks the chain.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Generic, TypeVar

from pydantic import Field, ValidationError, field_validator

from cpsyexam.characters import seen_only
from cpsyexam.config import Settings
from cpsyexam.errors import ConfigError
from cpsyexam.files import canonical, digest

DIGEST = r"^[0-9a-f]{64}$"


class Chained(Settings):
    """A line that knows the digest of the line before it."""

    previous: Annotated[str, Field(pattern=rf"{DIGEST}|^$")] = ""

    @field_validator("*", mode="before")
    @classmethod
    def _seen_only(cls, value: object) -> object:
        """Reasons are released: no character in them steers what is shown."""
        return seen_only(value) if isinstance(value, str) else value

    def line(self) -> str:
        """The line in the file, without its end."""
        return canonical(self.model_dump(mode="json", exclude_defaults=True))


L = TypeVar("L", bound=Chained)


@dataclass(frozen=True)
class Link(Generic[L]):
    """A line that was read: its number from 1, and its digest."""

    row: L
    number: int
    digest: str


def read(file: Path, model: type[L], what: str) -> Iterator[Link[L]]:
    """The lines of a file in order; `what` names one for messages (`decision`).

    Raises ConfigError for a file that cannot be read, a bad line, or a broken chain.
    """
    previous = ""
    for number, line in enumerate(_lines(file, what), start=1):
        where = f"{file} line {number}"
        row = _parsed(line, model, what, where)
        if row.previous != previous:
            raise ConfigError(
                f"the chain of {what}s is broken: a line before was changed, removed or moved",
                where=where,
                remedy="put the file back as it was (git log -p); append, never edit",
            )
        previous = digest(line)
        yield Link(row, number, previous)


def _lines(file: Path, what: str) -> Iterator[str]:
    """One at a time; only the line feed ends a line, since texts may hold U+2028 and the like."""
    _refuse_odd(file)
    try:
        with file.open(encoding="utf-8", newline="\n") as stream:
            for line in stream:
                yield line.removesuffix("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{what}s cannot be read: {error}", where=str(file)) from error


def _parsed(line: str, model: type[L], what: str, where: str) -> L:
    try:
        return model.model_validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        said = ": ".join(filter(None, (field, first["msg"].removeprefix("Value error, "))))
        kind = "an" if what[0] in "aeiou" else "a"
        raise ConfigError(f"not {kind} {what}: {said}", where=where) from error


def append(file: Path, row: L, previous: str) -> Link[L]:
    """Add a row after the line with digest `previous`; it is on the disk when this returns.

    The number of the link is 0: who appends knows how many there were. Raises ConfigError where
    the file cannot be written.
    """
    made = row.model_copy(update={"previous": previous})
    line = made.line()
    _refuse_odd(file)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        new = not file.exists()
        with file.open("a", encoding="utf-8", newline="\n") as stream:
            stream.write(line + "\n")
            stream.flush()
            os.fsync(stream.fileno())
        if new:
            _sync_folder(file.parent)
    except OSError as error:
        raise ConfigError(f"cannot be written: {error.strerror}", where=str(file)) from error
    return Link(made, 0, digest(line))


def _refuse_odd(file: Path) -> None:
    """Raises ConfigError for a pipe or device, which would be waited for."""
    if file.exists() and not file.is_file():
        raise ConfigError("is no regular file", where=str(file), remedy="take it out of the folder")


def _sync_folder(folder: Path) -> None:
    """Make the name of a new file last, too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
