"""What sealing a shard gave, by the content that it was made of: for a builder's next version.

Below a build's cache lie the two files that sealing writes beside a shard, named by their own
digests, and an index that says which content they came of. A damaged file is none. Most shards of
a version are those of the one before, byte for byte.
"""

import json
import logging
from dataclasses import asdict, dataclass
from pathlib import Path

import polars as pl

from cpsyexam.files import canonical, digest, write_bytes, write_text
from cpsyexam.memo import frame_digest

_INDEX = "index.txt"
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Seal:
    """Digests of a shard's provenance and of its plain digests, its records and Merkle root."""

    provenance: str
    plain: str
    records: int
    root: str


class KeptSeals:
    """Seals of this state of the code, below `folder`; without one nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._known = _read(folder / _INDEX) if folder else {}
        self._used: dict[str, Seal] = {}

    def key(self, *content: str | bytes | pl.DataFrame) -> str:
        """The name of what a seal is made of; "" where nothing is kept."""
        if self._folder is None:
            return ""
        return digest(canonical([
            frame_digest(part) if isinstance(part, pl.DataFrame) else digest(part)
            for part in content
        ]))  # fmt: skip

    def find(self, key: str) -> tuple[Seal, bytes, bytes] | None:
        """A seal with both its files; None where there is none, or a file is not whole."""
        seal = self._known.get(key)
        if seal is None or self._folder is None:
            return None
        files = []
        for name in (seal.provenance, seal.plain):
            path = self._place(name)
            files.append(path.read_bytes() if path.is_file() else b"")
            if digest(files[-1]) != name:
                log.warning("%s: damaged; what it held is made again", path)
                return None
        self._used[key] = seal
        return seal, files[0], files[1]

    def keep(self, key: str, seal: Seal, provenance: bytes, plain: bytes) -> None:
        """Keep a seal and its two files."""
        if self._folder is None:
            return
        for name, data in ((seal.provenance, provenance), (seal.plain, plain)):
            write_bytes(self._place(name), data)
        self._used[key] = seal

    def save(self) -> None:
        """Write the index of what this run made or took; the rest goes, and that of older code."""
        if self._folder is None:
            return
        text = canonical({key: asdict(seal) for key, seal in self._used.items()})
        write_text(self._folder / _INDEX, f"{digest(text)}\n{text}")
        named = {name for seal in self._used.values() for name in (seal.provenance, seal.plain)}
        for path in self._folder.parent.glob("*/*"):
            if path.parent != self._folder or not {path.name, path.stem} & {*named, _INDEX}:
                path.unlink(missing_ok=True)

    def _place(self, name: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{name}.parquet"


def _read(index: Path) -> dict[str, Seal]:
    try:
        first, _, text = index.read_text("utf-8").partition("\n")
        return {k: Seal(**v) for k, v in json.loads(text).items()} if digest(text) == first else {}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
