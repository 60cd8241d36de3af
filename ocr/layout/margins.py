"""What stands beside the text: binding margins (密封线), notes, boxes to tick, tags of types."""

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from cpsyexam.text import fold
from ocr.book import Layout
from ocr.habits.headings import flat, is_heading
from ocr.layout.geometry import Piece, bounds, em_size, inside, line_height, mirrored
from ocr.layout.tables import Grid
from ocr.page.fragment import Area, Reading, Rule

BOXES = 6  # of them in a book
REACH = 1.6  # line heights between a box and the label that it belongs to
_BOX = r"[O0oQ○〇◯◎●□口☐■▢◇◆☆★]"
_ALONE = re.compile(rf"\s*{_BOX}\s*")
_LABEL = re.compile(r"\s*[(\[]?[A-H]\s*[.、)\]:]")
_BOXED = re.compile(rf"^\s*{_BOX}\s*(?=[A-H]\s*[.．、])")
_SQUARE = r"[□口☐▢■]"  # is read for nothing else right before a letter
_LETTERED = re.compile(rf"(?<![^\s_]){_SQUARE}\s*([A-H])[^\S\n]*(?=[\u3400-\u9fff“《\d])")
_VERDICTS = re.compile(rf"[\s_]*{_SQUARE}\s*(?:对|正确|√)[\s_]*{_SQUARE}?\s*(?:错误?|不正确|×)\s*$")
_VERDICT = re.compile(rf"\s*{_SQUARE}\s*(?:对|正确|√|错误?|不正确|×)\s*")
STARTS = 3  # lines of text that begin where a column begins
_TAG = re.compile(
    r"\s*[\[【(（]?(?:(?:单|多|不定)项?选择?题?|不定项|判断题?|填空题?|简答题?|论述题?|名词解释)[\]】)）]?\s*"
)
NEAR = 2.5  # line heights between the middles of a heading and of the words in its box
_WORD = r"(?:得\s*分|评\s*[卷分]\s*人?|阅\s*卷\s*人?|复\s*[核查]\s*人?)"
_MARKER = re.compile(rf"[^\w]*(?:{_WORD}[\s|:_]*){{1,3}}[|lI1]?[^\w]*")
_SECTION = re.compile(
    r"\s*[一二三四五六七八九十]{1,3}\s*[、.]|\s*第[一二三四五六七八九十IVX]{1,3}部分"
)
WIDE = 6.0  # line heights from which a piece is running text
NARROW = 3.0  # line heights that a piece of a margin is wide at most
GAP = 0.6  # line heights between a margin and the text
FEW = 3  # pieces that a margin has at least
LINES = 8  # of text beside notes
SMALL = 0.88  # of the type of the text: that of notes
LONG_LINE = 0.5  # of the height of the text: an upright line that parts side heads from it
STRIP = 0.3  # of the width of the text: their strip
FEW_BESIDE = 0.15  # of the pieces of a page: they
SHORT = 2  # characters of most of them
_LONE = re.compile(r"[\u4e00-\u9fff]|[^\w()√×✓✗]{1,3}|[1Il|]{1,2}")
_FIELD = re.compile(  # of the one who sits the paper, on its binding margin
    r"姓\s*名|班\s*[级別别]|学\s*[号校院生]|[考座]\s*[号位场]|准考证号?|专\s*业|院\s*系|年\s*级|密\s*封\s*线?"
)
_ITEM = re.compile(r"^\s*(?:[A-H]\s*[.、]|\d{1,3}\s*[.、)])")
_ANSWER = re.compile(r"^\s*[(【]?\s*(?:[A-H]{1,6}|[√×✓✗]|答\s*案)\s*[)】]?\s*$")
SLIM = 3.0  # height by width of the tab of a chapter
TALL = 1.8  # height by width of a line of text that stands upright


def tick_boxes(pages: Sequence[Sequence[Piece]]) -> tuple[list[list[Piece]], list[set[int]]]:
    """Pieces of each page without boxes, and the places of those that are nothing else."""
    alone = [_alone(page) for page in pages]
    bare = [
        [_unboxed(p) for p in page if p.at not in gone]
        for page, gone in zip(pages, alone, strict=True)
    ]
    if sum(map(len, alone)) + sum(count for page in bare for _, count in page) < BOXES:
        return [list(page) for page in pages], [set() for _ in pages]
    return [[piece for piece, _ in page] for page in bare], alone


