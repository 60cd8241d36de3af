"""A design's printed pages as a perfect engine would read them: lines of text with their boxes.

The text is the PDF's own, drawn together to lines by the gaps that a detector of lines closes;
ruled lines and figures come from the page image, as they do for scans.
"""

import ctypes
import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
from pypdfium2 import raw

from bench.designs.bank import Draw, Question
from bench.designs.book import HERE, about, truth_of
from bench.designs.chromium import binary
from bench.designs.model import Design
from bench.designs.press import press
from cpsyexam.files import digest, write_json, write_text
from ocr import cache
from ocr.layout.tables import frames
from ocr.page.figures import find_figures, find_rules
from ocr.page.fragment import Area, Fragment, Reading
from ocr.page.pages import Pixels
from ocr.page.textruns import Printed, Run, askew, runs

DPI = 200
SCALE = DPI / 72
FAINT, WHITE = 165, 250  # grey levels between which print is a watermark; white lies on bars
SPACE = 0.3  # ems between pieces of a line that are read as a blank
CLOSE = 1.0  # ems between pieces of a line that one box holds
LEVEL = 0.6  # of the height of the lower one that two pieces of a line share
UPRIGHT = 1.6  # ems from one character to the next in a line that runs down
STACK = 3  # characters of such a line
ENGINE = "pdf"
FORMAT = 6  # raised where pages are read differently
SOURCES = (
    "ocr/page/figures.py",
    "ocr/layout/tables.py",
    "ocr/page/textruns.py",
)
SHARED = ("sheet.css", "macros.html", "paginate.js", "sheet.typ")


@dataclass(frozen=True)
class Sheets:
    """A printed book: its readings, a page or spread each, its truth, its TOML and its PDF."""

    readings: tuple[Reading, ...]
    truth: list[dict[str, Any]]
    toml: Path
    pdf: Path | None = None


def printable(design: Design) -> bool:
    """Is the program at hand that prints the design?"""
    if (design.folder / "page.typ").exists():
        return find_spec("typst") is not None
    return bool(binary())


def sheets(design: Design, bank: Sequence[Question], seed: int, folder: Path) -> Sheets:
    """Print a design and read its pages; kept in `folder` until template or texts change."""
    volume = design.compose(Draw(bank, seed))
    own = folder / design.name
    key = _key(design, seed, [item.id + item.stem + item.answer for item in volume.items])
    toml, index = own / f"{design.name}.toml", own / "index.json"
    pdf = own / f"{design.name}.pdf"
    if index.exists() and (known := json.loads(index.read_text("utf-8")))["key"] == key:
        kept = [cache.load(own, _name(key, at)) for at in range(known["pages"])]
        if all(kept):
            return Sheets(tuple(r for r in kept if r), known["truth"], toml, pdf)
    printing = press(design, volume, seed)
    pages = list(_pages(printing.pdf))
    readings = tuple(_spreads(pages) if design.spread else (_reading(*page) for page in pages))
    truth = truth_of(design, volume, printing, [])["questions"]
    for at, reading in enumerate(readings):
        cache.save(own, _name(key, at), reading)
    write_text(toml, about(volume))
    pdf.write_bytes(printing.pdf)
    write_json(index, {"key": key, "pages": len(readings), "truth": truth})
    return Sheets(readings, json.loads(index.read_text("utf-8"))["truth"], toml, pdf)


def _key(design: Design, seed: int, said: Sequence[str]) -> str:
    root = HERE.parent.parent
    files = [
        *sorted(p for p in design.folder.iterdir() if p.is_file()),
        *(HERE / name for name in SHARED),
        *(root / name for name in SOURCES),
    ]
    parts = [f"{FORMAT} {seed}", *said, *(path.read_text("utf-8") for path in files)]
    return digest("\x1f".join(parts))


def _name(key: str, at: int) -> str:
    return f"{key[:16]}-{at:03}"


