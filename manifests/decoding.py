"""Every text of a release, whatever file it lies in: Parquet cells, JSON strings, lines, markup."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq

LINES = {".md", ".yaml", ".py", ".sig", ""}
_TAG = re.compile(r"<[^>]*>")


def texts(path: Path) -> Iterator[tuple[str, str]]:
    """(place, text) of a file. Raises ValueError for a kind of file that cannot be decoded."""
    kind = path.suffix
    if kind == ".parquet":
        yield from _parquet(path)
    elif kind == ".json":
        yield from _strings(json.loads(path.read_text("utf-8")), "")
    elif kind == ".html":
        lines = path.read_text("utf-8").split("\n")
        yield from _numbered(html.unescape(_TAG.sub(" ", line)) for line in lines)
        yield from _numbered(" ".join(_TAG.findall(line)) for line in lines)
    elif kind in LINES:
        yield from _numbered(path.read_text("utf-8").split("\n"))
    else:
        raise ValueError(f"{path.name}: a kind of file that a release does not hold")


def _numbered(lines: Any) -> Iterator[tuple[str, str]]:
    return ((f"line {i}", line) for i, line in enumerate(lines, 1) if line)


def _strings(value: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield place or "value", value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield place or "key", key
            yield from _strings(inner, f"{place}.{key}".lstrip("."))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from _strings(inner, f"{place}[{i}]")


def _parquet(path: Path) -> Iterator[tuple[str, str]]:
    for key, value in (pq.read_metadata(path).metadata or {}).items():
        if key != b"ARROW:schema":
            yield f"metadata {key.decode(errors='replace')}", value.decode(errors="replace")
    yield from cells(pl.read_parquet(path, memory_map=False, glob=False))


def cells(frame: pl.DataFrame) -> Iterator[tuple[str, str]]:
    """(column, text) of every different text in a frame, lists and structs included."""
    for name in frame.columns:
        yield "column", name
        for text in _flat(frame[name]).drop_nulls().unique():
            yield f"column {name}", text


def _flat(column: pl.Series) -> pl.Series:
    """All texts below a column, as one column of strings."""
    kind = column.dtype
    if kind == pl.String:
        return column
    if isinstance(kind, (pl.List, pl.Array)):
        return _flat(column.explode())
    if isinstance(kind, pl.Struct):
        return pl.concat([_flat(column.struct.field(f.name)) for f in kind.fields])
    if kind in (pl.Categorical, pl.Enum):
        return column.cast(pl.String)
    if kind == pl.Binary:
        raise ValueError(f"column {column.name} holds bytes")
    return pl.Series([], dtype=pl.String)
