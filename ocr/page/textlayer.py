"""A PDF's own text instead of OCR, where it is good: no hidden old OCR, no broken encoding."""

import ctypes
import re
from contextlib import closing
from typing import Any

import pypdfium2 as pdfium
from pypdfium2 import raw

from cpsyexam.text import cjk_share
from ocr.page.fragment import LAYER, Fragment, Reading
from ocr.page.pages import Place, open_pdf, scale_of
from ocr.page.textruns import runs
from ocr.settings import BooksSettings

LEAST = 50  # characters of a page with a text layer worth having
COVERED = 0.8  # share of the page that an image covers in a scan
ABNORMAL = 0.03  # share of characters that no book prints
_STRANGE = re.compile(r"[\ufffd\ufffe\uffff\ue000-\uf8ff\x00-\x08\x0b\x0c\x0e-\x1f]")
_RUNS = re.compile(r"[!-/:-@\[-`{-~]{4,}")
HIDDEN = 3  # text render mode: neither filled nor stroked


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
