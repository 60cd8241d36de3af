"""Boxes for the marker beside the headings of a paper: 得分, 评卷人 and an empty cell."""

import re
from collections.abc import Sequence

from ocr.habits.headings import is_heading
from ocr.habits.plain import flat
from ocr.layout.geometry import Piece, line_height

NEAR = 2.5  # line heights between the middles of a heading and of the words in its box
_WORD = r"(?:得\s*分|评\s*[卷分]\s*人?|阅\s*卷\s*人?|复\s*[核查]\s*人?)"
_BOX = re.compile(rf"[^\w]*(?:{_WORD}[\s|:_]*){{1,3}}[|lI1]?[^\w]*")
_SECTION = re.compile(
    r"\s*[一二三四五六七八九十]{1,3}\s*[、.]|\s*第[一二三四五六七八九十IVX]{1,3}部分"
)


def score_boxes(pieces: Sequence[Piece]) -> set[int]:
    """Places of the words of such boxes left or right of a heading, on its level."""
    high = line_height(pieces)
    heads = [p for p in pieces if _SECTION.match(flat(p.text)) or is_heading(p.text)]
    return {
        box.at
        for box in pieces
        if _BOX.fullmatch(flat(box.text))
        and any(abs(box.middle - head.middle) < NEAR * high and _apart(box, head) for head in heads)
    }


def _apart(box: Piece, head: Piece) -> bool:
    return box.x1 <= head.x0 or box.x0 >= head.x1
