"""Rows of a data file as dicts, streamed where the format allows."""

import csv
import json
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import polars as pl

from banks.settings import FORMATS
from cpsyexam.errors import SourceError
from documents.limits import Limits
from documents.office import sheets

Row = dict[str, Any]
_BATCH = 20_000
_ENCODINGS = ("utf-8-sig", "gb18030")


def rows(path: Path) -> Iterator[Any]:
    """Every row of a JSON, JSONL, CSV, Parquet or xlsx file; a row that is no object as it is.

    Raises SourceError where the file cannot be read.
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
    try:
        yield from reader(path)
    except (OSError, ValueError, csv.Error, pl.exceptions.PolarsError, RecursionError) as error:
        raise SourceError(f"cannot be read: {error}", where=str(path)) from error


def _json(path: Path) -> Iterator[Any]:
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


def _jsonl(path: Path) -> Iterator[Any]:
    with _text(path) as stream:
        for number, line in enumerate(stream, start=1):
            if line.strip():
                try:
                    yield json.loads(line)
                except ValueError as error:
                    yield f"line {number}: {error}"


def _csv(path: Path) -> Iterator[Any]:
    csv.field_size_limit(10_000_000)
    with _text(path) as stream:
        delimiter = "\t" if path.suffix.lower() == ".tsv" else ","
        for row in csv.DictReader(stream, delimiter=delimiter):
            yield {key or "#": value for key, value in row.items() if key is not None}


def _parquet(path: Path) -> Iterator[Any]:
    for batch in pl.scan_parquet(path).collect_batches(chunk_size=_BATCH):
        yield from batch.iter_rows(named=True)


def _xlsx(path: Path) -> Iterator[Any]:
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
