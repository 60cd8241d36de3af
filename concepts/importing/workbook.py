"""An xlsx file → the cells of its first sheet, with row numbers (ECMA-376, parts used here)."""

import re
import zipfile
from pathlib import Path
from typing import Any

from lxml import etree  # type: ignore[import-untyped]

from cpsyexam.errors import SourceError

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_LARGEST = 200_000_000  # bytes of an unpacked part


def cells(path: Path) -> list[tuple[int, list[str]]]:
    """Row number and texts of each row of the first sheet. Raises SourceError where unreadable."""
    try:
        with zipfile.ZipFile(path) as book:
            shared = _shared(book)
            return [_row(row, shared) for row in _part(book, _sheet(book)).iter(f"{_MAIN}row")]
    except (zipfile.BadZipFile, KeyError, etree.XMLSyntaxError, ValueError, IndexError) as error:
        raise SourceError(
            f"cannot be read as a workbook: {error}",
            where=str(path),
            remedy="save it as .xlsx again, or as CSV",
        ) from error


def _part(book: zipfile.ZipFile, name: str) -> Any:
    if book.getinfo(name).file_size > _LARGEST:
        raise ValueError(f"{name} is too large")
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    return etree.fromstring(book.read(name), parser)


def _sheet(book: zipfile.ZipFile) -> str:
    first = next(_part(book, "xl/workbook.xml").iter(f"{_MAIN}sheet"))
    for link in _part(book, "xl/_rels/workbook.xml.rels"):
        if link.get("Id") == first.get(_LINK):
            target = str(link.get("Target"))
            return target.lstrip("/") if target.startswith("/") else f"xl/{target}"
    raise ValueError("no sheet")


def _shared(book: zipfile.ZipFile) -> list[str]:
    if "xl/sharedStrings.xml" not in book.namelist():
        return []
    return [_text(item) for item in _part(book, "xl/sharedStrings.xml").iter(f"{_MAIN}si")]


def _row(row: Any, shared: list[str]) -> tuple[int, list[str]]:
    found: dict[int, str] = {}
    for cell in row.iter(f"{_MAIN}c"):
        column = _column(cell.get("r") or "") if cell.get("r") else len(found)
        value = cell.findtext(f"{_MAIN}v") or ""
        if cell.get("t") == "s":
            value = shared[int(value)]
        elif cell.get("t") == "inlineStr":
            value = _text(cell)
        found[column] = value
    width = max(found, default=-1) + 1
    return int(row.get("r") or 0), [found.get(i, "") for i in range(width)]


def _text(item: Any) -> str:
    """The text of a cell without the readings (rPh) of East Asian words."""
    runs = item.iter(f"{_MAIN}t")
    return "".join(t.text or "" for t in runs if t.getparent().tag != f"{_MAIN}rPh")


def _column(place: str) -> int:
    number = 0
    for letter in re.sub(r"\d", "", place):
        number = number * 26 + ord(letter.upper()) - 64
    return number - 1
