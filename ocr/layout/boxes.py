"""Boxes and tags beside questions that are no text: to tick, for the marker, for the type."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ocr.habits.headings import flat, is_heading
from ocr.layout.geometry import Piece, line_height

FEW = 6  # of them in a book
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


def tick_boxes(pages: Sequence[Sequence[Piece]]) -> tuple[list[list[Piece]], list[set[int]]]:
    """Pieces of each page without boxes, and the places of those that are nothing else."""
    alone = [_alone(page) for page in pages]
    bare = [
        [_unboxed(p) for p in page if p.at not in gone]
        for page, gone in zip(pages, alone, strict=True)
    ]
    if sum(map(len, alone)) + sum(count for page in bare for _, count in page) < FEW:
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
    tags = tags if sum(map(len, tags)) >= FEW else [set() for _ in pages]
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
