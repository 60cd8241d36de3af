"""The records of one WARC file, gzipped or not; what cannot be read is a Damage, not the end."""

import io
import logging
import mmap
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from warcio.archiveiterator import ArchiveIterator
from warcio.bufferedreaders import ChunkedDataReader
from warcio.exceptions import ArchiveLoadFailed

from cpsyexam.files import digest

_TOO_LARGE = "a record of more than {} bytes; raise record in [web.limits]"
_MAGIC, _START = b"\x1f\x8b\x08", b"WARC/1."

# what it warns of holds addresses as they stand in the file, and goes to the terminal raw
logging.getLogger("warcio").setLevel(logging.ERROR)


@dataclass(frozen=True)
class Damage:
    """A stretch of a file that cannot be read: from `offset`, so many bytes, what is wrong."""

    path: Path
    offset: int
    size: int
    what: str
    url: str = ""


@dataclass(frozen=True)
class Record:
    """One WARC record; `payload` is the body as sent (transfer encoding undone)."""

    path: Path
    offset: int
    place: int
    kind: str
    url: str
    named: tuple[tuple[str, str], ...]  # WARC headers
    status: int
    method: str
    headers: tuple[tuple[str, str], ...]  # HTTP headers
    payload: bytes
    digest: str  # sha256 of the payload; of the payload referred to for a revisit

    def header(self, name: str) -> str:
        """A WARC header, "" where it is missing."""
        return next((v for k, v in self.named if k.lower() == name.lower()), "")

    @property
    def id(self) -> str:
        """WARC-Record-ID."""
        return self.header("WARC-Record-ID")

    @property
    def date(self) -> str:
        """WARC-Date to the second."""
        date = self.header("WARC-Date")
        return date[:19] + "Z" if len(date) > 20 else date

    @property
    def media_type(self) -> str:
        """Media type that the HTTP header states."""
        said = next((v for k, v in self.headers if k.lower() == "content-type"), "")
        return said.partition(";")[0].strip().lower()

    def fields(self, name: str) -> Iterator[str]:
        """Values of a field of a warcinfo or metadata record."""
        for line in self.payload.decode("utf-8", "replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == name:
                yield value.strip()

    def light(self) -> "Record":
        """The same without its payload, where that lies in the file."""
        return self if self.kind == "metadata" else replace(self, payload=b"")


def records(path: Path, largest: int) -> Iterator[Record | Damage]:
    """All records of a file in order. Raises OSError where it cannot be opened."""
    if path.stat().st_size == 0:
        return
    with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
        magic = _MAGIC if data[:2] == _MAGIC[:2] else _START
        if data[: len(magic)] != magic:
            yield Damage(path, 0, len(data), "not a WARC file")
            return
        unpack = _gunzip if magic == _MAGIC else _cut
        offset = 0
        while offset < len(data):
            content, size, what = unpack(data, offset, largest)
            yield from _parse(content, path, offset, complete=not what)
            if what:
                onward = data.find(magic, offset + max(size, 1))
                onward = len(data) if onward < 0 else onward
                yield Damage(path, offset, onward - offset, what)
                offset = onward
            else:
                offset += size


def good_size(path: Path, largest: int) -> int:
    """How many bytes from the start are whole records: where a killed run's file goes on."""
    size = path.stat().st_size
    for record in records(path, largest):
        if isinstance(record, Damage) and record.offset + record.size >= size:
            return record.offset
    return size


def read_at(path: Path, offset: int, place: int) -> Record | None:
    """The record at an offset, None where there is none."""
    with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
        unpack = _gunzip if data[:2] == _MAGIC[:2] else _cut
        content, _, what = unpack(data, offset, 2**40)
        found = _parse(content, path, offset, complete=not what)
        return next((r for r in found if isinstance(r, Record) and r.place == place), None)


def _gunzip(data: mmap.mmap, offset: int, largest: int) -> tuple[bytes, int, str]:
    """Content, packed size and what is wrong ("" for nothing) of the gzip member at `offset`."""
    engine = zlib.decompressobj(wbits=31)
    parts: list[bytes] = []
    at = offset
    total = 0
    try:
        while not engine.eof and at < len(data):
            block = data[at : at + 65536]
            at += len(block)
            while block and not engine.eof:
                part = engine.decompress(block, 1 << 20)
                block = engine.unconsumed_tail
                total += len(part)
                if total > largest:
                    return b"", at - offset, _TOO_LARGE.format(largest)
                parts.append(part)
    except zlib.error as error:
        return b"".join(parts), 1, f"gzip is damaged: {error}"
    if not engine.eof:
        return b"".join(parts), at - offset, "gzip is cut off"
    return b"".join(parts), at - offset - len(engine.unused_data), ""


def _cut(data: mmap.mmap, offset: int, largest: int) -> tuple[bytes, int, str]:
    """The same for a file that is not packed: the record that starts at `offset`."""
    end = data.find(b"\r\n\r\n", offset)
    if data[offset : offset + len(_START)] != _START or end < 0:
        return b"", 1, "no WARC record where one should start"
    for line in data[offset:end].split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length" and value.strip().isdigit():
            size = end + 4 + int(value) + 4 - offset
            if size > largest:
                return b"", 1, _TOO_LARGE.format(largest)
            if offset + size > len(data) + 4:
                return data[offset:], 1, "the last record is cut off"
            return data[offset : offset + size], size, ""
    return b"", 1, "a record without Content-Length"


def _parse(content: bytes, path: Path, offset: int, *, complete: bool) -> Iterator[Record | Damage]:
    if not content:
        return
    place = 0
    reader = ArchiveIterator(io.BytesIO(content), check_digests=True)
    try:
        for record in reader:
            found = _record(record, path, offset, place)
            place += 1
            failed = record.digest_checker.passed is False or (
                record.length and getattr(record.raw_stream, "limit", 0) > 0
            )
            if failed:
                if complete:
                    said = "; ".join(record.digest_checker.problems) or "record is cut off"
                    yield Damage(path, offset, len(content), said, found.url)
            else:
                yield found
    except (ArchiveLoadFailed, ValueError, AttributeError, EOFError) as error:
        if complete:
            yield Damage(
                path, offset, len(content), f"no WARC record: {' '.join(str(error).split())}"
            )


def _record(record: Any, path: Path, offset: int, place: int) -> Record:
    http = record.http_headers
    stream = record.raw_stream
    chunked = http is not None and (http.get_header("transfer-encoding") or "").lower() == "chunked"
    payload = (ChunkedDataReader(stream) if chunked else stream).read()
    status, method = 0, ""
    if http is not None and record.rec_type == "request":
        method = http.protocol
    elif http is not None:
        code = http.get_statuscode()
        status = int(code) if code.isdecimal() else 0
    elif record.rec_type == "resource":
        status = 200
    sha = digest(payload)
    if record.rec_type == "revisit":
        sha = _hex(record.rec_headers.get_header("WARC-Payload-Digest") or "")
    return Record(
        path=path,
        offset=offset,
        place=place,
        kind=str(record.rec_type),
        url=str(record.rec_headers.get_header("WARC-Target-URI") or "").strip("<>"),
        named=tuple(record.rec_headers.headers),
        status=status,
        method=method,
        headers=tuple(http.headers) if http is not None else (),
        payload=payload,
        digest=sha,
    )


def _hex(said: str) -> str:
    algorithm, _, value = said.partition(":")
    return value if algorithm == "sha256" else said
