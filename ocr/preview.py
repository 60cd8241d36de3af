"""An HTML page that shows scans as they are understood: regions, reading order, questions."""

import base64
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from jinja2 import Template
from PIL import Image

from cpsyexam.pages import environment
from cpsyexam.pages.tongues import tongues
from ocr.alarms import alarms
from ocr.chapters.segment import Segmented
from ocr.layout.assemble import BookText
from ocr.layout.geometry import page_boxes
from ocr.layout.paragraphs import places
from ocr.page.fragment import Area, Reading
from ocr.page.pages import Pixels

WIDE = 900  # pixels of a page as shown
AROUND = (8, 4)  # pixels between a question and its frame, across and down
COLOURS = {  # what else stands on a page is as a header
    "body": "#2a6fdb",
    "header": "#999999",
    "margin": "#c0392b",
    "figure": "#8e44ad",
    "noise": "#c0392b",
}


@dataclass(frozen=True)
class Shown:
    """A page to show: its number, its image as it was read, and the reading."""

    number: int
    pixels: Pixels
    reading: Reading


def preview(title: str, pages: Sequence[Shown], text: BookText, parsed: Segmented) -> str:
    """The whole page as HTML with everything in it."""
    return _template().render(
        title=title,
        legend=COLOURS,
        pages=[_page(page, text, parsed) for page in pages],
        tongues=tongues(),
    )


@cache
def _template() -> Template:
    return environment("ocr").get_template("preview.html.j2")


def _page(page: Shown, text: BookText, parsed: Segmented) -> dict[str, Any]:
    high, wide = page.pixels.shape
    scale = WIDE / wide
    told = alarms(parsed, text.paragraphs).found
    return {
        "number": page.number,
        "size": (wide, high),
        "shown": (WIDE, round(high * scale)),
        "image": _jpeg(page.pixels, scale),
        "lines": list(_lines(page, text)),
        "figures": page.reading.figures,
        "order": " ".join(dict.fromkeys(_order(page, text))),
        "frames": list(_frames(page, text, parsed)),
        "alarms": [(a.rule, a.said) for a in told if a.page == page.number],
        "questions": [
            found.printed
            for found in parsed.questions
            if text.paragraphs[found.paragraphs[0]].page == page.number
        ],
    }


def _lines(page: Shown, text: BookText) -> Iterator[dict[str, str]]:
    for line in text.lines:
        if line.page == page.number:
            quad = page.reading.fragments[line.at].quad
            yield {
                "points": " ".join(f"{x},{y}" for x, y in zip(quad[::2], quad[1::2], strict=True)),
                "colour": COLOURS.get(line.role, COLOURS["header"]),
                "opacity": "0.10" if line.role == "body" else "0.35",
            }


def _order(page: Shown, text: BookText) -> Iterator[str]:
    for paragraph in text.paragraphs:
        for placed in paragraph.rows:
            if placed.page == page.number:
                quad = page.reading.fragments[placed.pieces[0].at].quad
                yield f"{quad[0] - 6},{(quad[1] + quad[7]) / 2}"


def _frames(page: Shown, text: BookText, parsed: Segmented) -> Iterator[tuple[str, Area]]:
    """Number and frame of each part of a question on the page."""
    across, down = AROUND
    for found in parsed.questions:
        held = places(text.paragraphs[at] for at in found.paragraphs)
        here = (place for place in held if place[0][0] == page.number)
        for box in page_boxes(here, {page.number: page.reading}):
            yield (
                found.printed.number,
                (box["x0"] - across, box["y0"] - down, box["x1"] + across, box["y1"] + down),
            )


def _jpeg(pixels: Pixels, scale: float) -> str:
    high, wide = pixels.shape
    small = Image.fromarray(pixels).resize((round(wide * scale), round(high * scale)))
    buffer = io.BytesIO()
    small.save(buffer, "JPEG", quality=70)
    return "data:image/jpeg;base64," + base64.b64encode(buffer.getvalue()).decode()
