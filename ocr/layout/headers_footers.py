"""Headers, footers and page numbers: what stands on every page and is part of no question."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import median

from rapidfuzz import fuzz

from cpsyexam.text import fold
from ocr.chapters.chapters import bare_title
from ocr.habits.headings import is_heading
from ocr.layout.geometry import Piece, line_height

ZONE = 0.12  # of the page's height, at the top and at the bottom
ALIKE = 90.0  # rapidfuzz ratio of two headers, digits masked
MANY = 0.3  # of the pages whose header is known, so that its level is
FEW = 3  # pages with such a line
MOST = 0.5  # of the pages that have a second line of the header
TAB = 6  # characters of a word beside the text
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


def find_headers_footers(
    pages: Sequence[PageShape], names: Collection[str] = ()
) -> list[dict[int, str]]:
    """Per page: place of a piece in its reading → header, footer or page_number.

    `names` of the book's subjects, without signs: a later page's outermost line says one as header.
    """
    found: list[dict[int, str]] = [{} for _ in pages]
    _numbers(pages, found)
    for own, page in zip(found[1:], pages[1:], strict=True):
        line = [p for p in _edge(page, "header") if p.at not in own]
        if bare_title("".join(p.text for p in line)) in names:
            own |= {p.at: "header" for p in line}
    for role in ("header", "footer"):
        _repeated(pages, found, role)
        _level_with(pages, found, role)
    _counted(pages, found)
    _column_heads(pages, found)
    _tabs(pages, found)
    return found


def _level_with(pages: Sequence[PageShape], found: list[dict[int, str]], role: str) -> None:
    """Lone lines as high on their page as the headers of the others: a chapter's own header."""
    levels = [
        (at, piece.middle / page.height)
        for at, page in enumerate(pages)
        for piece in page.pieces
        if piece.at in found[at] and (piece.middle < page.height / 2) == (role == "header")
    ]
    if len({at for at, _ in levels}) < max(2, MANY * len(pages)):
        return
    level = median([share for _, share in levels])
    for at, page in enumerate(pages):
        high = line_height(page.pieces)
        near = [p for p in page.pieces if abs(p.middle - level * page.height) < 1.2 * high]
        free = [p for p in near if p.at not in found[at]]
        inner = [p.middle for p in page.pieces if p not in near]
        edge = min(inner, default=0.0) if role == "header" else max(inner, default=0.0)
        outer = [p for p in free if (p.middle < edge) == (role == "header")]
        apart = min((abs(edge - p.middle) for p in outer), default=0.0)
        words = "".join(p.text for p in outer)
        text = any(_ITEM.search(fold(p.text)) or is_heading(p.text) for p in outer)
        whole = len(outer) == len(free) and not text
        if whole and apart > CLEAR * high and len(words) <= LONGEST:
            found[at].update({p.at: role for p in outer})


def _numbers(pages: Sequence[PageShape], found: list[dict[int, str]]) -> None:
    seen: list[tuple[int, Piece, int]] = []
    for at, page in enumerate(pages):
        for piece in (*_edge(page, "footer"), *_edge(page, "header")):
            match = _NUMBER.match(fold(piece.text))
            if match and piece.at not in page.cells:
                seen.append((at, piece, int(match[1]) - at if match[1] else -1))
    offsets = Counter(offset for _, _, offset in seen)
    usual = offsets.most_common(1)[0] if offsets else (0, 0)
    for at, piece, offset in seen:
        steady = usual[1] >= 2 and offset == usual[0]
        if steady or _FRAMED.match(fold(piece.text)) or _alone(piece, pages[at]):
            found[at][piece.at] = "page_number"


def _counted(pages: Sequence[PageShape], found: list[dict[int, str]]) -> None:
    """The first or last line of a page that ends in the page's number of so many."""
    for at, page in enumerate(pages):
        for role in ("header", "footer"):
            line = sorted(_edge(page, role), key=lambda p: p.x0)
            text = fold(" ".join(p.text for p in line))
            if _COUNTED.search(text) and len(text) <= LONGEST:
                found[at].update({p.at: role for p in line if p.at not in found[at]})


