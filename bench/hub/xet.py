"""The Xet side of the local Hub: hf_xet's own store on disk, read back by sha256."""

import re
import struct
import tempfile
from pathlib import Path

import hf_xet

_ENTRY = 48  # bytes of every record of a shard's file section
_VERIFIED, _HAS_SHA = 1 << 31, 1 << 30


class Store:
    """A local content store that the real Rust client writes to (`local://` endpoint)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.endpoint = f"local://{folder}"

    def read(self, sha256: str, size: int) -> bytes:
        """A file's bytes by its sha256. Raises KeyError where no shard names it."""
        file_hash = self._file_hash(sha256)
        info = hf_xet.XetFileInfo(file_hash, size)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "file"
            session = hf_xet.XetSession()
            with session.new_file_download_group(endpoint=self.endpoint) as group:
                group.start_download_file(info, str(path))
            return path.read_bytes()

    def _file_hash(self, sha256: str) -> str:
        for path in self.folder.rglob("*"):
            if path.is_file() and re.search(r"shard|mdb", str(path.relative_to(self.folder))):
                found = _files_of(path.read_bytes()).get(sha256)
                if found:
                    return found
        raise KeyError(sha256)


def _files_of(shard: bytes) -> dict[str, str]:
    """sha256 → file hash of all files that a shard describes (layout: xet-core's shard format)."""
    found: dict[str, str] = {}
    place = _ENTRY  # the header
    while place + _ENTRY <= len(shard):
        name, flags, entries = (
            shard[place : place + 32],
            *struct.unpack_from("<II", shard, place + 32),
        )
        if name == b"\xff" * 32:  # bookend
            break
        place += _ENTRY * (1 + entries * (2 if flags & _VERIFIED else 1))
        if flags & _HAS_SHA:
            found[_words(shard[place : place + 32])] = _words(name)
            place += _ENTRY
    return found


def _words(raw: bytes) -> str:
    """Hex of a hash that is kept as four little-endian words."""
    return "".join(f"{word:016x}" for word in struct.unpack("<4Q", raw))
