"""Every text of a release, whatever file it lies in: Parquet cells, JSON strings, lines, markup."""

import html
import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq

LINES = {".md", ".yaml", ".py", ".sig", ""}
_PIECE = 2  # characters: cells so short may be pieces of a text
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class Texts:
    """Texts of a file. `places` name rows one by one, or stretches of rows that end at `ends`."""

    column: pl.Series
    places: Sequence[str]
    ends: Sequence[int] = ()

    def place(self, row: int) -> str:
        """Where the text of a row stands."""
        return self.places[bisect_right(self.ends, row) if self.ends else row]


def texts(path: Path) -> Texts:
    """All texts of a file. Raises ValueError for a file that cannot be decoded."""
    kind = path.suffix
    if kind == ".parquet":
        notes = _notes(path)
        return columns(pl.read_parquet(path, memory_map=False, glob=False), notes)
    if kind == ".json":
        return _each(list(_strings(json.loads(path.read_text("utf-8")), "")))
    if kind == ".html":
        lines = path.read_text("utf-8").split("\n")
        shown = [html.unescape(_TAG.sub(" ", line)) for line in lines]
        tags = [" ".join(_TAG.findall(line)) for line in lines]
        return _each([*_numbered(shown), *_numbered(tags)])
    if kind in LINES:
        return _each(list(_numbered(path.read_text("utf-8").split("\n"))))
    raise ValueError(f"{path.name}: a kind of file that a release does not hold")


def whole(path: Path) -> Texts:
    """A file's text as a whole, for what stands in pieces: over lines, cells or list elements.

    Raises ValueError for a file that cannot be decoded.
    """
    if path.suffix == ".parquet":
        frame = pl.read_parquet(path, memory_map=False, glob=False)
        rows = [_flat(frame[name]).drop_nulls() for name in frame.columns]
        short = [cells.str.len_chars() <= _PIECE for cells in rows]
        rows = [
            cells.filter(cells.str.contains(r"\p{Han}") | piece)
            for cells, piece in zip(rows, short, strict=True)
        ]
        pieces = [cells.str.join("").item() if len(cells) else "" for cells in rows]
        return _each([(f"column {n}", p) for n, p in zip(frame.columns, pieces, strict=True)])
    found = texts(path)
    text = path.read_text("utf-8") if path.suffix == ".json" else "\n".join(found.column)
    read = "\n".join(found.column) if path.suffix == ".json" else ""
    return _each([("the whole", text), ("the whole", read)])


def columns(frame: pl.DataFrame, notes: Sequence[str] = ()) -> Texts:
    """The names and the different texts of every column, lists and structs included."""
    names = pl.Series([*notes, *frame.columns], dtype=pl.String)
    parts = [names, *(_flat(frame[name]).drop_nulls().unique() for name in frame.columns)]
    places = ["metadata or column names", *(f"column {name}" for name in frame.columns)]
    return Texts(pl.concat(parts), places, list(accumulate(len(part) for part in parts)))


def _notes(path: Path) -> list[str]:
    """Key-value metadata of a Parquet file."""
    found = pq.read_metadata(path).metadata or {}
    pairs = [pair for pair in found.items() if pair[0] != b"ARROW:schema"]
    return [side.decode(errors="replace") for pair in pairs for side in pair]


def _each(found: Sequence[tuple[str, str]]) -> Texts:
    return Texts(pl.Series([text for _, text in found], dtype=pl.String), [p for p, _ in found])


def _numbered(lines: list[str]) -> Iterator[tuple[str, str]]:
    return ((f"line {i}", line) for i, line in enumerate(lines, 1))


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
