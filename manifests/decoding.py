"""Every text of a release, whatever file it lies in: Parquet cells, JSON strings, lines, markup."""

import html
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq

LINES = {".md", ".yaml", ".py", ".sig", ""}
_TAG = re.compile(r"<[^>]*>")
Texts = Iterator[tuple[str, pl.Series]]


def texts(path: Path) -> Texts:
    """(place, texts there) of a file. Raises ValueError for a file that cannot be decoded."""
    kind = path.suffix
    if kind == ".parquet":
        yield from _parquet(path)
    elif kind == ".json":
        for place, text in _strings(json.loads(path.read_text("utf-8")), ""):
            yield place, pl.Series([text])
    elif kind == ".html":
        lines = path.read_text("utf-8").split("\n")
        yield from _numbered(html.unescape(_TAG.sub(" ", line)) for line in lines)
        yield from _numbered(" ".join(_TAG.findall(line)) for line in lines)
    elif kind in LINES:
        yield from _numbered(path.read_text("utf-8").split("\n"))
    else:
        raise ValueError(f"{path.name}: a kind of file that a release does not hold")


def columns(frame: pl.DataFrame) -> Texts:
    """The names and the different texts of every column, lists and structs included."""
    yield "column names", pl.Series(frame.columns, dtype=pl.String)
    for name in frame.columns:
        yield f"column {name}", _flat(frame[name]).drop_nulls().unique()


def _numbered(lines: Iterable[str]) -> Texts:
    return ((f"line {i}", pl.Series([line])) for i, line in enumerate(lines, 1) if line.strip())


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


def _parquet(path: Path) -> Texts:
    for key, value in (pq.read_metadata(path).metadata or {}).items():
        if key != b"ARROW:schema":
            said = [key.decode(errors="replace"), value.decode(errors="replace")]
            yield f"metadata {said[0]}", pl.Series(said)
    yield from columns(pl.read_parquet(path, memory_map=False, glob=False))


def _flat(column: pl.Series) -> pl.Series:
    """All texts below a column, as one column of strings."""
    kind = column.dtype
    if kind == pl.String:
        return column
    if isinstance(kind, (pl.List, pl.Array)):
        return _flat(column.explode(empty_as_null=False))
    if isinstance(kind, pl.Struct):
        return pl.concat([_flat(column.struct.field(f.name)) for f in kind.fields])
    if kind in (pl.Categorical, pl.Enum):
        return column.cast(pl.String)
    if kind == pl.Binary:
        raise ValueError(f"column {column.name} holds bytes")
    return pl.Series([], dtype=pl.String)
