"""How files of a release were looked through for its reserve, so that those that stay are spared.

For a builder, whose next version has most files of this one and a reserve that differs little. Of a
file that was sound it is kept what it holds, as hashes; a later audit asks these for what the
reserve has besides, and opens the file only where something of it may stand there. So it finds what
it would find by looking through everything. A damaged file is none.
"""

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from cpsyexam.files import canonical, digest, write_bytes, write_text
from wording.ngram_index import Flags, Slots

_INDEX = "index.txt"
_NONE = np.empty(0, np.uint32)
CHECKS = ("names", "questions", "texts")


@dataclass
class Look:
    """What a file holds: by kind sorted hashes, and which passages of the reserve it has, too."""

    slots: dict[str, Slots] = field(default_factory=dict)
    familiar: list[str] = field(default_factory=list)


class Looks:
    """The looks of the last sound audit, and those of this one; without a folder none is kept."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._index = _read(folder / _INDEX) if folder else {}
        self._sought = {kind: set(self._index.get(kind, ())) for kind in CHECKS}
        self._before: dict[str, Look | None] = {}
        self._now: dict[str, Look] = {}
        self._next: dict[str, list[str]] = {}
        self._sound: set[str] = set()

    def before(self, file: str) -> Look | None:
        """The look at a file with this digest, None where there was none."""
        if file not in self._before:
            self._before[file] = self._load(file)
        return self._before[file]

    def fresh(self, check: str, sought: Sequence[str | bytes]) -> Flags:
        """Which of what is sought was not sought before."""
        if self._folder is None:
            return np.ones(len(sought), bool)
        names = [digest(one)[:24] for one in sought]
        self._next[check] = names
        known = self._sought[check]
        return np.fromiter((name not in known for name in names), bool, len(names))

    def now(self, file: str) -> Look:
        """What is known of a file in this audit."""
        return self._now.get(file, Look())

    @cached_property
    def familiar(self) -> set[str]:
        """The passages that some shard had."""
        return set(self._index.get("familiar", ()))

    def spare(self, file: str) -> None:
        """A file is as it was, and nothing new of the reserve stands there."""
        look = self.before(file)
        if look is not None:
            self._now[file] = look

    def note(self, file: str, slots: Mapping[str, Slots], familiar: Sequence[str] = ()) -> None:
        """What a look through a file saw."""
        if self._folder is None:
            return
        old = self.now(file)
        more = {kind: np.union1d(old.slots.get(kind, _NONE), own) for kind, own in slots.items()}
        names = sorted({*old.familiar, *familiar})
        self._now[file] = Look(old.slots | more, names)

    def sound(self, check: str) -> None:
        """A check found nothing wrong in any file."""
        self._sound.add(check)

    def save(self) -> None:
        """Keep what this audit saw, where all CHECKS found nothing wrong."""
        if self._folder is None or self._sound != set(CHECKS):
            return
        looks = {}
        for file, look in self._now.items():
            if look is self._before.get(file):
                looks[file] = self._index["looks"][file]
                continue
            data = _packed(look)
            looks[file] = digest(data)
            write_bytes(self._place(looks[file]), data)
        familiar = sorted({name for look in self._now.values() for name in look.familiar})
        text = canonical({**self._next, "looks": looks, "familiar": familiar})
        write_text(self._folder / _INDEX, f"{digest(text)}\n{text}")
        for path in self._folder.parent.glob("*/*"):
            named = path.stem in looks.values() or path.name == _INDEX
            if path.parent != self._folder or not named:
                path.unlink(missing_ok=True)

    def _load(self, file: str) -> Look | None:
        name = self._index.get("looks", {}).get(file)
        path = self._place(name) if name else None
        data = path.read_bytes() if path and path.is_file() else b""
        return _unpacked(data) if data and digest(data) == name else None

    def _place(self, name: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{name}.parquet"


def _packed(look: Look) -> bytes:
    """Sorted numbers as steps, which pack well."""
    kinds = sorted(look.slots)
    steps = [np.diff(look.slots[kind], prepend=np.uint32(0)) for kind in kinds]
    sizes = [len(one) for one in steps]
    head = canonical({"kinds": kinds, "sizes": sizes, "familiar": look.familiar})
    frame = pl.DataFrame({"step": np.concatenate([_NONE, *steps])})
    stream = io.BytesIO()
    frame.write_parquet(stream, compression="zstd", statistics=False, metadata={"look": head})
    return stream.getvalue()


def _unpacked(data: bytes) -> Look:
    head = json.loads(pl.read_parquet_metadata(io.BytesIO(data))["look"])
    steps = pl.read_parquet(data)["step"].to_numpy()
    parts = np.split(steps, np.cumsum(head["sizes"], dtype=np.int64)[:-1])
    pairs = zip(head["kinds"], parts, strict=True)
    slots = {kind: np.cumsum(part, dtype=np.uint32) for kind, part in pairs}
    return Look(slots, head["familiar"])


def _read(index: Path) -> dict[str, Any]:
    try:
        first, _, text = index.read_text("utf-8").partition("\n")
    except (OSError, ValueError):
        return {}
    found: dict[str, Any] = json.loads(text) if digest(text) == first else {}
    return found
