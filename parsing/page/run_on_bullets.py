"""Rows of bullets that a site has run together, broken again: 是( )- 甲- 乙- 丙- 甲下题( )- 丁."""

import re
from collections.abc import Sequence
from itertools import pairwise

from parsing.source_text import fold
from parsing.vocabulary import BLANK

_BULLET = re.compile(
    r"\s?(?P<sign>[-•·●○◦▪])(?:\s?(?=[A-H]\s?[.、)])|\s(?=[^\s\d(（—-]))(?<!\d[-·]\s)"
)
_ASKED = re.compile(rf"{BLANK}|[?:]|[(]\s{{0,9}}[)]")
_ROW, _LONGEST = 3, 60  # items of a row, characters of an item
_GAP = re.compile(r"(?<=[\u3400-\u9fff”》)])\s(?=[\u3400-\u9fff“《])")


def bullet_pieces(text: str) -> list[str]:
    """A long line in pieces: before each bullet of its rows, and behind a row whose end shows."""
    folded = fold(text) if len(text) > _LONGEST else ""
    cuts = _cuts(folded) if len(folded) == len(text) else []
    return [text[a:b] for a, b in pairwise([0, *cuts, len(text)])]


def _cuts(text: str) -> list[int]:
    """Where a line is broken, in order."""
    found = list(_BULLET.finditer(text))
    if len(found) < _ROW:
        return []
    rows: list[list[re.Match[str]]] = [[]]
    bounds = [*(m.start() for m in found[1:]), len(text)]
    for m, end in zip(found, bounds, strict=True):
        rows[-1].append(m)
        if _ASKED.search(text, m.end(), end) or end - m.end() > _LONGEST:
            rows.append([])
    cuts = set()
    for row in rows:
        if len(row) >= _ROW and _asked(text, row[0].start()):
            cuts |= {m.start() for m in row}
            cuts.add(_end(text, row, bounds[found.index(row[-1])]))
    return sorted(cut for cut in cuts if 0 < cut < len(text))


def _asked(text: str, at: int) -> bool:
    """Whether a question may end at this place or a little before it."""
    return _ASKED.search(text, max(0, at - _LONGEST), at) is not None


def _end(text: str, row: Sequence[re.Match[str]], after: int) -> int:
    """Where a row ends: behind its first text printed again, else at a gap that no text has."""
    texts = [text[a.end() : b.start()].strip() for a, b in pairwise(row)]
    last = row[-1].end()
    if text.startswith(texts[0], last):
        return last + len(texts[0])
    gap = None if any(map(_GAP.search, texts)) else _GAP.search(text, last, after)
    return gap.start() if gap else after
