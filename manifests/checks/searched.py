"""Where the leak guard found nothing before, by the bytes of the files that it searched.

For a builder: next to nothing of a version is new. Of each batch of files that a search found clean
the hashes of the words or 4-grams in its texts lie below the build's cache. Of the same bytes only
what is sought for the first time is asked, and the texts are read again only where these have what
it would take. Whoever audits a release has no such folder: all is searched.
"""

import json
import logging
from collections.abc import Callable, Collection, Iterable
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path

import polars as pl

from cpsyexam.files import canonical, digest, encode_frame, write_bytes, write_text
from manifests.proofs import Proofs

_INDEX = "index.txt"
_LEVEL = 1  # of compression
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Batch:
    """Files (digests) that a search found clean; `hashes` names the table of what their texts have.

    `near`: names of what was let pass there, since public questions have it too.
    """

    files: tuple[str, ...]
    hashes: str
    near: tuple[str, ...] = ()


class Searched:
    """The batches in which a search did not find what it `sought` (names); without proofs none.

    A damaged file is none.
    """

    def __init__(self, proofs: Proofs, search: str, sought: pl.Series) -> None:
        self._proofs, self._sought = proofs, sought
        self._folder = proofs.beside(f"searched_{search}")
        self._known, before = self._read()
        self._used: list[Batch] = []
        self._left: set[str] = set()
        self.new = sought.filter(~sought.is_in(before.implode()))

    @property
    def keeps(self) -> bool:
        """Whether anything is kept."""
        return self._folder is not None

    def left(self, files: Iterable[Path], meets: Callable[[Batch, pl.Series], bool]) -> list[Path]:
        """The files to be searched: all but those of batches that do not meet what is new."""
        files = list(files)
        if self._folder is None:
            return files
        digests = {path: self._proofs.digest(path) for path in files}
        there, clean, met = set(digests.values()), set[str](), set[str]()
        for batch in self._known:
            mine = tuple(one for one in batch.files if one in there)
            table = self._table(batch.hashes) if mine else None
            if table is None or meets(batch, table["hashes"]):
                met |= {*mine}
            else:
                clean |= {*mine}
                self._used.append(Batch(mine, batch.hashes, batch.near))
        self._left = there - (clean - met)
        return [path for path in files if digests[path] in self._left]

    def keep(self, files: Iterable[Path], hashes: pl.Series, near: Collection[str] = ()) -> None:
        """Files in which nothing was found."""
        mine = sorted({self._proofs.digest(path) for path in files}) if self.keeps else []
        if not mine:
            return
        self._left -= {*mine}
        name = self._put(hashes.alias("hashes"))
        self._used.append(Batch(tuple(mine), name, tuple(sorted(near))))

    def near(self) -> set[str]:
        """What was let pass in the batches that are clean."""
        return {name for batch in self._used for name in batch.near}

    def save(self) -> None:
        """Keep what this search took or found, where it found nothing in any file."""
        if self._folder is None or self._left:
            return
        sought = self._put(self._sought.alias("sought"))
        text = canonical({"sought": sought, "batches": [asdict(one) for one in self._used]})
        write_text(self._folder / _INDEX, f"{digest(text)}\n{text}")
        named = {sought, *(batch.hashes for batch in self._used), Path(_INDEX).stem}
        for path in self._folder.parent.glob("*/*"):
            if path.parent != self._folder or path.stem not in named:
                path.unlink(missing_ok=True)

    def _put(self, column: pl.Series) -> str:
        """Write a column, in one order, under the digest of its bytes."""
        assert self._folder is not None
        stream = BytesIO()
        encode_frame(stream, column.unique().sort().to_frame(), level=_LEVEL)
        name = digest(stream.getvalue())
        write_bytes(self._folder / f"{name}.parquet", stream.getvalue())
        return name

    def _table(self, name: str) -> pl.DataFrame | None:
        assert self._folder is not None
        path = self._folder / f"{name}.parquet"
        data = path.read_bytes() if path.is_file() else b""
        if digest(data) != name:
            log.warning("%s: damaged; what it held is made again", path)
            return None
        return pl.read_parquet(data)

    def _read(self) -> tuple[list[Batch], pl.Series]:
        """The batches of an index, and what was sought in them."""
        try:
            index = self._folder / _INDEX if self._folder else Path()
            first, _, text = index.read_text("utf-8").partition("\n")
            told = json.loads(text) if digest(text) == first else {}
            batches = [
                Batch(tuple(one["files"]), one["hashes"], tuple(one["near"]))
                for one in told["batches"]
            ]
            before = self._table(told["sought"])
        except (OSError, ValueError, TypeError, KeyError):
            before = None
        if before is None:
            return [], pl.Series(dtype=pl.String)
        return batches, before["sought"]
