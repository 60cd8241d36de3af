"""A design's printed pages as a perfect engine would read them: lines of text with their boxes.

The text is the PDF's own, drawn together to lines by the gaps that a detector of lines closes;
ruled lines and figures come from the page image, as they do for scans.
"""

import ctypes
import json
import math
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import pairwise
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
from ocr.page.textlayer import Run, runs

DPI = 200
SCALE = DPI / 72
FAINT, WHITE = 165, 250  # grey levels between which print is a watermark; white lies on bars
ASKEW = 4  # degrees by which a line of text may climb
SPACE = 0.3  # ems between pieces of a line that are read as a blank
CLOSE = 1.0  # ems between pieces of a line that one box holds
LEVEL = 0.6  # of the height of the lower one that two pieces of a line share
UPRIGHT = 1.6  # ems from one character to the next in a line that runs down
STACK = 3  # characters of such a line
TWICE = 0.2  # of its width that a character printed twice is moved
HYPHEN = "\ufffe"  # as pdfium gives one at the end of a line
ENGINE = "pdf"
FORMAT = 5  # raised where pages are read differently
SOURCES = (
    "ocr/page/figures.py",
    "ocr/page/figures.py",
    "ocr/layout/tables.py",
    "ocr/page/textlayer.py",
)
SHARED = ("sheet.css", "macros.html", "paginate.js", "sheet.typ")


@dataclass(frozen=True)
class Sheets:
    """A printed book: its readings, a page or spread each, its truth and its TOML."""

    readings: tuple[Reading, ...]
    truth: list[dict[str, Any]]
    toml: Path


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
    if index.exists() and (known := json.loads(index.read_text("utf-8")))["key"] == key:
        kept = [cache.load(own, _name(key, at)) for at in range(known["pages"])]
        if all(kept):
            return Sheets(tuple(r for r in kept if r), known["truth"], toml)
    printing = press(design, volume, seed)
    pages = list(_pages(printing.pdf))
    readings = tuple(_spreads(pages) if design.spread else (_reading(*page) for page in pages))
    truth = truth_of(design, volume, printing, [])["questions"]
    for at, reading in enumerate(readings):
        cache.save(own, _name(key, at), reading)
    write_text(toml, about(volume))
    write_json(index, {"key": key, "pages": len(readings), "truth": truth})
    return Sheets(readings, json.loads(index.read_text("utf-8"))["truth"], toml)


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
            printed = _Printed(page.get_textpage())
            if columns := list(_columns(printed, high)):
                yield pixels, columns
                continue
            found = [_fragment(run, high) for run in runs(printed, SPACE)]
            yield pixels, joined(stacked(found))


def _columns(printed: "_Printed", high: float) -> Iterator[Fragment]:
    """Pieces of the columns of a page whose text runs down; none where it does not."""
    boxes = [
        (printed.get_text_range(at, 1), printed.get_charbox(at, loose=True))
        for at in range(printed.count_chars())
    ]
    chars = [(text, box) for text, box in boxes if text.strip() and box[2] > box[0]]
    down = sum(
        a[1] - b[1] > 0.5 * (a[2] - a[0]) and abs(a[0] + a[2] - b[0] - b[2]) < a[2] - a[0]
        for (_, a), (_, b) in pairwise(chars)
    )
    if down <= 0.5 * len(chars):
        return
    piece: list[tuple[str, Area]] = []
    for char in (*chars, None):
        if piece and (char is None or not _goes_down(piece[-1][1], char[1])):
            said = "".join(text for text, _ in piece)
            edges = list(zip(*(box for _, box in piece), strict=True))
            box = min(edges[0]), high - max(edges[3]), max(edges[2]), high - min(edges[1])
            yield boxed(said, tuple(value * SCALE for value in box))
            piece = []
        if char is not None:
            piece.append(char)


def _goes_down(above: Area, below: Area) -> bool:
    em = max(above[2] - above[0], above[3] - above[1], below[2] - below[0])
    level = abs((above[0] + above[2]) / 2 - (below[0] + below[2]) / 2) < 0.5 * em
    return level and -0.3 * em < above[1] - below[3] < SPACE * em


def _fragment(run: Run, high: float) -> Fragment:
    box = (run.left, high - run.top, run.right, high - run.bottom)
    return boxed(run.text, tuple(value * SCALE for value in box))


def boxed(text: str, box: Sequence[float]) -> Fragment:
    """A surely read piece in the box left, top, right, bottom."""
    x0, y0, x1, y1 = box
    return Fragment(text, 1.0, (x0, y0, x1, y0, x1, y1, x0, y1))


class _Printed:
    """The characters of a PDF's text page that an engine reads: neither faint nor askew."""

    def __init__(self, page: Any) -> None:
        self._page = page
        kept = [at for at in range(page.count_chars()) if not _lost(page, at)]
        self._kept = [at for at in kept if not self._twice(at)]
        whole = page.get_text_range(0, -1)
        same = len(whole) == page.count_chars()
        self._text = "".join(
            (whole[at] if same else page.get_text_range(at, 1))[:1] or " " for at in self._kept
        ).replace(HYPHEN, "-")

    @property
    def raw(self) -> Any:
        """The whole page's handle: its angles are asked for, in no order that matters."""
        return self._page.raw

    def _twice(self, at: int) -> bool:
        """Is it the shadow of the character before, to make that bold?"""
        if not at or self._page.get_text_range(at, 1) != self._page.get_text_range(at - 1, 1):
            return False
        one, other = (self._page.get_charbox(k) for k in (at - 1, at))
        wide = max(one[2] - one[0], 1e-6)
        return bool(max(abs(one[0] - other[0]), abs(one[1] - other[1])) < TWICE * wide)

    def count_chars(self) -> int:
        return len(self._kept)

    def get_text_range(self, index: int, count: int) -> str:
        return self._text if count < 0 else self._text[index : index + count]

    def get_charbox(self, at: int, *, loose: bool = False) -> tuple[float, float, float, float]:
        found: tuple[float, float, float, float] = self._page.get_charbox(self._kept[at], loose)
        return found


def _lost(page: Any, at: int) -> bool:
    """Is a character fainter than print (a watermark), or does its line climb?"""
    red, green, blue, alpha = (ctypes.c_uint(0) for _ in range(4))
    raw.FPDFText_GetFillColor(page.raw, at, red, green, blue, alpha)
    grey = 0.299 * red.value + 0.587 * green.value + 0.114 * blue.value
    light = 255 - alpha.value * (255 - grey) / 255
    turned = math.degrees(raw.FPDFText_GetCharAngle(page.raw, at)) % 90
    return FAINT < light < WHITE or ASKEW < turned < 90 - ASKEW


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
