"""Replies as they came, one JSON line each, append only: what was paid for is never asked again."""

import contextlib
import fcntl
import json
import os
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cpsyexam.errors import BusyError, ConfigError, CpsyexamError
from cpsyexam.files import parsed_json


class Journal:
    """A file of replies by key. One process writes at a time; a torn last line is cut off."""

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, threading.Lock()
        self.cut_off = 0  # bytes of a torn last line

    def __enter__(self) -> Self:
        """Open for reading and writing. Raises BusyError; ConfigError for a bad line."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._stream = self._path.open("a+b", buffering=0)
        try:
            fcntl.flock(self._stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._stream.close()
            raise BusyError(
                "another evaluation writes here", where=str(self._path), remedy="wait for it"
            ) from error
        try:
            self.rows = self._read()
        except ConfigError:
            self._stream.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close, and let others write."""
        self._stream.close()

    def _read(self) -> dict[str, dict[str, Any]]:
        self._stream.seek(0)
        data = self._stream.read()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            self.cut_off = len(data) - whole
            self._stream.truncate(whole)
        rows = {}
        for number, line in enumerate(data[:whole].splitlines(), 1):
            try:
                row = parsed_json(line)
                rows[str(row["key"])] = row
            except (ValueError, KeyError, TypeError) as error:
                raise ConfigError(
                    f"line {number} is not a reply",
                    where=str(self._path),
                    remedy="repair the line or start anew in another folder",
                ) from error
        return rows

    def usable(self, key: str) -> bool:
        """Whether a reply to this call is there: one cut off or refused is one, too."""
        row = self.rows.get(key)
        return row is not None and not str(row.get("error", "no reply")).startswith("no reply")

    def add(self, row: dict[str, Any]) -> None:
        """Write a row to disk; the last row of a key counts.

        Raises CpsyexamError where the disk is full; the rows before it stay whole.
        """
        line = json.dumps(row, ensure_ascii=False, allow_nan=False).encode() + b"\n"
        with self._lock:
            self._append(line)
            self.rows[row["key"]] = row

    def _append(self, line: bytes) -> None:
        file = self._stream.fileno()
        start = os.fstat(file).st_size
        try:
            left = memoryview(line)
            while left:
                left = left[os.write(file, left) :]
            os.fsync(file)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(file, start)  # no torn line before the next one
            raise CpsyexamError(
                f"cannot write: {error.strerror or error}",
                where=str(self._path),
                remedy=f"free some space and run the same again: {len(self.rows)} replies are kept",
            ) from error
