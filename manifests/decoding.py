"""Every text of a release, whatever file it lies in: Parquet cells, JSON strings, lines, markup."""

import html
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
import pyarrow.parquet as pq

from cpsyexam import browsing
from manifests import verify
from manifests.parquet_layout import refuse_odd

if TYPE_CHECKING:
    from polars._typing import PolarsDataType

LINES = {".md", ".yaml", ".py", ".sig", ""}
_PIECE = 2  # characters: cells so short may be pieces of a text
Rows = Callable[[Path], pl.DataFrame]  # a Parquet file's, and those of the page of all questions
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


def read_rows(path: Path) -> pl.DataFrame:
    """The rows of a Parquet file, or of the page of all questions. Raises ValueError where it is
    not such as a release has.
    """
    if path.name == browsing.NAME:
        return browsing.unpack(verify.read_text(path))
    refuse_odd(path)
    return pl.read_parquet(path, memory_map=False, glob=False)


def texts(path: Path, rows: Rows = read_rows) -> Texts:
    """All texts of a file; `rows` gives those that it holds.

    Raises ValueError for a file that cannot be decoded.
    """
    kind = path.suffix
    if kind == ".parquet":
        notes = _notes(path)
        return columns(rows(path), notes)
    if kind == ".json":
        return _each(_strings(verify.read_json(path)))
    if kind == ".html":
        found = lines_of_a_page(path)
        if path.name != browsing.NAME:
            return found
        return together(found, columns(rows(path)))
    if kind in LINES:
        return _each(list(_numbered(verify.read_text(path).split("\n"))))
    raise ValueError(f"{path.name}: a kind of file that a release does not hold")


def together(one: Texts, other: Texts) -> Texts:
    """The texts of both."""
    ends: list[int] = []
    for part in (one, other):
        start = ends[-1] if ends else 0
        ends += [start + end for end in part.ends or range(1, len(part.column) + 1)]
    return Texts(pl.concat([one.column, other.column]), [*one.places, *other.places], ends)


def whole(path: Path, rows: Rows = read_rows) -> Texts:
    """A file's text as a whole, for what stands in pieces: over lines, cells or list elements.

    Raises ValueError for a file that cannot be decoded.
    """
    if path.suffix == ".parquet":
        pieces: dict[str, str] = {}
        for name, part in _of_columns(rows(path), _short_or_chinese):
            pieces[name] = pieces.get(name, "") + "".join(part)
        return _each([(f"column {name}", piece) for name, piece in pieces.items()])
    # the questions of the page of all were looked at cell by cell: they are those of the shards
    found = lines_of_a_page(path) if path.name == browsing.NAME else texts(path)
    text = verify.read_text(path) if path.suffix == ".json" else "\n".join(found.column)
    read = "\n".join(found.column) if path.suffix == ".json" else ""
    return _each([("the whole", text), ("the whole", read)])


def lines_of_a_page(path: Path) -> Texts:
    """What a page shows line by line, and its markup; of that of all questions, all but these."""
    lines = browsing.without(verify.read_text(path)).split("\n")
    shown = [html.unescape(_TAG.sub(" ", line)) for line in lines]
    tags = [" ".join(_TAG.findall(line)) for line in lines]
    return _each([*_numbered(shown), *_numbered(tags)])


def columns(frame: pl.DataFrame, notes: Sequence[str] = ()) -> Texts:
    """The names and the different texts of every column, lists and structs included."""
    names = pl.Series([*notes, *frame.columns], dtype=pl.String)
    found = _of_columns(frame, pl.Expr.unique)
    places = ["metadata or column names", *(f"column {name}" for name, _ in found)]
    parts = [names, *(part for _, part in found)]
    return Texts(pl.concat(parts), places, list(accumulate(len(part) for part in parts)))


def _of_columns(
    frame: pl.DataFrame, chosen: Callable[[pl.Expr], pl.Expr]
) -> list[tuple[str, pl.Series]]:
    """(column, those chosen of its texts) in one query, since a release has many small files."""
    found = [
        (name, text) for name, kind in frame.schema.items() for text in _flat(pl.col(name), kind)
    ]
    lists = [chosen(t.drop_nulls()).implode().alias(str(n)) for n, (_, t) in enumerate(found)]
    if not lists:
        return []
    parts = frame.select(lists)
    return [(name, parts[str(n)][0]) for n, (name, _) in enumerate(found)]


def _short_or_chinese(cells: pl.Expr) -> pl.Expr:
    return cells.filter(cells.str.contains(r"\p{Han}") | (cells.str.len_chars() <= _PIECE))


def _notes(path: Path) -> list[str]:
    """Key-value metadata of a Parquet file."""
    found = pq.read_metadata(path).metadata or {}
    pairs = [pair for pair in found.items() if pair[0] != b"ARROW:schema"]
    return [side.decode(errors="replace") for pair in pairs for side in pair]


def _each(found: Sequence[tuple[str, str]]) -> Texts:
    return Texts(pl.Series([text for _, text in found], dtype=pl.String), [p for p, _ in found])


def _numbered(lines: list[str]) -> Iterator[tuple[str, str]]:
    return ((f"line {i}", line) for i, line in enumerate(lines, 1))


def _strings(value: Any) -> list[tuple[str, str]]:
    """(place, text) of every key and string, in the order they stand in."""
    found: list[tuple[str, str]] = []

    def gather(value: Any, place: str) -> None:
        if isinstance(value, str):
            found.append((place or "value", value))
        elif isinstance(value, dict):
            for key, inner in value.items():
                found.append((place or "key", key))
                gather(inner, f"{place}.{key}".lstrip("."))
        elif isinstance(value, list):
            for i, inner in enumerate(value):
                gather(inner, f"{place}[{i}]")

    gather(value, "")
    return found


def _flat(column: pl.Expr, kind: "PolarsDataType") -> list[pl.Expr]:
    """All texts below a column of a type, as columns of strings."""
    if kind == pl.String:
        return [column]
    if isinstance(kind, (pl.List, pl.Array)):
        return _flat(column.explode(empty_as_null=False), kind.inner)
    if isinstance(kind, pl.Struct):
        fields = [(column.struct.field(field.name), field.dtype) for field in kind.fields]
        return [text for inner, dtype in fields for text in _flat(inner, dtype)]
    if kind in (pl.Categorical, pl.Enum):
        return [column.cast(pl.String)]
    if kind == pl.Binary:
        raise ValueError(f"column {column.meta.root_names()[0]} holds bytes")
    return []
