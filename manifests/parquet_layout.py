"""Whether each byte of a Parquet file is one that its footer or a page accounts for.

Readers go by offsets: what lies between pages, or behind a page's frame, no reader of the rows
sees. Page headers are read in Thrift's compact protocol (parquet.thrift, PageHeader).
"""

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

_ENDS = 8  # bytes at the end: length of the footer, and the mark
_WRITERS = ("Polars", "parquet-cpp-arrow version ")
_ROWS = 1  # bytes that a row takes at least: each has a name of its own
_VALUES = 64  # values that a byte may stand for: options, boxes, changes of a question
_MOST = 200  # parts of a number or structure of a page's header
_PLAIN = (
    pa.types.is_string, pa.types.is_large_string, pa.types.is_integer, pa.types.is_floating,
    pa.types.is_boolean, pa.types.is_null,
)  # fmt: skip


def refuse_odd(path: Path) -> None:
    """Raises ValueError for a file that has more rows than bytes, or columns that no release has.

    So nothing that unpacks beyond all bounds, or is no text where a text is due, is ever read.
    """
    found, size = pq.read_metadata(path), path.stat().st_size
    values = sum(
        found.row_group(i).column(j).num_values
        for i in range(found.num_row_groups)
        for j in range(found.num_columns)
    )
    if found.num_rows * _ROWS > size or values > size * _VALUES:
        raise ValueError(f"{path.name}: {found.num_rows} rows in {size} bytes")
    for field in found.schema.to_arrow_schema():
        if not _is_plain(field.type):
            raise ValueError(f"{path.name}: column {field.name} is of type {field.type}")


def _is_plain(kind: pa.DataType) -> bool:
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return _is_plain(kind.value_type)
    if pa.types.is_struct(kind):
        return all(_is_plain(field.type) for field in kind)
    return any(test(kind) for test in _PLAIN)


def unaccounted(path: Path) -> Iterator[str]:
    """What of a file's bytes lies in no page and no index, in words."""
    data = path.read_bytes()
    found = pq.read_metadata(path)
    last = footer(data)
    if not found.created_by.startswith(_WRITERS) or len(found.created_by) > 80:
        yield "was written by a program that it does not name"
    at = 4
    for start, end, values, _ in chunks(found, last):
        if start != at:
            yield f"bytes {at} to {start} are in no column"
            return
        at, problem = _pages(data, start, end, values)
        if problem:
            yield problem
            return
        gap = data[at:end]  # polars repeats there what the footer says of the column
        if end < last and gap in data[last:]:
            at = end
    behind = data[at:last]  # of pages, between the columns and the footer
    if behind and behind not in data[last:] and index(behind) is None:
        yield f"bytes {at} to {last} are in no column"


def footer(data: bytes) -> int:
    """Where the footer of a file starts."""
    return len(data) - _ENDS - int.from_bytes(data[-_ENDS:-4], "little")


def chunks(found: pq.FileMetaData, last: int) -> Iterator[tuple[int, int, int, int]]:
    """Where each column of each group starts, where the next does (the footer at `last`), how many
    values it has, and which column it is.
    """
    columns = (
        (found.row_group(i).column(j), j)
        for i in range(found.num_row_groups)
        for j in range(found.num_columns)
    )
    starts = sorted(
        (
            min(filter(None, (c.dictionary_page_offset, c.data_page_offset)), default=0),
            c.num_values,
            j,
        )
        for c, j in columns
    )
    ends = [start for start, _, _ in starts[1:]] + [last][: len(starts)]
    for (start, values, j), end in zip(starts, ends, strict=True):
        yield start, end, values, j