def _alone(piece: Piece, page: PageShape) -> bool:
    high = line_height(page.pieces)
    near = [p for p in page.pieces if p is not piece and abs(p.middle - piece.middle) < 2.2 * high]
    return not near


def _tabs(pages: Sequence[PageShape], found: list[dict[int, str]]) -> None:
    """Short words at one place beside the text of many pages: the tab of a chapter, a watermark."""
    places: dict[str, list[tuple[int, Piece]]] = defaultdict(list)
    for at, page in enumerate(pages):
        for piece in page.pieces:
            text = re.sub(r"\s", "", fold(piece.text))
            word = len(text) <= TAB and re.fullmatch(r"[\u4e00-\u9fff]{2,}", text)
            if piece.at not in found[at] and word and _beside(piece, page):
                places[text].append((at, piece))
    for seen in places.values():
        level = median([piece.middle / pages[at].height for at, piece in seen])
        same = [(a, p) for a, p in seen if abs(p.middle / pages[a].height - level) < SAME]
        if len({at for at, _ in same}) >= max(FEW, OFTEN * len(pages)):
            for at, piece in same:
                found[at][piece.at] = "header"


def _beside(piece: Piece, page: PageShape) -> bool:
    """Does it stand at the left or right of almost all text?"""
    others = [p for p in page.pieces if len(p.text) > TAB]
    right = sum(p.x1 < piece.x0 for p in others)
    left = sum(p.x0 > piece.x1 for p in others)
    return max(right, left) >= ASIDE * max(1, len(others))


def _column_heads(pages: Sequence[PageShape], found: list[dict[int, str]]) -> None:
    """The line below a header that says the same on most pages: 题目, 答案 over their columns."""
    lines = []
    for at, page in enumerate(pages):
        free = PageShape([p for p in page.pieces if p.at not in found[at]], page.height)
        headed = "header" in found[at].values()
        lines.append(sorted(_edge(free, "header"), key=lambda p: p.x0) if headed else [])
    said = ["".join(re.sub(r"\s", "", fold(p.text)) for p in line) for line in lines]
    text, count = Counter(filter(None, said)).most_common(1)[0] if any(said) else ("", 0)
    if count < max(FEW, MOST * len(pages)) or re.search(r"\d", text):
        return
    for at, line in enumerate(lines):
        if said[at] == text:
            found[at].update({p.at: "header" for p in line})


def _repeated(pages: Sequence[PageShape], found: list[dict[int, str]], role: str) -> None:
    seen: list[_Edge] = []
    for at, page in enumerate(pages):
        free = PageShape([p for p in page.pieces if p.at not in found[at]], page.height)
        line = [p for p in _edge(free, role) if not _ITEM.search(_said(p, role))]
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
        line = "".join(p.text for p in sorted(self.pieces, key=lambda p: p.x0))
        return re.sub(r"\d+", "#", re.sub(r"\s", "", fold(line)))


def _alike(one: _Edge, other: _Edge) -> bool:
    return fuzz.ratio(one.text, other.text) >= ALIKE and _level(one.pieces[0], other.pieces[0])


def _part_of(edge: _Edge, whole: _Edge) -> bool:
    """Is this what is left of a header that other pages have whole?"""
    slack = whole.pieces[0].height
    left, right = min(p.x0 for p in whole.pieces), max(p.x1 for p in whole.pieces)
    inside = all(left - slack < p.x0 and p.x1 < right + slack for p in edge.pieces)
    fits = 2 <= len(edge.text) <= len(whole.text)
    alike = fits and fuzz.partial_ratio(edge.text, whole.text) >= PARTLY
    return inside and alike and _level(edge.pieces[0], whole.pieces[0])


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
