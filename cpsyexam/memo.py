"""Results of pure functions over rows, kept by the content of the rows.

In: a frame, and a function that makes one row of each of its rows from that row alone. Out: what
the function gives, whether it was made now or in an earlier run. What is kept lies below a build's
cache in files that are named by their own digest: a damaged one is no entry, and is made again.
"""

import hashlib
import io
import itertools
import logging
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from cpsyexam.executor import INLINE, Executor
from cpsyexam.files import canonical, digest, replacing
from cpsyexam.portions import mapped
from cpsyexam.side_by_side import side_by_side

Function = Callable[[pl.DataFrame], pl.DataFrame]
_OF = "_of"  # column: digest of the row that a result was made of
_KEYS = 2  # states of code and settings whose results are kept
_FILES = 40
_SENT = 10_000  # rows that a worker is given at a time
_PART = 50_000  # rows that are digested at a time
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Memo:
    """Where results are kept; `key` digests the code and the taxonomy that decide them.

    Without a folder nothing is kept. Frames of fewer than `least` rows are not worth a file;
    `portion` rows are made at a time, so that what it takes does not grow with the frame. From
    `worth` rows to make on `executor` makes them, which changes no result: its workers then pay
    for their start (docs/scaling.md).
    """

    folder: Path | None = None
    key: str = ""
    least: int = 2_000
    portion: int = 50_000
    executor: Executor = INLINE
    worth: int = 150_000
    tidies: bool = True  # else it asks for part of what is kept, and the rest stays

    def rows(
        self,
        what: str,
        frame: pl.DataFrame,
        work: Function,
        *parts: str,
        of: pl.Series | None = None,
        portion: int = 0,
        spread: bool = False,
    ) -> pl.DataFrame:
        """`work(frame)`, a row a row; equal rows are worked on once, known ones not at all.

        `work` sees the columns of `frame` alone and gives the same columns for any rows of it.
        `parts` are further values that decide the result. `of` are digests (Binary) of what the
        rows stand for, where they only point to it. `spread`: workers may do it; `work` pickles.
        """
        portion = portion or self.portion
        if frame.height < max(self.least, 1) or self.folder is None:
            sliced = [work(part) for part in frame.iter_slices(portion)]
            return pl.concat(sliced) if sliced else work(frame)
        of = (row_digests(frame) if of is None else of).alias(_OF)
        store = _Store(self._place(what, str(frame.schema), *parts))
        table = store.read()
        rows = _unknown(of, table)
        first = 0
        for told in self._made(frame, rows, work, portion, spread=spread):
            made = told.with_columns(of.gather(rows.slice(first, told.height)))
            first += told.height
            store.add(made)
            table = pl.concat([table, made], rechunk=False) if table.height else made
        at = of.to_frame().join(
            table.select(_OF).with_row_index("at"), on=_OF, how="left", maintain_order="left"
        )["at"]
        if self.tidies:
            store.tidy(table, at)
        return table.drop(_OF)[at]

    def _made(
        self, frame: pl.DataFrame, rows: pl.Series, work: Function, portion: int, *, spread: bool
    ) -> Iterator[pl.DataFrame]:
        """`work` of these rows, a portion at a time."""
        sent = min(portion, _SENT) if spread else portion
        frame = frame.rechunk()  # else each portion is taken in the time that all would take
        parts = (frame[rows.slice(first, sent)] for first in range(0, len(rows), sent))
        made = (
            mapped(self.executor, work, parts, self.worth // sent)
            if spread
            else side_by_side(work, parts)
        )
        while some := list(itertools.islice(made, portion // sent)):
            yield pl.concat(some)

    def frame(self, what: str, content: str, make: Callable[[], pl.DataFrame]) -> pl.DataFrame:
        """`make()`, which depends on nothing but what the digest `content` is of."""
        store = _Store(self._place(what, content))
        known = store.read()
        if len(store.files) == 1:
            return known
        made = make()
        store.add(made)
        return made

    def frames(
        self, what: str, parts: Sequence[tuple[str, pl.DataFrame]], work: Function
    ) -> list[pl.DataFrame]:
        """`work(part)` of large parts, each of which depends only on what its digest is of.

        `work` pickles: other machines may do it. Workers of this one would take its memory; its
        threads do it, a part a core at a time.
        """
        stores = [_Store(self._place(what, content)) for content, _ in parts]
        found = [store.read() for store in stores]
        todo = [i for i, store in enumerate(stores) if len(store.files) != 1]
        left = (parts[i][1] for i in todo)
        near = self.executor.near
        made = side_by_side(work, left) if near else mapped(self.executor, work, left, 2)
        for i, frame in zip(todo, made, strict=True):
            stores[i].add(frame)
            found[i] = frame
        return found

    def _place(self, what: str, *parts: str) -> Path | None:
        name = digest(canonical([self.key, *parts]))[:32]
        return self.folder / what / name if self.folder else None


NO_MEMO = Memo()


def _unknown(of: pl.Series, table: pl.DataFrame) -> pl.Series:
    """The first row of each content that the table has no result for."""
    rows = of.to_frame().with_row_index("row")
    if table.height:
        rows = rows.join(table.select(_OF), on=_OF, how="anti")
    return rows.unique(_OF, keep="first").sort("row")["row"]


def row_digests(frame: pl.DataFrame) -> pl.Series:
    """16 bytes of SHA-256 over each row (names, values, types of nulls), as Binary."""
    parts = [*side_by_side(_row_digests, frame.iter_slices(_PART))]
    return pl.concat(parts) if parts else _row_digests(frame)


def _row_digests(part: pl.DataFrame) -> pl.Series:
    texts = part.select(pl.struct(pl.all()).struct.json_encode()).to_series().cast(pl.Binary)
    # by most processors made faster than BLAKE2b
    found = [hashlib.sha256(text).digest()[:16] for text in texts.to_list()]
    return pl.Series(_OF, found, dtype=pl.Binary)


def frame_digest(frame: pl.DataFrame) -> str:
    """SHA-256 over all of a frame, as 64 hex digits; the same whatever it was taken of."""
    parts = side_by_side(_whole_digest, frame.iter_slices(_PART))
    return digest("".join([str(frame.schema), *parts]))


def _whole_digest(part: pl.DataFrame) -> str:
    stream = io.BytesIO()
    # texts one after the other, whatever larger frame the rows were taken of
    part.rechunk().write_ipc(stream, compat_level=pl.CompatLevel.oldest())
    return digest(stream.getvalue())


class _Store:
    """The files of one kind of result; each is named by the digest of its bytes."""

    def __init__(self, place: Path | None) -> None:
        self.place = place
        self.files: list[Path] = []

    def read(self) -> pl.DataFrame:
        """All that is kept; files whose bytes are not those of their name go."""
        parts = []
        for path in sorted(self.place.glob("*.parquet")) if self.place else ():
            data = path.read_bytes()
            if digest(data) != path.stem:
                log.warning("%s: damaged; what it held is made again", path)
                path.unlink()
                continue
            os.utime(path)  # in use, whatever its age
            parts.append(pl.read_parquet(data))
            self.files.append(path)
        return pl.concat(parts) if parts else pl.DataFrame()

    def add(self, table: pl.DataFrame) -> None:
        """Keep results."""
        if self.place is None:
            return
        stream = io.BytesIO()
        table.rechunk().write_parquet(stream, compression="lz4", statistics=False)
        data = stream.getvalue()
        path = self.place / f"{digest(data)}.parquet"
        with replacing(path) as temporary:
            temporary.write_bytes(data)
        self.files.append(path)

    def tidy(self, table: pl.DataFrame, used: pl.Series) -> None:
        """Leave out what this run had no use for, once that is half; older states of code go."""
        if self.place is None:
            return
        if table.height > 2 * used.n_unique() or len(self.files) > _FILES:
            old, self.files = self.files, []
            self.add(table[used.unique().sort()])
            for path in set(old) - set(self.files):
                path.unlink(missing_ok=True)
        forget_states(self.place)


def forget_states(place: Path) -> None:
    """Delete what older states of code and settings kept beside `place`, all but the newest."""
    states = [p for p in place.parent.iterdir() if p.is_dir() and p != place]
    for state in sorted(states, key=_last_use)[: -(_KEYS - 1)]:
        shutil.rmtree(state, ignore_errors=True)


def _last_use(state: Path) -> float:
    return max((p.stat().st_mtime for p in state.iterdir()), default=0.0)