def _pages(data: bytes, at: int, end: int, values: int) -> tuple[int, str]:
    """Where the pages of a column end that hold so many values, and what is wrong with one."""
    first = True
    while at < end and (first or values > 0):
        try:
            header, body = structure(data, at)
            plain, packed = _whole(header[2]), _whole(header[3])
            part, second = header.get(5) or header.get(8), header.get(8)
            holds = _whole(part[1]) if isinstance(part, dict) else 0
            levels = _whole(second[5]) + _whole(second[6]) if isinstance(second, dict) else 0
        except (IndexError, KeyError, ValueError):
            return at, f"byte {at}: no header of a page"
        dictionary = header[1] == DICTIONARY
        if (part is None and not dictionary) or (dictionary and not first):
            return at, f"byte {at}: a page that no column has"
        first, values, at = False, values - holds, body + packed
        if at > end or not _is_one_frame(data[body + levels : at], plain - levels):
            return at, f"byte {body}: a page is not as long as its header says"
    return at, "" if values == 0 else f"byte {at}: a column has other values than the footer says"


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError("not a count")
    return value


def _is_one_frame(body: bytes, plain: int) -> bool:
    """Whether a page is one zstd frame (RFC 8878) and nothing else, or was not worth packing."""
    if body.startswith(ZSTD):
        return _frame_end(body, 0) == len(body)
    return len(body) == plain


_SIZES = {1: 0, 2: 0, 3: 1, 7: 8}  # bytes of true, false, a byte, a double
DICTIONARY = 2  # type of a page
ZSTD = b"\x28\xb5\x2f\xfd"
_BLOCK_HEADER = 3


def _frame_end(body: bytes, at: int) -> int:
    """Where a zstd frame ends, by the sizes of its blocks; -1 where it is broken."""
    descriptor = body[at + 4]
    single = descriptor >> 5 & 1
    ids, content = (0, 1, 2, 4)[descriptor & 3], (single, 2, 4, 8)[descriptor >> 6]
    place = at + 5 + (1 - single) + ids + content
    while place + _BLOCK_HEADER <= len(body):
        block = int.from_bytes(body[place : place + _BLOCK_HEADER], "little")
        kind, size = block >> 1 & 3, block >> 3
        place += _BLOCK_HEADER + (1 if kind == 1 else size)
        if block & 1:
            return place + (4 if descriptor >> 2 & 1 else 0)
    return -1


def index(data: bytes) -> list[object] | None:
    """The structures of Thrift that bytes are from end to end, as page indexes are; else None."""
    at, found = 0, []
    try:
        while at < len(data):
            one, at = structure(data, at)
            found.append(one)
    except (IndexError, ValueError):
        return None
    return list(found)


def structure(data: bytes, at: int, depth: int = 0) -> tuple[dict[int, object], int]:
    """Fields of a structure by number, and where it ends."""
    found: dict[int, object] = {}
    number = 0
    for _ in range(_MOST):
        head = data[at]
        at += 1
        if head == 0:
            return found, at
        step, kind = head >> 4, head & 15
        if step:
            number += step
        else:
            moved, at = _number(data, at)
            number = (moved >> 1) ^ -(moved & 1)
        found[number], at = _value(data, at, kind, depth + 1)
    raise ValueError("too many fields")


def _value(data: bytes, at: int, kind: int, depth: int) -> tuple[object, int]:
    if depth > 8:
        raise ValueError("nested too deeply")
    if kind in _SIZES:
        return kind == 1, at + _SIZES[kind]
    if kind in (4, 5, 6):
        raw, at = _number(data, at)
        return (raw >> 1) ^ -(raw & 1), at
    if kind == 8:
        length, at = _number(data, at)
        if at + length > len(data):
            raise ValueError("a text is longer than its file")
        return data[at : at + length], at + length
    if kind in (9, 10):
        head = data[at]
        at += 1
        count, inner = head >> 4, head & 15
        if count == 15:
            count, at = _number(data, at)
        if count > len(data):
            raise ValueError("a list is longer than its file")
        values: list[object] = []
        for _ in range(count):
            # a boolean in a list takes a byte
            one, at = (data[at], at + 1) if inner in (1, 2) else _value(data, at, inner, depth + 1)
            values.append(one)
        return values, at
    if kind == 12:
        return structure(data, at, depth)
    raise ValueError("no such type")


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of variable length, and where it ends."""
    found = 0
    for shift in range(0, 70, 7):
        byte = data[at]
        at += 1
        found |= (byte & 127) << shift
        if byte < 128:
            return found, at
    raise ValueError("a number is too long")
