"""An executor that works out only what no run before has worked out.

In: another executor, and a `Memo` that says where results are kept and which state of the code they
belong to. Results lie in a SQLite file by the digest of work and item, each beside its own digest:
one that is damaged is none. They are data, by the type that the work states (cpsyexam.plain_data):
who can write there can put in other results, and runs no code. What ended a worker is never kept.
"""

import contextlib
import hashlib
import json
import logging
import os
import pickle
import sqlite3
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

from cpsyexam.errors import CpsyexamError
from cpsyexam.executor import Executor
from cpsyexam.memo import Memo, forget_states
from cpsyexam.plain_data import packed, unpacked
from cpsyexam.work import Failure, Work

T = TypeVar("T")
R = TypeVar("R")
_PLACE = "items"
_LARGEST = 1 << 28  # bytes of a result
_AT_ONCE = 256  # results that a killed run may lose
_TABLE = "CREATE TABLE IF NOT EXISTS kept (of BLOB PRIMARY KEY, sum BLOB, made BLOB) WITHOUT ROWID"
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Kept:
    """Maps work with `inner` over the items that `memo` has no result for."""

    inner: Executor
    memo: Memo

    @property
    def near(self) -> bool:
        """As the inner executor."""
        return self.inner.near

    def map(
        self, work: Work[T, R], items: Iterable[T], progress: Callable[[int], None] | None = None
    ) -> Iterator[R | Failure]:
        """See Executor."""
        if self.memo.folder is None or work.made is None:
            yield from self.inner.map(work, items, progress)
            return
        with contextlib.closing(
            _Results(self.memo.folder / _PLACE, self.memo.key, work.made)
        ) as results:
            yield from self._map(work, items, results, progress)

    def _map(
        self,
        work: Work[T, R],
        items: Iterable[T],
        results: "_Results",
        progress: Callable[[int], None] | None,
    ) -> Iterator[R | Failure]:
        name = _name(work)
        waiting: deque[tuple[bytes, bool]] = deque()  # digest of an item, and whether it is known

        def unknown() -> Iterator[T]:
            for item in items:
                of = hashlib.sha256(name + pickle.dumps(item, protocol=5)).digest()
                waiting.append((of, results.has(of)))
                if not waiting[-1][1]:
                    yield item

        done = 0
        made = self.inner.map(work, unknown())
        for result in made:
            while waiting[0][1]:
                yield results.read(waiting.popleft()[0])
                done += 1
            of, _ = waiting.popleft()
            if not isinstance(result, Failure):
                results.add(of, result)
            yield result
            done += 1
            if progress:
                progress(done)
        for of, _ in waiting:
            yield results.read(of)

    def __enter__(self) -> Self:
        """Keep the inner executor's workers."""
        self.inner.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        """End them."""
        self.inner.__exit__(*error)


def _name(work: Work[Any, Any]) -> bytes:
    """Which function it is, with the values that it was given beforehand."""
    run, given = work.run, []
    while isinstance(run, partial):
        given.append(f"{run.args}{sorted(run.keywords.items())}")
        run = run.func
    return f"{run.__module__}.{run.__qualname__}{given}\n".encode()


class _Results:
    """The results of one state of the code."""

    def __init__(self, folder: Path, state: str, kind: type) -> None:
        self.kind = kind
        self.path = folder / state[:32] / "results.sqlite"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._open()
        except sqlite3.DatabaseError:
            log.warning("%s: damaged; what it held is worked out again", self.path)
            self.path.unlink()
            self._open()
        os.utime(self.path)  # in use, whatever its age
        forget_states(self.path.parent)

    def _open(self) -> None:
        self._base = sqlite3.connect(self.path)
        self._base.execute(_TABLE)
        self._known = {of for (of,) in self._base.execute("SELECT of FROM kept")}

    def has(self, of: bytes) -> bool:
        """Whether there is a whole result; one that is damaged goes."""
        if of not in self._known:
            return False
        try:
            row = self._base.execute("SELECT sum, made FROM kept WHERE of = ?", (of,)).fetchone()
        except sqlite3.DatabaseError:
            row = None
        if row and isinstance(row[1], bytes) and _sum(of, row[1]) == row[0]:
            try:
                self._whole(row[1])
            except (ValueError, KeyError, TypeError, RecursionError, zlib.error):
                pass
            else:
                return True
        log.warning("%s: a damaged result is worked out again", self.path)
        return False

    def read(self, of: bytes) -> Any:
        """A result that is there."""
        (made,) = self._base.execute("SELECT made FROM kept WHERE of = ?", (of,)).fetchone()
        return self._whole(made)

    def _whole(self, made: bytes) -> Any:
        unzip = zlib.decompressobj()
        data = unzip.decompress(made, _LARGEST)
        if unzip.unconsumed_tail:
            raise ValueError("unpacks beyond all bounds")
        return unpacked(self.kind, json.loads(data))

    def add(self, of: bytes, result: object) -> None:
        """Keep a result."""
        made = zlib.compress(json.dumps(packed(result)).encode(), 1)
        row = (of, _sum(of, made), made)
        try:
            self._base.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", row)
            if self._base.total_changes % _AT_ONCE == 0:
                self._base.commit()
        except sqlite3.DatabaseError as error:
            raise CpsyexamError(
                f"cannot write: {error}",
                where=str(self.path),
                remedy="free some space, or delete the file; then run again",
            ) from error

    def close(self) -> None:
        """Write what was added."""
        with contextlib.suppress(sqlite3.DatabaseError):
            self._base.commit()
        self._base.close()


def _sum(of: bytes, made: bytes) -> bytes:
    return hashlib.sha256(of + made).digest()
