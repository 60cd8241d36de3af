"""The part of a scan where a question stands, as an image for a reviewer."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np

from cpsyexam.errors import SourceError
from ocr.layout.geometry import Box
from ocr.page.fragment import Quad
from ocr.page.pages import Pixels, Place, UnreadablePageError, page_digest, picture, turned
from ocr.page.paper import flattened

MARGIN = 12  # pixels around a box
WHITE = 255


@dataclass(frozen=True)
class Scanned:
    """A page as it was read: where it lies, how it was turned, and the digest of its image."""

    place: Place
    turn: int
    digest: str
    paper: Quad | None = None  # its corners on a photograph
    dpi: int = 0  # at which its book is drawn, 0 = as all books


def crop(pages: dict[int, Scanned], boxes: Sequence[Box], *, dpi: int, max_side: int) -> Pixels:
    """The boxes of a question one below the other.

    `pages` by page number. Raises SourceError where the scan is gone or is not the one read.
    """
    parts = [
        cut(page_picture(pages[box["page"]], dpi=dpi, max_side=max_side), box) for box in boxes
    ]
    return stack(parts)


def page_picture(page: Scanned, *, dpi: int, max_side: int) -> Pixels:
    """A page as it was read: flattened and turned.

    Raises SourceError where the scan is gone or is not the one read.
    """
    where = f"{page.place.file}#page={page.place.page}"
    try:
        pixels = picture(page.place, dpi=page.dpi or dpi, max_side=max_side)
    except UnreadablePageError as error:
        raise SourceError(str(error), where=where) from error
    if page_digest(pixels) != page.digest:
        raise SourceError(
            "the page is not the one that was read",
            where=where,
            remedy="build again, so that boxes and scan agree",
        )
    return turned(flattened(pixels, page.paper), page.turn)


def cut(pixels: Pixels, box: Box) -> Pixels:
    """One box with a margin, within the page."""
    height, width = pixels.shape
    x0, y0 = max(0, int(box["x0"]) - MARGIN), max(0, int(box["y0"]) - MARGIN)
    x1, y1 = min(width, int(box["x1"]) + MARGIN), min(height, int(box["y1"]) + MARGIN)
    return pixels[y0:y1, x0:x1]


def stack(parts: Sequence[Pixels]) -> Pixels:
    """Images one below the other on white, with a gap."""
    widest = max(part.shape[1] for part in parts)
    padded = []
    for part in parts:
        room = np.full((part.shape[0] + MARGIN, widest), WHITE, dtype=np.uint8)
        room[: part.shape[0], : part.shape[1]] = part
        padded.append(room)
    return np.concatenate(padded)


def scanned(archive: str, number: int, url: str, digest: str) -> Scanned:
    """From a row of captures: `url` ends in `#page=N`, with `&turn=` and `&paper=`."""
    facts = dict(part.split("=", 1) for part in url.partition("#")[2].split("&") if "=" in part)
    place = Place(Path(archive), int(facts.get("page", number)), number)
    paper = tuple(float(v) for v in facts["paper"].split(",")) if "paper" in facts else None
    turn, dpi = int(facts.get("turn", 0)), int(facts.get("dpi", 0))
    return Scanned(place, turn, digest, cast("Quad | None", paper), dpi)
