"""A volume through a design's template, its engine and pdfium: clean pages and their marks."""

import random
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
import numpy as np
import pypdfium2
from markupsafe import Markup, escape
from numpy.typing import NDArray

from bench.designs.chromium import Chromium
from bench.designs.model import ORDINALS, Design, Item, Volume
from bench.designs.typesetter import typeset

HERE = Path(__file__).parent
Pixels = NDArray[np.uint8]


@dataclass(frozen=True)
class Spot:
    """Where a piece of an item stands: `kind` q, a (answer), m (material), line or option.

    `box` left, top, right, bottom as shares of the page's width and height.
    """

    kind: str
    id: str
    at: int
    page: int
    box: tuple[float, float, float, float]


@dataclass(frozen=True)
class Printing:
    """A printed book: the PDF and where everything stands."""

    pdf: bytes
    pages: int
    spots: tuple[Spot, ...]


def blanks(text: str) -> Markup:
    """Escaped text; low lines are an underlined blank, empty brackets stay on one line."""
    parts = re.split(r"(_{2,}|[(（]\s*[)）]\s*[。？?]?)", text)
    return Markup("").join(
        escape(part)
        if at % 2 == 0
        else Markup('<span class="blank"></span>')
        if part[0] == "_"
        else Markup('<span class="gap">{}</span>').format(part)
        for at, part in enumerate(parts)
    )


def columns_down(items: Sequence[Any], count: int) -> list[list[Any]]:
    """Items in columns read downwards, as rows of a table; short columns end in None."""
    height = -(-len(items) // count)
    padded = [*items, *[None] * (height * count - len(items))]
    return [[padded[row + height * col] for col in range(count)] for row in range(height)]


def per_row(item: Item, chars: float) -> int:
    """How many options stand on a line of `chars` characters: 4, 2 or 1."""
    longest = max(sum(0.55 if c.isascii() else 1 for c in text) for text in item.options) + 2.2
    return next((n for n in (4, 2) if longest <= chars / n and len(item.options) <= max(n, 4)), 1)


def html(design: Design, volume: Volume, seed: int) -> str:
    """The whole page source of a book."""
    loader = jinja2.FileSystemLoader([design.folder, HERE])
    setting = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
    setting.filters |= {"blanks": blanks, "down": columns_down, "per_row": per_row}
    setting.globals |= {"ordinals": ORDINALS, "dice": random.Random(seed)}
    css = [folder / name for folder, name in ((HERE, "sheet.css"), (design.folder, "page.css"))]
    style = Markup("\n".join(path.read_text("utf-8") for path in css))
    body = setting.get_template("page.html").render(volume=volume, facts=volume.facts)
    head = f'<!doctype html><html lang="zh-CN"><meta charset="utf-8"><style>{style}</style>'
    return f"{head}{body}</html>"


def press(design: Design, volume: Volume, seed: int) -> Printing:
    """Print a volume with Typst where the design has a page.typ, else with Chromium."""
    if (design.folder / "page.typ").exists():
        pdf, said = typeset(design, volume)
        spots = tuple(Spot(**spot) for spot in said)
        return Printing(pdf, max(spot.page for spot in spots), spots)
    with Chromium() as browser:
        return _browsed(html(design, volume, seed), browser)


def _browsed(source: str, browser: Chromium) -> Printing:
    script = (HERE / "paginate.js").read_text("utf-8") + "\npaginate()"
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "book.html"
        page.write_text(source, "utf-8")
        said, pdf = browser.print(page, script)
    wide, high = said["width"], said["height"]
    spots = tuple(
        Spot(
            s["kind"],
            s["id"],
            s["at"],
            s["page"],
            (s["box"][0] / wide, s["box"][1] / high, s["box"][2] / wide, s["box"][3] / high),
        )
        for s in said["spots"]
    )
    return Printing(pdf, said["pages"], spots)


def raster(pdf: bytes, dpi: int) -> list[Pixels]:
    """Pages as RGB pixels."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [
            np.asarray(page.render(scale=dpi / 72).to_pil().convert("RGB")) for page in document
        ]
    finally:
        document.close()
