"""A PDF's own text instead of OCR, where it is good: no hidden old OCR, no broken encoding."""

import ctypes
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from math import pi
from typing import Any

import pypdfium2 as pdfium
from pypdfium2 import raw

from cpsyexam.text import cjk_share
from documents.scripts import lowered, raised
from ocr.page.fragment import LAYER, Fragment, Reading
from ocr.page.pages import Place, open_pdf, scale_of
from ocr.settings import BooksSettings

WIDE = 0.9  # ems: a wider gap parts two runs; the layout decides what it was
SMALL = 0.9  # height of a raised or lowered character, as a share of its neighbour's
SHIFT = 0.12  # ems that its base lies above or below
DRIFT = 0.35  # ems that bases on one line may differ
_OPENING, _CLOSING = "（([【", "）)]】"
_GAP = "\u3000\u3000"
_Box = tuple[float, float, float, float]
LEAST = 50  # characters of a page with a text layer worth having
COVERED = 0.8  # share of the page that an image covers in a scan
ABNORMAL = 0.03  # share of characters that no book prints
_STRANGE = re.compile(r"[\ufffd\ufffe\uffff\ue000-\uf8ff\x00-\x08\x0b\x0c\x0e-\x1f]")
_RUNS = re.compile(r"[!-/:-@\[-`{-~]{4,}")
HIDDEN = 3  # text render mode: neither filled nor stroked


@dataclass(frozen=True)
class Glyph:
    """One character; the tight box in points, and the loose one of its font."""

    text: str
    left: float
    bottom: float
    right: float
    top: float
    base: float  # lower edge of the loose box
    height: float  # of the loose box
    start: float  # left edge of the loose box
    end: float

    @property
    def em(self) -> float:
        """Width of a Chinese character in this font size."""
        wide = self.end - self.start
        return wide if self.text >= "\u2e80" and wide > 0 else self.height * 0.75


@dataclass
class Run:
    """A piece of a line and its box in points, y upwards."""

    text: str
    left: float
    bottom: float
    right: float
    top: float
    last: Glyph  # of its ordinary characters
    end: float

    def take(self, glyph: Glyph, text: str, *, shifted: bool) -> None:
        """Put a character behind the others."""
        self.text += text
        self.left, self.right = min(self.left, glyph.left), max(self.right, glyph.right)
        self.bottom, self.top = min(self.bottom, glyph.bottom), max(self.top, glyph.top)
        self.end = glyph.end
        if not shifted:
            self.last = glyph


def runs(text_page: Any, wide: float = WIDE) -> Iterator[Run]:
    """The runs of a page, as the file orders them. `10²` and `x₁` keep what is raised.

    A gap of more than `wide` ems parts two runs. Where most text is drawn sideways (landscape
    printing, on a page that is turned back) it is read along its own direction.
    """
    quarter = _quarter(text_page)
    for run in _runs(text_page, wide, quarter):
        run.left, run.bottom, run.right, run.top = _turned(
            (run.left, run.bottom, run.right, run.top), -quarter % 4
        )
        yield run


def _quarter(text_page: Any) -> int:
    """By how many quarters of a turn, to the left, most characters stand on the page."""
    every = range(0, text_page.count_chars(), 7)
    angles = [raw.FPDFText_GetCharAngle(text_page.raw, at) for at in every]
    quarters = Counter(-round(angle / (pi / 2)) % 4 for angle in angles if angle >= 0)
    return quarters.most_common(1)[0][0] if quarters else 0


def _turned(box: _Box, quarter: int) -> _Box:
    """A box (left, bottom, right, top) after so many quarters of a turn to the right."""
    for _ in range(quarter):
        left, bottom, right, top = box
        box = (bottom, -right, top, -left)
    return box


def _runs(text_page: Any, wide: float, quarter: int) -> Iterator[Run]:
    run: Run | None = None
    blank = False
    for glyph in _glyphs(text_page, quarter):
        if not glyph.text.strip():
            blank = True
            continue
        if run is not None and (joined := _joined(run, glyph, wide, blank=blank)) is not None:
            run.take(glyph, joined[0], shifted=joined[1])
        else:
            if run is not None:
                yield run
            run = Run(glyph.text, *_box(glyph), glyph, glyph.end)
        blank = False
    if run is not None:
        yield run