def _alone(page: Sequence[Piece]) -> set[int]:
    high = line_height(page)
    told = {p.at for p in page if _VERDICT.fullmatch(p.text)}
    boxes = [p for p in page if _ALONE.fullmatch(p.text)]
    labels = [p for p in page if _LABEL.match(flat(p.text))] if boxes else []
    return told | {
        box.at
        for box in boxes
        if any(
            abs(box.middle - p.middle) < 0.6 * high and -0.5 * high < p.x0 - box.x1 < REACH * high
            for p in labels
        )
    }


def _unboxed(piece: Piece) -> tuple[Piece, int]:
    """A piece without the boxes beside its text, and how many these are."""
    text, boxes = piece.text, 0
    for pattern, put in ((_BOXED, ""), (_LETTERED, r"\1．"), (_VERDICTS, "")):
        text, count = pattern.subn(put, text)
        boxes += count
    return replace(piece, text=text), boxes


def type_tags(pages: Sequence[Sequence[Piece]]) -> tuple[list[list[Piece]], list[set[int]]]:
    """Pieces of each page without tags (单选, 多选), and the places of these: right of a line,
    where no column begins.
    """
    tags = [_beside(page) for page in pages]
    tags = tags if sum(map(len, tags)) >= BOXES else [set() for _ in pages]
    bare = [[p for p in page if p.at not in gone] for page, gone in zip(pages, tags, strict=True)]
    return bare, tags


def _beside(page: Sequence[Piece]) -> set[int]:
    tags = [p for p in page if _TAG.fullmatch(p.text)]
    if not tags:
        return set()
    high = line_height(page)
    texts = [p for p in page if p not in tags]
    return {
        tag.at
        for tag in tags
        if any(p.x1 <= tag.x0 + 0.5 * high and abs(p.middle - tag.middle) < high for p in texts)
        and sum(abs(p.x0 - tag.x0) < high for p in texts) < STARTS
    }


def score_boxes(pieces: Sequence[Piece]) -> set[int]:
    """Places of marker boxes (得分, 评卷人) left or right of a heading, on its level."""
    high = line_height(pieces)
    heads = [p for p in pieces if _SECTION.match(flat(p.text)) or is_heading(p.text)]
    return {
        box.at
        for box in pieces
        if _MARKER.fullmatch(flat(box.text))
        and any(
            abs(box.middle - head.middle) < NEAR * high and (box.x1 <= head.x0 or box.x0 >= head.x1)
            for head in heads
        )
    }


