"""Headers, footers and page numbers: what stands on every page and is part of no question."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import median

from rapidfuzz import fuzz

from cpsyexam.text import fold
from ocr.chapters.chapters import bare_title
from ocr.habits.headings import is_heading
from ocr.layout.geometry import Piece, bounds, line_height

ZONE = 0.12  # of the page's height, at the top and at the bottom
ALIKE = 90.0  # rapidfuzz ratio of two headers, digits masked
MANY = 0.3  # of the pages whose header is known, so that its level is
FEW = 3  # pages with such a line
WORD = 6  # characters of a line of text at least
_WORD = re.compile(r"[\u4e00-\u9fff]{1,12}")
ASIDE = 0.9  # of the lines of a page: on one side of such a word
SAME = 0.04  # of the height of a page within which the word stands
OFTEN = 0.4  # of the pages: that have it
CLEAR = 1.35  # line heights between a header and the text, from middle to middle
LONGEST = 32  # characters of a header
TITLE = 1.3  # times a header's height: the title that the header repeats
CELLS, CELL = 4, 6  # pieces of a line, and characters of each, that make it a row of a table
PARTLY = 75.0  # of a torn header and the whole one: one of four characters may be misread
_NUMBER = re.compile(
    r"^\W*(?:第?\s*(\d{1,4})\s*页?(?:\W*(?:共|/)\s*\d{1,4}\s*页?)?|([ivxlⅰ-ⅹIVXL]{1,6}))\W*$"
)
_KEY = re.compile(r"[^,。?:]{0,40}答案(?:[及与和]?(?:解析|详解))?\W*(?:第\s*\d{1,4}\s*页\W*)?")
_COUNTED = re.compile(  # 心理学试题 第1页(共8页), 习题答案 ·305·, ·306· 发展心理学
    r"第\s*\d{1,4}\s*页\W{0,3}共\s*\d{1,4}\s*页\W*$"
    r"|\S\s+[·•]\s*\d{1,4}\s*[·•]\s*$|^\s*[·•]\s*\d{1,4}\s*[·•]\s+\S"
)
_FRAMED = re.compile(r"^\s*([-—–_·•])+\s*\d{1,4}\s*\1+\s*$")  # — 10 —
_ITEM = re.compile(
    r"^\W{0,2}(?:[A-H]|\d{1,3})\s*[.、:)]|^\W{0,2}(?:(?:No|NO)\W{0,2}|第?例|第(?=\d+题))\s*\d|^【|^\W{0,2}[一二三四五六七八九十]{1,3}\s*、[^,。]{2,12}题|(?<![附含带])答案|\d\s*[.、]\s*[A-H]+(?![a-z])"
)  # 以上都对 may end many a page


@dataclass(frozen=True)
class PageShape:
    """A page, or half of a scan: its pieces and its height in pixels."""

    pieces: Sequence[Piece]
    height: int
    cells: Collection[int] = ()  # places of those in ruled tables
    panel: bool = False  # a slide or card, whose title says 单选题 again and again

    def flipped(self) -> "PageShape":
        """Its foot at the top, so that footers are looked for as headers are."""
        high = self.height
        pieces = [replace(p, y0=high - p.y1, y1=high - p.y0) for p in self.pieces]
        return replace(self, pieces=pieces)

    def first_line(self, but: Container[int] = ()) -> list[Piece]:
        """Pieces of its first line, from left to right, where that lies in the zone of headers;
        the places `but` are left out.
        """
        pieces = [p for p in self.pieces if p.at not in but]
        first = min(pieces, key=lambda p: p.middle, default=None)
        if first is None or first.middle >= ZONE * self.height:
            return []
        line = (p for p in pieces if abs(p.middle - first.middle) < 0.7 * first.height)
        return sorted(line, key=lambda p: p.x0)


def find_headers_footers(
    pages: Sequence[PageShape], names: Collection[str] = ()
) -> list[dict[int, str]]:
    """Per page: place of a piece in its reading → header, footer or page_number.

    `names` of the book's subjects, without signs: a later page's outermost line says one as header.
    """
    found: list[dict[int, str]] = [{} for _ in pages]
    ends = {"footer": [page.flipped() for page in pages], "header": pages}
    _numbers(ends.values(), found)
    for own, page in zip(found[1:], pages[1:], strict=True):
        line = [p for p in page.first_line() if p.at not in own]
        if bare_title("".join(p.text for p in line)) in names:
            own |= {p.at: "header" for p in line}
    for role in ("header", "footer"):
        _repeated(ends[role], found, role)
        _level_with(ends[role], found, role)
    for role, shapes in ends.items():  # a line that ends in the page's number of so many
        for own, page in zip(found, shapes, strict=True):
            line = page.first_line()
            text = fold(" ".join(p.text for p in line))
            if _COUNTED.search(text) and len(text) <= LONGEST:
                own |= {p.at: role for p in line if p.at not in own}
    _constant(pages, found)
    return found


def _level_with(pages: Sequence[PageShape], found: list[dict[int, str]], role: str) -> None:
    """Lone lines as high on their page as the headers of the others: a chapter's own header."""
    levels = [
        (at, piece.middle / page.height)
        for at, page in enumerate(pages)
        for piece in page.pieces
        if piece.at in found[at] and piece.middle < page.height / 2
    ]
    if len({at for at, _ in levels}) < max(2, MANY * len(pages)):
        return
    level = median([share for _, share in levels])
    for own, page in zip(found, pages, strict=True):
        high = line_height(page.pieces)
        near = [p for p in page.pieces if abs(p.middle - level * page.height) < 1.2 * high]
        free = [p for p in near if p.at not in own]
        alone = page.height if role == "footer" else 0.0  # what stands alone may be a title
        edge = min((p.middle for p in page.pieces if p not in near), default=alone)
        clear = all(edge - p.middle > CLEAR * high for p in free)
        words = "".join(p.text for p in free)
        text = any(_ITEM.search(fold(p.text)) or is_heading(p.text) for p in free)
        if clear and not text and len(words) <= LONGEST:
            own.update({p.at: role for p in free})


