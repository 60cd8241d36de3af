"""Rows of a data file as dicts, streamed where the format allows."""

import codecs
import csv
import itertools
import json
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import polars as pl

from banks import gift, sql
from banks.csv_rows import csv_rows, dialect
from banks.json_shapes import rows_of
from banks.limits import BankLimits, bounded_file
from banks.lines import Lines
from banks.names import heading_row, unique
from banks.settings import FORMATS
from cpsyexam.errors import SourceError
from documents.limits import Limits

_BATCH = 20_000
_ENCODINGS, _SAID = ("utf-8-sig", "gb18030"), ("UTF-8", "GB18030")
_BOMS = ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))  # "Unicode text"
_HEAD = 1 << 16  # characters that tell delimiter and headings of a CSV
_TOP = 15  # rows of a sheet among which the headings are


class TableRow(dict[str, Any]):
    """A row of a CSV or of a sheet by its headings; `sheet` is the sheet's name."""

    def __init__(self, sheet: str, cells: dict[str, Any]) -> None:
        super().__init__(cells)
        self.sheet = sheet


def rows(path: Path, limits: BankLimits | None = None) -> Iterator[Any]:
    """Every row of a JSON, JSONL, CSV, Parquet, xlsx, GIFT, Moodle XML or SQL file; one that
    cannot be read as a text.

    Raises SourceError where the file cannot be read, or is larger than the limits.
    """
    form = FORMATS.get(path.suffix.lower(), "")
    reader = {"json": _json, "jsonl": _jsonl, "csv": _csv, "parquet": _parquet,
              "xlsx": _xlsx, "gift": _gift, "moodle": _moodle, "sql": _sql}.get(form)  # fmt: skip
    if reader is None:
        raise SourceError(
            f"unknown kind of file {path.suffix!r}",
            where=str(path),
            remedy=f"use one of {' '.join(sorted(FORMATS))}",
        )
    limits = limits or BankLimits()
    bounded_file(path, limits, whole=form in ("json", "gift", "moodle", "sql"))
    try:
        yield from reader(path, limits)
    except (OSError, ValueError, csv.Error, pl.exceptions.PolarsError, RecursionError) as error:
        raise SourceError(f"cannot be read: {error}", where=str(path)) from error


def _json(path: Path, limits: BankLimits) -> Iterator[Any]:
    with _text(path) as stream:
        try:
            found = json.load(stream)
        except json.JSONDecodeError:
            if not _is_lines(path):
                raise
            yield from _jsonl(path, limits)
            return
    yield from rows_of(found)


def _is_lines(path: Path) -> bool:
    """Whether a .json that is none holds an object a line."""
    with _text(path) as stream:
        first = next((line for line in stream if line.strip()), "")
    try:
        return isinstance(json.loads(first), dict)
    except ValueError:
        return False


def _jsonl(path: Path, limits: BankLimits) -> Iterator[Any]:
    with _text(path) as stream:
        lines = Lines(stream, characters=limits.row, lines=1)
        for number in itertools.count(1):
            try:
                line = next(lines)
                row = json.loads(line) if line.strip() else None
                if line.strip():
                    yield row
            except StopIteration:
                return
            except (ValueError, RecursionError) as error:
                yield f"line {number}: {error}"
            lines.accept()


def _csv(path: Path, limits: BankLimits) -> Iterator[Any]:
    with _text(path) as stream:
        shape = dialect(stream.read(_HEAD), "\t" if path.suffix.lower() == ".tsv" else ",")
        stream.seek(0)
        for row in csv_rows(stream, shape, limits):
            yield TableRow("", row) if isinstance(row, dict) else row


def _parquet(path: Path, limits: BankLimits) -> Iterator[Any]:
    for batch in pl.scan_parquet(path).collect_batches(chunk_size=_BATCH):
        yield from _small_rows(batch, limits) if batch.height else ()


def _small_rows(batch: pl.DataFrame, limits: BankLimits) -> Iterator[Any]:
    """Rows as dicts; one with a cell too large to be taken out as a text that names the cell."""
    sizes = {name: _size(name, dtype) for name, dtype in batch.schema.items()}
    large = batch.select(
        pl.coalesce(
            pl.when(size > limits.row).then(pl.lit(f"{name}: more than {limits.row} in size"))
            for name, size in sizes.items()
        ).alias("large")
    )["large"]
    kept = batch.filter(large.is_null()).iter_rows(named=True)
    for why in large:
        yield next(kept) if why is None else why


def _size(name: str, dtype: pl.DataType) -> pl.Expr:
    """Bytes of a text, or of all texts of a list; members of other lists."""
    column = pl.col(name)
    if isinstance(dtype, pl.String):
        return column.str.len_bytes()
    if isinstance(dtype, pl.List) and isinstance(dtype.inner, pl.String):
        return column.list.eval(pl.element().str.len_bytes() + 1).list.sum()
    return column.list.len() if isinstance(dtype, pl.List) else pl.lit(0)


def _xlsx(path: Path, limits: BankLimits) -> Iterator[Any]:
    del limits  # a zip has its own
    from documents.office import sheets

    for name, cells in sheets.tables(path.read_bytes(), str(path), Limits()):
        head = list(itertools.islice(cells, _TOP))
        place = heading_row(head)
        headings = unique(head[place]) if head else []
        for row in itertools.chain(head[place + 1 :], cells):
            if any(cell and not getattr(cell, "above", False) for cell in row):
                yield TableRow(name, {h: v for h, v in zip(headings, row, strict=False) if h})


def _gift(path: Path, limits: BankLimits) -> Iterator[Any]:
    del limits
    with _text(path) as stream:
        yield from gift.rows(stream.read())


def _moodle(path: Path, limits: BankLimits) -> Iterator[Any]:
    del limits
    from banks import moodle  # loads what reads markup

    yield from moodle.rows(path)


def _sql(path: Path, limits: BankLimits) -> Iterator[Any]:
    del limits
    with _text(path) as stream:
        for table, row in sql.rows(stream.read()):
            yield TableRow(table, row)


def _text(path: Path) -> TextIOWrapper:
    """A text stream in the encoding that a mark names, or the first that fits the whole content.

    Raises ValueError where none does.
    """
    with path.open("rb") as binary:
        head = binary.read(4)
    marked = next((name for mark, name in _BOMS if head.startswith(mark)), "")
    for encoding in (marked,) if marked else _ENCODINGS:
        try:
            with path.open(encoding=encoding, newline="") as stream:
                while stream.read(1 << 20):
                    pass
        except UnicodeError:
            continue
        return path.open(encoding=encoding, newline="")
    raise ValueError(f"neither {' nor '.join((marked,) if marked else _SAID)}; save it as UTF-8")
