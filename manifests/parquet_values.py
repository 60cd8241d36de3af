"""Whether the pages of a Parquet file hold their values and nothing besides.

A page may be longer than its values, a dictionary may have entries that no row uses, statistics may
name what is no value: readers of the rows see none of it. Values are measured as parquet-format has
them: PLAIN, RLE and RLE_DICTIONARY, all that the writers of releases use.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from manifests.parquet_layout import DICTIONARY, ZSTD, chunks, footer, index, structure

_PLAIN, _RLE = 0, 3
_OF_DICTIONARY = (2, 8)
_WIDTHS = {"INT32": 4, "FLOAT": 4, "INT64": 8, "DOUBLE": 8}
_CUT = 16  # bytes from which statistics may be the beginning of a value, its last byte raised
_GROUPS = 4  # field of the footer: groups of rows
_WRONG = (ValueError, IndexError, KeyError, TypeError, OSError, OverflowError)
_GROUP = 8  # values of a bit-packed group; the last one is filled up


def strange(path: Path) -> Iterator[str]:
    """What of a file's pages, statistics and indexes is no value of a row, in words.

    The file's layout is in order (see parquet_layout.unaccounted).
    """
    data, found = path.read_bytes(), pq.read_metadata(path)
    last, at, seen = footer(data), 4, set[bytes]()
    try:
        for start, end, values, number in chunks(found, last):
            chunk = _Chunk(found.schema.column(number))
            at = chunk.read(data, start, end, values)
            seen |= chunk.seen
        told = structure(data, last)[0][_GROUPS]
        behind = data[at:last]
        stated = [*_bytes(told), *_bytes(index(behind) if behind not in data[last:] else [])]
        names = {part.encode() for column in found.schema for part in column.path.split(".")}
        for value in set(stated) - names:
            if value not in seen and not _is_cut(value, seen):
                yield f"its statistics name {value[:20]!r}, which is no value"
    except _WRONG as error:
        yield str(error) or type(error).__name__


def _bytes(told: object) -> Iterator[bytes]:
    """All texts of a structure."""
    if isinstance(told, bytes):
        yield told
    elif isinstance(told, dict | list):
        for one in told.values() if isinstance(told, dict) else told:
            yield from _bytes(one)


def _is_cut(value: bytes, seen: set[bytes]) -> bool:
    head = value[:-1]
    return not value or (len(value) >= _CUT and any(one.startswith(head) for one in seen))


@dataclass
class _Chunk:
    """One column of one group of rows."""

    column: Any
    entries: list[bytes] | None = None  # of the dictionary
    used: set[int] = field(default_factory=set)  # of the entries
    seen: set[bytes] = field(default_factory=set)  # values, as they are encoded
    stated: list[bytes] = field(default_factory=list)  # by statistics of its pages

    def read(self, data: bytes, at: int, end: int, values: int) -> int:
        """Where its pages end. Raises ValueError for what is no value."""
        while at < end and values > 0:
            header, body = structure(data, at)
            page: Any = header.get(5) or header.get(8)
            sizes: Any = header
            at = body + sizes[3]
            levels = sizes[8][5] + sizes[8][6] if 8 in header else 0
            text = data[body : body + levels]
            text += _unpacked(data[body + levels : at], sizes[2] - levels)
            if header[1] == DICTIONARY:
                self.entries = self._plain(text, sizes[7][1])
                continue
            values -= page[1]
            self._page(text, header)
            self.stated += _bytes([page.get(5), page.get(8)])
        self._check()
        return at

    def _page(self, text: bytes, header: dict[int, Any]) -> None:
        second = header.get(8)
        count, encoding = (second[1], second[4]) if second else (header[5][1], header[5][2])
        at, present, column = 0, count, self.column
        for most, field_ in ((column.max_repetition_level, 6), (column.max_definition_level, 5)):
            if not most:
                continue
            size = second[field_] if second else int.from_bytes(text[at : at + 4], "little")
            at += 0 if second else 4
            levels = _hybrid(text[at : at + size], int(most).bit_length(), count)
            present, at = int((levels == most).sum()), at + size
        values = text[at:]
        if encoding == _PLAIN:
            self.seen.update(self._plain(values, present))
        elif encoding in _OF_DICTIONARY and self.entries is not None:
            found = _hybrid(values[1:], values[0], present) if values else np.zeros(0, int)
            self.used.update(np.unique(found).tolist())
        elif encoding == _RLE and column.physical_type == "BOOLEAN":
            _hybrid(values[4:], 1, present)
        else:
            raise ValueError(f"a page of encoding {encoding}, which no release has")

    def _plain(self, text: bytes, count: int) -> list[bytes]:
        """So many values that fill a text."""
        kind, at, found = self.column.physical_type, 0, []
        if kind == "BOOLEAN":
            at, count = -(-count // 8), 0
        for _ in range(count):
            width = _WIDTHS.get(kind)
            if width is None:
                width, at = int.from_bytes(text[at : at + 4], "little"), at + 4
            found.append(text[at : at + width])
            at += width
            if at > len(text):
                break
        if at != len(text):
            raise ValueError(f"column {self.column.path}: a page holds other bytes than its values")
        return found

    def _check(self) -> None:
        name = self.column.path
        if self.entries is not None:
            if self.used != set(range(len(self.entries))):
                raise ValueError(f"column {name}: a dictionary has entries that no row uses")
            self.seen.update(self.entries)
        if not all(value in self.seen or _is_cut(value, self.seen) for value in self.stated):
            raise ValueError(f"column {name}: statistics of a page name what is no value")


def _unpacked(body: bytes, plain: int) -> bytes:
    if not body.startswith(ZSTD):
        return body
    found: bytes = pa.Codec("zstd").decompress(body, plain, asbytes=True)
    return found


def _hybrid(text: bytes, width: int, count: int) -> "np.ndarray[Any, Any]":
    """So many values in runs and bit-packed groups that fill the text. Raises ValueError."""
    parts, at, had = [np.zeros(0, np.int64)], 0, 0
    while had < count:
        head, shift = 0, 0
        while True:
            byte = text[at]
            head, shift, at = head | (byte & 127) << shift, shift + 7, at + 1
            if byte < 128:
                break
        if head & 1:
            some, size = (head >> 1) * _GROUP, (head >> 1) * width
            if not 0 < some < count - had + _GROUP or width > 32:
                raise ValueError("a page has more places than values")
            bits = np.unpackbits(np.frombuffer(text[at : at + size], np.uint8), bitorder="little")
            weights = 1 << np.arange(width, dtype=np.int64)
            parts.append((bits.reshape(some, width) * weights).sum(axis=1)[: count - had])
        else:
            some, size = head >> 1, -(-width // 8)
            if not 0 < some <= count - had:
                raise ValueError("a page has more places than values")
            value = int.from_bytes(text[at : at + size], "little")
            parts.append(np.full(some, value, np.int64))
        at, had = at + size, had + some
    if at != len(text):
        raise ValueError("a page holds other bytes than its values")
    return np.concatenate(parts)
