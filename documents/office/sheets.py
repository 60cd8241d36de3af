"""xlsx → HTML tables of its sheets, then read as a page; a header of questions is understood."""

import io
import re
import warnings
from collections.abc import Iterator
from html import escape
from typing import Any

from openpyxl import load_workbook

from cpsyexam.errors import SourceError
from documents.html import Text, fragment_text
from documents.limits import Limits, bounded
from documents.office.package import Package

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


def rows(data: bytes, where: str, limits: Limits) -> Iterator[dict[str, Any]]:
    """Rows of every visible sheet as dicts by the names in its first row with two cells or more.

    Raises SourceError where the file is broken or beyond the limits.
    """
    for sheet in _workbook(data, where, limits):
        names: list[str] = []
        for row in _values(sheet, where, limits):
            if not names:
                names = [text(v) for v in row] if sum(v is not None for v in row) > 1 else []
            elif any(v is not None for v in row):
                yield {n: v for n, v in zip(names, row, strict=False) if n}


def text(value: Any) -> str:
    """A cell's value as printed: whole numbers without a point."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _sheets(data: bytes, where: str, limits: Limits) -> Iterator[tuple[str, list[str]]]:
    for sheet in _workbook(data, where, limits):
        kept = (r for r in _cells(sheet, where, limits) if any(c.value is not None for c in r))
        yield sheet.title, ["<tr>" + "".join(map(_cell, row)) + "</tr>\n" for row in kept]


def _title(name: str) -> str:
    return "" if _NAMELESS.fullmatch(name) else f"<h2>{escape(name)}</h2>\n"


def _cell(cell: Any) -> str:
    shown = escape(text(cell.value)).replace("\n", "<br>")
    font = getattr(cell, "font", None)
    if font is not None and font.b:
        shown = f"<b>{shown}</b>"
    colour = getattr(getattr(font, "color", None), "rgb", None)
    style = f' style="color:#{colour[2:]}"' if isinstance(colour, str) and len(colour) == 8 else ""
    return f"<td{style}>{shown}</td>"


def _workbook(data: bytes, where: str, limits: Limits) -> list[Any]:
    Package(data, where, limits)  # its bounds hold before openpyxl unpacks anything
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and extensions that it does not know
            book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    except Exception as error:  # zipfile's, lxml's and openpyxl's many own
        raise _broken(error, where) from error
    return [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]


def _values(sheet: Any, where: str, limits: Limits) -> Iterator[tuple[Any, ...]]:
    for row in _cells(sheet, where, limits):
        yield tuple(cell.value for cell in row)


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