def _pages(pdf: bytes) -> Iterator[tuple[Pixels, list[Fragment]]]:
    """Each page in grey at 200 dpi, and its lines of text."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        for page in document:
            pixels = np.array(page.render(scale=SCALE, grayscale=True).to_numpy()).squeeze()
            high = page.get_height()
            printed = Printed(page.get_textpage(), _lost)
            found = [_fragment(run, high) for run in runs(printed, SPACE)]
            down = sum(len(f.text) for f in found if f.height > f.width and len(f.text) > 1)
            whole = 2 * down > sum(len(f.text) for f in found)  # lines run down, one by one
            yield pixels, found if whole else joined(stacked(found))


def _fragment(run: Run, high: float) -> Fragment:
    return _placed(run.text, (run.left, run.bottom, run.right, run.top), high)


def _placed(text: str, box: Area, high: float) -> Fragment:
    left, bottom, right, top = box
    return boxed(text, tuple(value * SCALE for value in (left, high - top, right, high - bottom)))


def boxed(text: str, box: Sequence[float]) -> Fragment:
    """A surely read piece in the box left, top, right, bottom."""
    x0, y0, x1, y1 = box
    return Fragment(text, 1.0, (x0, y0, x1, y0, x1, y1, x0, y1))


def _lost(page: Any, at: int) -> bool:
    """Is a character fainter than print (a watermark), or does its line climb?"""
    red, green, blue, alpha = (ctypes.c_uint(0) for _ in range(4))
    raw.FPDFText_GetFillColor(page.raw, at, red, green, blue, alpha)
    grey = 0.299 * red.value + 0.587 * green.value + 0.114 * blue.value
    light = 255 - alpha.value * (255 - grey) / 255
    return FAINT < light < WHITE or askew(page, at)


def _box(fragment: Fragment) -> Area:
    return fragment.quad[0], fragment.quad[1], fragment.quad[4], fragment.quad[5]


def stacked(fragments: Sequence[Fragment]) -> list[Fragment]:
    """Single characters one below the other as one upright line each."""
    found: list[Fragment] = []
    stack: list[Fragment] = []
    for fragment in (*fragments, None):
        if stack and (fragment is None or not _below(stack[-1], fragment)):
            found += [_around(stack, "")] if len(stack) >= STACK else stack
            stack = []
        if fragment is not None:
            stack.append(fragment)
    return found


def _below(above: Fragment, fragment: Fragment) -> bool:
    if len(above.text) > 1 or len(fragment.text) > 1 or fragment.text.isascii():
        return False
    (ax0, ay0, ax1, ay1), (x0, y0, x1, y1) = _box(above), _box(fragment)
    em = max(ax1 - ax0, x1 - x0, y1 - y0)
    step = (y0 + y1) / 2 - (ay0 + ay1) / 2
    return abs((x0 + x1) / 2 - (ax0 + ax1) / 2) < 0.5 * em and 0 < step < UPRIGHT * em


def joined(fragments: Sequence[Fragment]) -> list[Fragment]:
    """Pieces of one line that nearly touch in one box, whatever their order in the file."""
    found: list[Fragment] = []
    for fragment in sorted(fragments, key=lambda f: (f.quad[0], f.quad[1])):
        at = next((i for i, f in enumerate(found) if _touches(f, fragment)), None)
        if at is None:
            found.append(fragment)
        else:
            wide = fragment.quad[0] - found[at].quad[2] > SPACE * fragment.height
            found[at] = _around([found[at], fragment], " " if wide else "")
    return sorted(found, key=lambda f: (f.quad[1], f.quad[0]))


def _touches(before: Fragment, fragment: Fragment) -> bool:
    ax0, ay0, ax1, ay1 = _box(before)
    x0, y0, _, y1 = _box(fragment)
    low = min(ay1 - ay0, y1 - y0)
    if before.height > 2 * before.width and len(before.text) > 1:
        return False
    level = min(ay1, y1) - max(ay0, y0) >= LEVEL * low
    return level and ax0 < x0 and -0.5 * low < x0 - ax1 < CLOSE * low


def _around(parts: Sequence[Fragment], between: str) -> Fragment:
    boxes = [_box(part) for part in parts]
    edges = list(zip(*boxes, strict=True))
    box = (min(edges[0]), min(edges[1]), max(edges[2]), max(edges[3]))
    return boxed(between.join(part.text for part in parts), box)


def _spreads(pages: Sequence[tuple[Pixels, list[Fragment]]]) -> Iterator[Reading]:
    """Two pages on each scan."""
    for at in range(0, len(pages), 2):
        left, text = pages[at]
        right, further = pages[at + 1] if at + 1 < len(pages) else (np.full_like(left, 255), [])
        wide = left.shape[1]
        moved = [boxed(f.text, (b[0] + wide, b[1], b[2] + wide, b[3]))
                 for f in further for b in [_box(f)]]  # fmt: skip
        yield _reading(np.concatenate([left, right], axis=1), [*text, *moved])


def _reading(pixels: Pixels, fragments: Sequence[Fragment]) -> Reading:
    high, wide = pixels.shape
    rules = find_rules(pixels)
    reading = Reading(wide, high, 0, ENGINE, tuple(fragments), rules=rules)
    return replace(reading, figures=find_figures(pixels, reading.fragments, frames(rules)))
