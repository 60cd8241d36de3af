"""Headers, footers and page numbers: what stands on every page and is part of no question."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from cpsyexam.text import fold
from ocr.geometry import Piece, line_height

ZONE = 0.12  # of the page's height, at the top and at the bottom
ALIKE = 90.0  # rapidfuzz ratio of two headers, digits masked
_NUMBER = re.compile(
    r"^\W*(?:第?\s*(\d{1,4})\s*页?(?:\W*共?\s*\d{1,4}\s*页?)?|([ivxlⅰ-ⅹIVXL]{1,6}))\W*$"
)
_ITEM = re.compile(r"^\W{0,2}(?:[A-H]|\d{1,3})\s*[.、:)]|^【")  # 以上都对 may end many a page


@dataclass(frozen=True)
class PageShape:
    """A page (or half of a scan) as furniture sees it."""

    pieces: Sequence[Piece]
    height: int


def find_furniture(pages: Sequence[PageShape]) -> list[dict[int, str]]:
    """Per page: place of a piece in its reading → header, footer or page_number."""
    found: list[dict[int, str]] = [{} for _ in pages]
    _numbers(pages, found)
    for role in ("header", "footer"):
        _repeated(pages, found, role)
    return found


def _numbers(pages: Sequence[PageShape], found: list[dict[int, str]]) -> None:
    seen: list[tuple[int, Piece, int]] = []
    for at, page in enumerate(pages):
        for piece in (*_edge(page, "footer"), *_edge(page, "header")):
            match = _NUMBER.match(fold(piece.text))
            if match:
                seen.append((at, piece, int(match[1]) - at if match[1] else -1))
    offsets = Counter(offset for _, _, offset in seen)
    usual = offsets.most_common(1)[0] if offsets else (0, 0)
    for at, piece, offset in seen:
        steady = usual[1] >= 2 and offset == usual[0]
        if steady or _alone(piece, pages[at]):
            found[at][piece.at] = "page_number"


def _alone(piece: Piece, page: PageShape) -> bool:
    high = line_height(page.pieces)
    near = [p for p in page.pieces if p is not piece and abs(p.middle - piece.middle) < 2.2 * high]
    return not near


def _repeated(pages: Sequence[PageShape], found: list[dict[int, str]], role: str) -> None:
    seen: list[tuple[int, Piece, str]] = []
    for at, page in enumerate(pages):
        free = PageShape([p for p in page.pieces if p.at not in found[at]], page.height)
        edge = (p for p in _edge(free, role) if not _ITEM.match(fold(p.text)))
        seen += [(at, p, _mask(p.text)) for p in edge]
    need = 2 if len(pages) < 6 else 3
    for at, piece, text in seen:
        alike = {
            other
            for other, q, said in seen
            if said and text and fuzz.ratio(said, text) >= ALIKE and _level(q, piece)
        }
        if len(alike) >= need:
            found[at][piece.at] = role


def _level(one: Piece, other: Piece) -> bool:
    return abs(one.middle - other.middle) < 2.5 * max(one.height, other.height)


def _edge(page: PageShape, role: str) -> list[Piece]:
    """Pieces of the outermost line within the zone."""
    if not page.pieces:
        return []
    if role == "header":
        first = min(page.pieces, key=lambda p: p.middle)
        inside = first.middle < ZONE * page.height
    else:
        first = max(page.pieces, key=lambda p: p.middle)
        inside = first.middle > (1 - ZONE) * page.height
    if not inside:
        return []
    return [p for p in page.pieces if abs(p.middle - first.middle) < 0.7 * first.height]


def _mask(text: str) -> str:
    return re.sub(r"\d+", "#", re.sub(r"\s", "", fold(text)))
