"""xlsx → HTML tables of its sheets, then read as a page; a header of questions is understood."""

import io
import re
import warnings
from collections.abc import Iterator
from html import escape
from typing import Any

from openpyxl import load_workbook
from openpyxl.utils.cell import range_boundaries

from cpsyexam.errors import SourceError
from documents.html import Text, fragment_text
from documents.limits import Limits, bounded
from documents.office.cells import Shown, shown
from documents.office.package import Package

_Range = tuple[int, int]
_MERGE = re.compile(rb'<mergeCell ref="([A-Z]+\d+:[A-Z]+\d+)"')
_NAMELESS = re.compile(r"(?:sheet|工作表|工作簿|表)\s*\d*", re.IGNORECASE)


def read_sheets(data: bytes, where: str, limits: Limits) -> Text:
    """The text of all visible sheets, a row a line; tables of questions come out as questions.

    Raises SourceError where the file is broken or beyond the limits.
    """
    found = "".join(
        f"{_title(name)}<table>{''.join(rows)}</table>\n"
        for name, rows in _sheets(data, where, limits)
        if rows
    )
    return fragment_text(found)


def tables(data: bytes, where: str, limits: Limits) -> Iterator[tuple[str, Iterator[list[str]]]]:
    """Name and rows of every visible sheet; cells merged with one above have its text.

    Raises SourceError where the file is broken or beyond the limits.
    """
    package = Package(data, where, limits)
    for sheet in _workbook(data, where, limits):
        yield sheet.title, _filled(_cells(sheet, where, limits), _merged(package, sheet))


def _filled(
    rows: Iterator[tuple[Any, ...]], merged: dict[int, list[_Range]]
) -> Iterator[list[str]]:
    held: dict[int, tuple[int, str]] = {}  # column → last row of its merged cells, text
    for number, row in enumerate(rows, start=1):
        cells = [shown(cell) for cell in row]
        for column, (last, text) in held.items():
            if number <= last:
                cells += [""] * (column + 1 - len(cells))
                cells[column] = Shown(text, above=True)
        held |= {c: (last, cells[c]) for c, last in merged.get(number, ()) if c < len(cells)}
        yield cells


def _merged(package: Package, sheet: Any) -> dict[int, list[_Range]]:
    """First row → (column from 0, last row) of cells merged with others below."""
    found: dict[int, list[_Range]] = {}
    for one in package.matches(sheet._worksheet_path, _MERGE):  # noqa: SLF001 - told nowhere else
        left, top, _, bottom = range_boundaries(one.decode("ascii"))
        if left and top and bottom and bottom > top:
            found.setdefault(top, []).append((left - 1, bottom))
    return found


def _sheets(data: bytes, where: str, limits: Limits) -> Iterator[tuple[str, list[str]]]:
    for sheet in _workbook(data, where, limits):
        kept = (r for r in _cells(sheet, where, limits) if any(c.value is not None for c in r))
        yield sheet.title, ["<tr>" + "".join(map(_cell, row)) + "</tr>\n" for row in kept]


def _title(name: str) -> str:
    return "" if _NAMELESS.fullmatch(name) else f"<h2>{escape(name)}</h2>\n"


def _cell(cell: Any) -> str:
    said = escape(shown(cell)).replace("\n", "<br>")
    font = getattr(cell, "font", None)
    if font is not None and font.b:
        said = f"<b>{said}</b>"
    colour = getattr(getattr(font, "color", None), "rgb", None)
    style = f' style="color:#{colour[2:]}"' if isinstance(colour, str) and len(colour) == 8 else ""
    return f"<td{style}>{said}</td>"


def _workbook(data: bytes, where: str, limits: Limits) -> list[Any]:
    Package(data, where, limits)  # its bounds hold before openpyxl unpacks anything
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and extensions that it does not know
            book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    except Exception as error:  # zipfile's, lxml's and openpyxl's many own
        raise _broken(error, where) from error
    return [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]


def _cells(sheet: Any, where: str, limits: Limits) -> Iterator[tuple[Any, ...]]:
    count = 0
    try:
        for row in sheet.iter_rows():
            count += len(row)
            bounded(count, limits.cells, "cells", where, "cells")
            yield row
    except SourceError:
        raise
    except Exception as error:
        raise _broken(error, where) from error


def _broken(error: Exception, where: str) -> SourceError:
    return SourceError(
        f"not a readable spreadsheet: {error}", where=where, remedy="save it anew as .xlsx"
    )
