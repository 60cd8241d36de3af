"""Books that people wrote as plain text, as a perfect engine would read them: lines with boxes.

In: annotated books (`bench.annotated`), their lines as printed, their pages parted by lines that
hold a form feed alone. Conventions of numbering, keys and headings are cheap to write down so; what
rules, columns and wear do to them is left to the designs.
"""

import re
import unicodedata
from pathlib import Path
from typing import Any

from bench.annotated import Annotated
from bench.structure_pages import ENGINE, Sheets, boxed
from cpsyexam.files import write_text
from cpsyexam.text import fold
from ocr.page.fragment import Fragment, Reading

EM = 33  # pixels: ten points and a half at 200 dpi, rounded up with their space
STEP = 56  # from one line to the next
EDGE = 170  # margin of a page
ROWS = 36  # of a page at least
WIDE = 46  # ems of a page's text
_UNIT = r"(?:[(（][ \u3000]+[)）]|\S)+"
_PIECE = re.compile(rf"{_UNIT}(?:(?:[ ]{{1,3}}|\u3000){_UNIT})*")
_SPACE = re.compile(r"\s+")
_TOML = """title = "{name}"
file = "{name}.pdf"
[terms]
owner = "nobody"
licence = "CC0-1.0"
terms_url = "https://example.org"
decided_by = "bench"
decided_on = "2026-11-23"
[[chapter]]
pages = [1, {pages}]
exam = "PCE"
subject = "心理咨询师二级"
"""


def typed(book: Annotated, folder: Path) -> Sheets:
    """A written book as readings of its pages; its TOML lies in `folder`."""
    pages = _pages(book.text)
    name = book.name.rpartition("/")[2]
    toml = folder / book.name / f"{name}.toml"
    write_text(toml, _TOML.format(name=name, pages=len(pages)))
    flat = [_SPACE.sub("", fold(page)) for page in pages]
    rows = max(ROWS, *(len(page.split("\n")) for page in pages))
    readings = tuple(_reading(page, rows) for page in pages)
    return Sheets(readings, [_item(row, flat) for row in book.truth], toml)


def _pages(text: str) -> list[str]:
    found = re.split(r"^[ \t]*\f[ \t]*$", text, flags=re.MULTILINE)
    return [page.strip("\n") for page in found if page.strip()]


def _reading(page: str, rows: int) -> Reading:
    """A page of so many rows; a last line below a blank one stands at its foot."""
    lines = page.split("\n")
    foot = len(lines) - 1 if len(lines) > 1 and not lines[-2].strip() else -1
    at_row = {at: rows - 1 if at == foot else at for at in range(len(lines))}
    found = [f for at, row in at_row.items() for f in _fragments(lines[at], EDGE + row * STEP)]
    return Reading(2 * EDGE + WIDE * EM, 2 * EDGE + rows * STEP, 0, ENGINE, tuple(found))


def _fragments(line: str, top: int) -> list[Fragment]:
    """A box for each piece of a line that wide blanks part."""
    found = []
    for piece in _PIECE.finditer(line):
        left = float(EDGE) + EM * _ems(line[: piece.start()])
        right = float(EDGE) + EM * _ems(line[: piece.end()])
        found.append(boxed(piece[0], (left, float(top), right, float(top + EM))))
    return found


def _ems(text: str) -> float:
    return sum(1.0 if unicodedata.east_asian_width(c) in "WFA" else 0.5 for c in text)


def _item(row: dict[str, Any], pages: list[str]) -> dict[str, Any]:
    start = _SPACE.sub("", fold(row["stem"]))[:10]
    held = [at for at, page in enumerate(pages, 1) if start and start in page]
    return {**row, "pages": held, "number": str(row["number"])}
