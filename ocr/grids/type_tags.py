"""Tags beside questions that say their type (单选, 多选): no text of the question's line."""

import re
from collections.abc import Sequence

from ocr.layout.geometry import Piece, line_height

FEW = 6  # of them in a book
STARTS = 3  # lines of text that begin where a column begins
_TAG = re.compile(
    r"\s*[\[【(（]?(?:(?:单|多|不定)项?选择?题?|不定项|判断题?|填空题?|简答题?|论述题?|名词解释)[\]】)）]?\s*"
)


def type_tags(pages: Sequence[Sequence[Piece]]) -> list[set[int]]:
    """The places of such pieces on each page: right of a line, where no column begins."""
    found = [_beside(page) for page in pages]
    return found if sum(map(len, found)) >= FEW else [set() for _ in pages]


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
