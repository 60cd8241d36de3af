"""Rows of a data file as dicts, streamed where the format allows."""

import csv
import itertools
import json
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import polars as pl

from banks.csv_rows import csv_rows
from banks.limits import BankLimits, bounded_file
from banks.lines import Lines
from banks.settings import FORMATS
from cpsyexam.errors import SourceError
from documents.limits import Limits

Row = dict[str, Any]
_BATCH = 20_000
_ENCODINGS = ("utf-8-sig", "gb18030")


def rows(path: Path, limits: BankLimits | None = None) -> Iterator[Any]:
    """Every row of a JSON, JSONL, CSV, Parquet or xlsx file; one that cannot be read as a text.

    Raises SourceError where the file cannot be read, or is larger than the limits.
    """
    form = FORMATS.get(path.suffix.lower(), "")
    reader = {"json": _json, "jsonl": _jsonl, "csv": _csv, "parquet": _parquet,
              "xlsx": _xlsx}.get(form)  # fmt: skip
    if reader is None:
        raise SourceError(
            f"unknown kind of file {path.suffix!r}",
            where=str(path),
            remedy=f"use one of {' '.join(sorted(FORMATS))}",
        )
    limits = limits or BankLimits()
    bounded_file(path, limits, whole=form == "json")
    try:
        yield from reader(path, limits)
    except (OSError, ValueError, csv.Error, pl.exceptions.PolarsError, RecursionError) as error:
        raise SourceError(f"cannot be read: {error}", where=str(path)) from error


def _json(path: Path, limits: BankLimits) -> Iterator[Any]:
    del limits
    with _text(path) as stream:
        found = json.load(stream)
    if isinstance(found, dict):
        lists = [value for value in found.values() if isinstance(value, list)]
        if not lists:
            yield found
            return
        found = [row for one in lists for row in one]
    if not isinstance(found, list):
        raise ValueError("the JSON is neither a list nor an object")  # noqa: TRY004 - bad data
    yield from found


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
        yield from csv_rows(stream, "\t" if path.suffix.lower() == ".tsv" else ",", limits)


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

    for row in sheets.rows(path.read_bytes(), str(path), Limits()):
        yield {name: sheets.text(value) for name, value in row.items()}


def _text(path: Path) -> TextIOWrapper:
    """A text stream in the first encoding that fits the file's whole content."""
    for encoding in _ENCODINGS[:-1]:
        try:
            with path.open(encoding=encoding, newline="") as stream:
                while stream.read(1 << 20):
                    pass
        except UnicodeDecodeError:
            continue
        return path.open(encoding=encoding, newline="")
    return path.open(encoding=_ENCODINGS[-1], newline="")