def _joined(run: Run, glyph: Glyph, wide: float, *, blank: bool) -> tuple[str, bool] | None:
    """What a character adds to a run, and whether it is raised or lowered; None = a new run."""
    last, em = run.last, run.last.em
    gap = glyph.start - run.end
    if glyph.height < last.height * SMALL and abs(gap) < em / 2:
        middle = glyph.base + glyph.height / 2 - last.base - last.height / 2
        if SHIFT * em < abs(middle) < em:
            return (raised if middle > 0 else lowered)(glyph.text), True
    drift = abs(glyph.base + glyph.height / 2 - last.base - last.height / 2)
    if drift > DRIFT * em or gap < -em:
        return None
    if run.text[-1] in _OPENING and glyph.text in _CLOSING and gap > em / 3:
        return _GAP + glyph.text, False
    if gap > wide * em:
        return None
    latin = blank and run.text[-1].isascii() and glyph.text.isascii()
    return (" " if latin and gap > em / 8 else "") + glyph.text, False


def _box(glyph: Glyph) -> tuple[float, float, float, float]:
    return glyph.left, glyph.bottom, glyph.right, glyph.top


def _glyphs(text_page: Any, quarter: int) -> Iterator[Glyph]:
    whole = text_page.get_text_range(0, -1)
    count = text_page.count_chars()
    for at in range(count):
        text = whole[at] if len(whole) == count else text_page.get_text_range(at, 1)
        if not text.strip():
            yield Glyph(" ", 0, 0, 0, 0, 0, 0, 0, 0)
            continue
        left, bottom, right, top = _turned(text_page.get_charbox(at), quarter)
        start, base, end, high = _turned(text_page.get_charbox(at, loose=True), quarter)
        yield Glyph(text, left, bottom, right, top, base, high - base, start, end)


def read_layer(
    place: Place, shape: tuple[int, ...] | None, settings: BooksSettings, least: int = LEAST
) -> Reading | None:
    """The text layer of a PDF page as fragments in pixels of its image, or None for no good one.

    `shape` is that of the image, None where it is not drawn; a layer of fewer characters than
    `least` is not believed.
    """
    if place.file.suffix.lower() != ".pdf":
        return None
    with closing(open_pdf(place.file)) as document:
        try:
            page = document[place.page - 1]
            text_page = page.get_textpage()
            text = text_page.get_text_range()
            if not good(text, least) or _hidden(page):
                return None
            scale = scale_of(page, settings.dpi, settings.max_side)
            width, height = (round(side * scale) for side in page.get_size())
            fragments = tuple(_fragments(page, text_page, scale))
        except pdfium.PdfiumError:
            return None
    if shape is not None:
        height, width = shape[0], shape[1]
    return Reading(width, height, 0, LAYER, fragments)


def good(text: str, least: int = LEAST) -> bool:
    """Is this the text of a Chinese page, or too little, or broken?"""
    letters = re.sub(r"\s", "", text)
    if len(letters) < least:
        return False
    strange = len(_STRANGE.findall(letters)) + sum(map(len, _RUNS.findall(letters)))
    if strange / len(letters) >= ABNORMAL:
        return False
    return cjk_share(letters) >= 0.2


def _hidden(page: Any) -> bool:
    """Old OCR: most text is invisible and lies on an image of the whole page."""
    modes = [
        raw.FPDFTextObj_GetTextRenderMode(item.raw)
        for item in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=3)
    ]
    hidden = sum(mode == HIDDEN for mode in modes)
    width, height = page.get_size()
    area = 0.0
    for image in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=3):
        left, bottom, right, top = image.get_bounds()
        area = max(area, abs(right - left) * abs(top - bottom) / max(width * height, 1.0))
    return area >= COVERED or (bool(modes) and hidden / len(modes) > 0.5)


def _fragments(page: Any, text_page: Any, scale: float) -> list[Fragment]:
    found = []
    for run in runs(text_page):
        x0, y0 = _device(page, run.left, run.top, scale)
        x1, y1 = _device(page, run.right, run.bottom, scale)
        x0, x1 = sorted((x0, x1))
        y0, y1 = sorted((y0, y1))
        found.append(Fragment(run.text, 1.0, (x0, y0, x1, y0, x1, y1, x0, y1)))
    return found


def _device(page: Any, x: float, y: float, scale: float) -> tuple[float, float]:
    """A point of the page in pixels of its image, whatever its rotation and crop box."""
    width, height = page.get_size()
    wide, high = round(width * scale), round(height * scale)
    found_x, found_y = ctypes.c_int(), ctypes.c_int()
    raw.FPDF_PageToDevice(page.raw, 0, 0, wide, high, 0, x, y, found_x, found_y)
    return float(found_x.value), float(found_y.value)