def _numbers(ends: Iterable[Sequence[PageShape]], found: list[dict[int, str]]) -> None:
    seen: list[tuple[int, Piece, int, PageShape]] = []
    for pages in ends:
        for at, page in enumerate(pages):
            for piece in page.first_line():
                match = _NUMBER.match(fold(piece.text))
                if match and piece.at not in page.cells:
                    seen.append((at, piece, int(match[1]) - at if match[1] else -1, page))
    offsets = Counter(offset for _, _, offset, _ in seen)
    usual = offsets.most_common(1)[0] if offsets else (0, 0)
    for at, piece, offset, page in seen:
        steady = usual[1] >= 2 and offset == usual[0]
        reach = 2.2 * line_height(page.pieces)
        near = sum(abs(p.middle - piece.middle) < reach for p in page.pieces)
        if steady or _FRAMED.match(fold(piece.text)) or near == 1:  # itself
            found[at][piece.at] = "page_number"


def _constant(pages: Sequence[PageShape], found: list[dict[int, str]]) -> None:
    """Words at one place of many pages, below the header or beside the text: heads of columns, the
    tab of a chapter, a watermark.
    """
    places: dict[tuple[str, int], list[tuple[int, Piece]]] = defaultdict(list)
    for at, page in enumerate(pages):
        first = page.first_line(found[at])
        long = [p for p in page.pieces if len(p.text) > WORD]
        for piece in (p for p in page.pieces if p.at not in found[at] and p.at not in page.cells):
            text = re.sub(r"\s", "", fold(piece.text))
            sides = sum(p.x1 < piece.x0 for p in long), sum(p.x0 > piece.x1 for p in long)
            apart = piece in first or max(sides) >= ASIDE * max(1, len(long))
            if apart and _WORD.fullmatch(text) and not is_heading(text):
                places[text, round(piece.x0 / page.height / SAME)].append((at, piece))
    for seen in places.values():
        level = median([piece.middle / pages[at].height for at, piece in seen])
        same = [(a, p) for a, p in seen if abs(p.middle / pages[a].height - level) < SAME]
        if len({at for at, _ in same}) >= max(FEW, OFTEN * len(pages)):
            for at, piece in same:
                found[at][piece.at] = "header"


def _repeated(pages: Sequence[PageShape], found: list[dict[int, str]], role: str) -> None:
    seen: list[_Edge] = []
    for at, page in enumerate(pages):
        line = [p for p in page.first_line(found[at]) if not _ITEM.search(_said(p, role))]
        line = [p for p in line if not (page.panel and is_heading(p.text))]
        if len(line) >= CELLS and all(len(p.text.strip()) <= CELL for p in line):
            continue  # the last row of a table
        seen += [_Edge(at, (p,)) for p in line]
        seen += [_Edge(at, tuple(line))] if len(line) > 1 else []
    need = 2 if len(pages) < 6 else 3
    known = [
        edge
        for edge in seen
        if edge.text and len({e.page for e in seen if _alike(e, edge)}) >= need
    ]
    usual = median([edge.pieces[0].height for edge in known]) if known else 0.0
    known = [edge for edge in known if edge.pieces[0].height < TITLE * usual]  # the title itself
    torn = [edge for edge in seen if any(_part_of(edge, whole) for whole in known)]
    for edge in (*known, *torn):
        found[edge.page].update({piece.at: role for piece in edge.pieces})


def _said(piece: Piece, role: str) -> str:
    """Its text, but for the name of a key at the foot of a page: below it stands none."""
    text = fold(piece.text).strip()
    return "" if role == "footer" and _KEY.fullmatch(text) else text


@dataclass(frozen=True)
class _Edge:
    """A piece of the outermost line of a page, or all pieces of it."""

    page: int
    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        line = "".join(p.text for p in self.pieces)
        return re.sub(r"\d+", "#", re.sub(r"\s", "", fold(line)))


def _alike(one: _Edge, other: _Edge) -> bool:
    return fuzz.ratio(one.text, other.text) >= ALIKE and _level(one.pieces[0], other.pieces[0])


def _part_of(edge: _Edge, whole: _Edge) -> bool:
    """Is this what is left of a header that other pages have whole?"""
    slack = whole.pieces[0].height
    left, _, right, _ = bounds(p.area for p in whole.pieces)
    inside = all(left - slack < p.x0 and p.x1 < right + slack for p in edge.pieces)
    fits = 2 <= len(edge.text) <= len(whole.text)
    alike = fits and fuzz.partial_ratio(edge.text, whole.text) >= PARTLY
    return inside and alike and _level(edge.pieces[0], whole.pieces[0])


def _level(one: Piece, other: Piece) -> bool:
    return abs(one.middle - other.middle) < 2.5 * max(one.height, other.height)