def find_margin(
    pieces: Sequence[Piece], tables: Sequence[Area] = (), rules: Sequence[Rule] = ()
) -> set[int]:
    """Places of the pieces of a page that stand beside its text or run down it.

    Cells of `tables` stand beside nothing; an upright one of the `rules` may part heads from text.
    """
    pieces = [p for p in pieces if not any(inside(p, area) for area in tables)]
    high = line_height(pieces)
    upright = {
        p.at for p in pieces if p.height > TALL * max(p.width, 1.0) and p.height > 1.8 * high
    }
    rest = [p for p in pieces if p.at not in upright]
    text = sorted((p.x0, p.x1) for p in rest if p.width > WIDE * high)
    if len(text) < 4:
        return upright
    left, right = text[len(text) // 50][0], sorted(x for _, x in text)[-1 - len(text) // 50]
    found = upright | _notes(rest, high) | _side_heads(rest, rules, high)
    rest = [p for p in rest if p.at not in found]
    for beside in (
        [p for p in rest if p.x1 < left - GAP * high and p.width < NARROW * high],
        [p for p in rest if p.x0 > right + GAP * high and p.width < NARROW * high],
    ):
        side = [p for p in beside if not _ITEM.match(fold(p.text)) and not _belongs(p, rest, high)]
        if sum(bool(_ANSWER.match(fold(p.text))) for p in side) > max(2, len(side) / 3):
            continue  # a column of answers
        lone = {p.at for p in side if _LONE.fullmatch(fold(p.text).strip())}
        lone |= {p.at for p in beside if _FIELD.fullmatch(fold(p.text).strip(" _:"))}
        found |= {p.at for p in side} | lone if _stacked(side, high) else lone
    return found


def _notes(pieces: Sequence[Piece], high: float) -> set[int]:
    """Notes in small type in a strip beside the text, over whose edge nothing runs."""
    for page in (pieces, mirrored(pieces)):
        left, _, right, _ = bounds(p.area for p in page)
        for step in range(6, 36):
            cut = left + (right - left) * step / 100
            side, rest = [p for p in page if p.x1 <= cut], [p for p in page if p.x1 > cut]
            if len(rest) < LINES or not side or any(p.x0 < cut for p in rest):
                continue
            gap = min(p.x0 for p in rest) - max(p.x1 for p in side)
            if gap > 0.5 * high and _type(side) < SMALL * _type(rest) and _plain(side):
                return {p.at for p in side}
    return set()


def in_tabs(pieces: Sequence[Piece], tables: Sequence[Grid]) -> set[int]:
    """Places of the pieces in narrow upright boxes beside all long lines: tabs of chapters."""
    high = line_height(pieces)
    found: set[int] = set()
    for grid in tables:
        x0, y0, x1, y1 = grid.area
        narrow = x1 - x0 < NARROW * high and y1 - y0 > SLIM * (x1 - x0)
        text = [p for p in pieces if p.width > WIDE * high]
        if not grid.is_table and narrow and not any(p.x0 < x1 and p.x1 > x0 for p in text):
            found |= {p.at for p in pieces if inside(p, grid.area)}
    return found


def set_aside(pieces: Sequence[Piece], reading: Reading, page: int, layout: Layout) -> set[int]:
    """Places of the pieces in the strips that `crop` and `margin` of a book's TOML name."""
    left, top, right, bottom = layout.crop
    odd = page % 2 == 1
    left, right = max(left, 0 if odd else layout.margin), max(right, layout.margin if odd else 0)
    return {
        p.at
        for p in pieces
        if not (
            left * reading.width <= p.centre <= (1 - right) * reading.width
            and top * reading.height <= p.middle <= (1 - bottom) * reading.height
        )
    }


def _side_heads(pieces: Sequence[Piece], rules: Sequence[Rule], high: float) -> set[int]:
    """Few short pieces that a long upright line parts from the text, on either side of it."""
    left, top, right, foot = bounds(p.area for p in pieces)
    for rule in rules:
        x = rule.x
        if not rule.upright or rule.length < LONG_LINE * (foot - top) or not left < x < right:
            continue
        level = [p for p in pieces if rule.y0 < p.middle < rule.y1]
        if any(p.x0 + 0.5 * high < x < p.x1 - 0.5 * high for p in level):
            continue
        for side, wide in (
            ([p for p in level if p.x1 <= x + 0.5 * high], x - left),
            ([p for p in level if p.x0 >= x - 0.5 * high], right - x),
        ):
            few = 0 < len(side) < FEW_BESIDE * len(level) and wide < STRIP * (right - left)
            if few and _plain(side):
                return {p.at for p in side}
    return set()


def _plain(side: Sequence[Piece]) -> bool:
    """Is none of the pieces an option, a question or an answer?"""
    return not any(_ITEM.match(fold(p.text)) or _ANSWER.match(fold(p.text)) for p in side)


def _type(pieces: Sequence[Piece]) -> float:
    """Width of a character of these pieces in pixels."""
    widths = [p.width / size for p in pieces if (size := em_size(p.text)) >= 2.5]
    return median(widths) if widths else float("inf")


def _stacked(side: Sequence[Piece], high: float) -> bool:
    """Are the pieces single characters and dashes, one below the other?"""
    if side and max(p.x1 for p in side) - min(p.x0 for p in side) > 2 * NARROW * high:
        return False  # cells of a table that is wider than the text
    short = sum(len(p.text.strip()) <= SHORT for p in side)
    return len(side) >= FEW and short > 0.6 * len(side)


def _belongs(piece: Piece, pieces: Sequence[Piece], high: float) -> bool:
    """Is it the number or label of a line that begins right beside it?"""
    return any(
        abs(p.middle - piece.middle) < 0.5 * high and 0 <= p.x0 - piece.x1 < 1.2 * high
        for p in pieces
        if p is not piece
    )
