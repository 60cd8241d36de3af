"""The journal: every answer of a model, one JSON object a line, appended and never changed.

It is cache (the key is the digest of prompt, model and parameters), resume (what is in it is not
asked again), ledger (tokens and price of each answer) and provenance at once. A line is on disk
before its answer is used; a torn last line of a killed run is cut off by the next.
"""

import fcntl
import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from pydantic import Field, ValidationError

from cpsyexam.config import Settings
from cpsyexam.errors import BusyError, ConfigError, CpsyexamError, SourceError
from cpsyexam.files import parsed_json

Purpose = Literal[
    "write", "answer", "proof", "known", "label", "place", "paraphrase", "check", "reread"
]


class Entry(Settings):
    """A line. `subject` is a concept for `write`, the id of a question for the others."""

    key: str
    purpose: Purpose
    subject: str
    prompt: str = ""
    prompt_sha256: str = ""
    attempt: int = 1  # 2: after the correction turn
    follows: str = ""  # key of the answer that was corrected
    sample: int = 0
    model: str = ""
    answered_by: str = ""  # what the endpoint calls its model
    sampling: dict[str, float | int] = Field(default_factory=dict)
    mode: str = ""  # json_schema, json_object, text
    finish: str = ""
    output: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    price: float = 0.0
    currency: str = ""
    seconds: float = 0.0
    time: str = ""  # UTC, ISO 8601


def read_journal(path: Path) -> Iterator[tuple[int, Entry]]:
    """Line numbers and entries. A torn last line is left out.

    Raises SourceError for any other line that cannot be read.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(
            f"journal cannot be read: {error.strerror}",
            where=str(path),
            remedy="run `cpsyexam generate` first, or check the path",
        ) from error
    lines = data.split(b"\n")
    for number, line in enumerate(lines[:-1], 1):
        try:
            yield number, Entry.model_validate(parsed_json(line))
        except (ValueError, ValidationError) as error:
            raise SourceError(
                f"line {number} is no entry of a journal",
                where=str(path),
                remedy="restore the file; lines are never edited",
            ) from error


_HEAD = b'{"key":"'  # of every line


class Journal:
    """A journal open for appending, by one process at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._rows: dict[str, Entry] = {}

    def __enter__(self) -> Self:
        """Open, lock, cut off a torn line, read. Raises BusyError where another run holds it."""
        _refuse_other(self.path)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("a+b")
        except OSError as error:
            raise CpsyexamError(f"cannot write: {error.strerror}", where=str(self.path)) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            raise BusyError(
                "another run writes this journal", where=str(self.path), remedy="wait for it"
            ) from error
        self._cut()
        self._rows = {entry.key: entry for _, entry in read_journal(self.path)}
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close and give the lock back."""
        self._file.close()

    def _cut(self) -> None:
        data = self.path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            self._file.truncate(whole)
            os.fsync(self._file.fileno())

    def find(self, key: str) -> Entry | None:
        """The answer to a request, where it is there."""
        return self._rows.get(key)

    def append(self, entry: Entry) -> None:
        """Write an entry; it is on disk when this returns."""
        line = json.dumps(_lean(entry), ensure_ascii=False, separators=(",", ":")) + "\n"
        with self._lock:
            self._file.write(line.encode())
            self._file.flush()
            os.fsync(self._file.fileno())
            self._rows[entry.key] = entry

    def entries(self, purpose: Purpose) -> list[Entry]:
        """Entries of a purpose, in the order of the file."""
        return [entry for entry in self._rows.values() if entry.purpose == purpose]

    @property
    def spent(self) -> float:
        """Price of all answers, the useless ones too."""
        return sum(entry.price for entry in self._rows.values())


def _refuse_other(path: Path) -> None:
    """Raises ConfigError where something else lies at a journal's place: it would be cut, or waited
    for.
    """
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise ConfigError("is no file of its own", where=str(path), remedy="name another journal")
    if path.exists():
        with path.open("rb") as file:
            head = file.read(len(_HEAD))
        if head and not _HEAD.startswith(head):
            raise ConfigError(
                "is another file, and no journal", where=str(path), remedy="name another journal"
            )


def _lean(entry: Entry) -> dict[str, Any]:
    needed = {"key", "purpose", "subject"}
    return {k: v for k, v in entry.model_dump().items() if k in needed or v not in ("", 0, {}, 0.0)}
