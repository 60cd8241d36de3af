"""Files of JSON lines that are only appended to, each line chained to the one before.

`previous` of a line is the SHA-256 of the line before ("" in the first), so that a line which was
changed, removed, moved or slipped in breaks the chain.
"""

import logging
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
log = logging.getLogger(__name__)


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
    for number, printed in enumerate(_lines(file, what), start=1):
        where = f"{file} line {number}"
        line = printed.removesuffix("\n")
        if line == printed and not _is_row(line, model):
            raise ConfigError(
                f"half a {what}: whoever wrote it was stopped, and nobody was told that it is kept",
                where=where,
                remedy=f"move the line to {file.name}.torn, and decide it again",
            )
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
            yield from stream
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{what}s cannot be read: {error}", where=str(file)) from error


def _is_row(line: str | bytes, model: type[L]) -> bool:
    try:
        model.model_validate_json(line)
    except ValidationError:
        return False
    return True


def mend(file: Path, model: type[L]) -> None:
    """Put right the end of a file before it is written to.

    A whole last line gets the line feed that an editor took; half a one, whose writer was stopped
    before anybody was answered, goes to `<file>.torn`, with a warning.
    """
    _refuse_odd(file)
    data = file.read_bytes() if file.is_file() else b""
    end = data.rfind(b"\n") + 1
    rest = data[end:]
    if not rest:
        return
    whole = _is_row(rest, model)
    with file.open("r+b") as stream:
        if whole:
            stream.seek(0, os.SEEK_END)
            stream.write(b"\n")
        else:
            aside = file.with_name(f"{file.name}.torn")
            with aside.open("ab") as kept:
                kept.write(rest + b"\n")
                kept.flush()
                os.fsync(kept.fileno())
            told = "%s: half a last line is now in %s; nobody had been told that it was kept"
            log.warning(told, file, aside.name)
            stream.truncate(end)
        stream.flush()
        os.fsync(stream.fileno())


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
