"""An HTML page that shows scans as they are understood: regions, reading order, questions."""

import base64
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from PIL import Image

from ocr.assemble import BookText
from ocr.fragment import Reading
from ocr.pages import Pixels
from ocr.segment import Segmented

WIDE = 900  # pixels of a page as shown
COLOURS = {
    "body": "#2a6fdb",
    "header": "#999999",
    "footer": "#999999",
    "page_number": "#999999",
    "margin": "#c0392b",
    "figure": "#8e44ad",
    "noise": "#c0392b",
}
STYLE = """
body{font:14px/1.5 sans-serif;margin:2em;color:#222}section{display:flex;gap:1.5em;margin:2em 0}
svg{border:1px solid #bbb;flex:none}ul{padding-left:1.6em;max-width:34em}li{margin:.2em 0}
.doubt{color:#c0392b}.key i{display:inline-block;width:1em;height:.7em;margin:0 .3em 0 1em}
"""


@dataclass(frozen=True)
class Shown:
    """A page to show: its number, its image as it was read, and the reading."""

    number: int
    pixels: Pixels
    reading: Reading


def preview(title: str, pages: Sequence[Shown], text: BookText, parsed: Segmented) -> str:
    """The whole page as HTML with everything in it."""
    legend = "".join(
        f'<i style="background:{colour}"></i>{role}'
        for role, colour in COLOURS.items()
        if role not in ("footer", "page_number")
    )
    parts = "".join(_page(page, text, parsed) for page in pages)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style><h1>{escape(title)}</h1>"
        f'<p class="key">Blue lines follow the reading order; a green frame is a question.{legend}'
        f"</p>{parts}</html>"
    )


def _page(page: Shown, text: BookText, parsed: Segmented) -> str:
    high, wide = page.pixels.shape
    scale = WIDE / wide
    shapes = [*_lines(page, text), *_order(page, text), *_questions(page, text, parsed)]
    return (
        f'<section><svg width="{WIDE}" height="{round(high * scale)}" viewBox="0 0 {wide} {high}">'
        f'<image href="{_jpeg(page.pixels, scale)}" width="{wide}" height="{high}"/>'
        f"{''.join(shapes)}</svg><div><h2>Page {page.number}</h2>"
        f"<ul>{''.join(_list(page, text, parsed))}</ul></div></section>"
    )


def _lines(page: Shown, text: BookText) -> Iterator[str]:
    for line in text.lines:
        if line.page == page.number:
            quad = page.reading.fragments[line.at].quad
            points = " ".join(f"{x},{y}" for x, y in zip(quad[::2], quad[1::2], strict=True))
            colour = COLOURS.get(line.role, "#2a6fdb")
            dim = "0.10" if line.role == "body" else "0.35"
            yield f'<polygon points="{points}" fill="{colour}" fill-opacity="{dim}"/>'
    for x0, y0, x1, y1 in page.reading.figures:
        yield (
            f'<rect x="{x0}" y="{y0}" width="{x1 - x0}" height="{y1 - y0}" fill="none" '
            f'stroke="{COLOURS["figure"]}" stroke-width="4"/>'
        )


def _order(page: Shown, text: BookText) -> Iterator[str]:
    points = []
    for paragraph in text.paragraphs:
        for placed in paragraph.rows:
            if placed.page == page.number:
                quad = page.reading.fragments[placed.row.pieces[0].at].quad
                points.append(f"{quad[0] - 6},{(quad[1] + quad[7]) / 2}")
    joined = " ".join(dict.fromkeys(points))
    yield (
        f'<polyline points="{joined}" fill="none" stroke="#2a6fdb" stroke-width="3" '
        'stroke-opacity="0.6"/>'
    )


def _questions(page: Shown, text: BookText, parsed: Segmented) -> Iterator[str]:
    for found in parsed.questions:
        places: dict[tuple[int, int], list[tuple[float, float]]] = {}
        for at in found.paragraphs:
            for placed in text.paragraphs[at].rows:
                if placed.page == page.number:
                    where = (placed.half, placed.row.column)
                    for piece in placed.row.pieces:
                        quad = page.reading.fragments[piece.at].quad
                        places.setdefault(where, []).extend(zip(quad[::2], quad[1::2], strict=True))
        for points in places.values():
            x0, y0 = min(x for x, _ in points) - 8, min(y for _, y in points) - 4
            x1, y1 = max(x for x, _ in points) + 8, max(y for _, y in points) + 4
            yield (
                f'<rect x="{x0}" y="{y0}" width="{x1 - x0}" height="{y1 - y0}" fill="none" '
                f'stroke="#27ae60" stroke-width="4"/><text x="{x1 + 6}" y="{y0 + 34}" '
                f'font-size="34" fill="#27ae60">{escape(found.printed.number)}</text>'
            )


def _list(page: Shown, text: BookText, parsed: Segmented) -> Iterator[str]:
    for found in parsed.questions:
        if text.paragraphs[found.paragraphs[0]].page != page.number:
            continue
        said = found.printed
        answer = said.answer[:20] or '<span class="doubt">no answer</span>'
        yield (
            f"<li><b>{escape(said.number)}</b> {escape(said.stem[:60])} "
            f"({len(said.options)} options, {answer})</li>"
        )


def _jpeg(pixels: Pixels, scale: float) -> str:
    high, wide = pixels.shape
    small = Image.fromarray(pixels).resize((round(wide * scale), round(high * scale)))
    buffer = io.BytesIO()
    small.save(buffer, "JPEG", quality=70)
    return "data:image/jpeg;base64," + base64.b64encode(buffer.getvalue()).decode()
