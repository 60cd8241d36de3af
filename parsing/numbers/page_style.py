"""Numbers that a page prints in its own way: `1-…`, 【题干1】…, `C2:…`, from 20 down to 1.

Rows of options tell where questions begin: between one row's last letter and the next row's first.
The mark whose numbers count on from gap to gap is the page's own, whatever it looks like.
"""

import re
from bisect import bisect_right
from typing import NamedTuple

from parsing.numbers.candidates import Start

_NUMBER = re.compile(
    r"(?P<left>(?:[(\[【<{#]|第)?\s?(?:题干|题目|试题|问题|习题|例题?|题|(?<![A-Za-z])(?i:no\.?|q))?\s?)"
    r"(?P<digits>\d{1,6})(?P<right>[^\S\n]?[^\w\s“”‘’\"《「][)\]】]?|(?=[^\S\n]))?"
)
_HAN = re.compile("[\u3400-\u9fff]")
_OF_TEXTS = tuple("%,~/+=×*<>°$")  # behind numbers that belong to a text
_FEWEST = 3  # numbers that count on, before a mark is believed
_SHARE = 0.6  # of the gaps between rows that must have one
_UNMARKED = 5  # numbers without any mark that count on; fewer may stand in the texts
_KNOWN = 0.9  # of the gaps: so many numbers of usual marks leave nothing to learn
_BETTER = 2  # gaps more than the numbers of usual marks explain
_STEM = 1500  # characters before a row that may be its question's
_WEIGHT = 0.6
_CHAINED = 2  # numbers that count on from one gap to the next
Row = tuple[int, int, int]
Mark = tuple[str, str]  # what stands before and behind a number
_Chain = tuple[Mark, int, int]


class Learnt(NamedTuple):
    """Starts of the page's own mark, and whether its numbers rise (1) or fall (-1)."""

    starts: list[Start]
    step: int


class _Hit(NamedTuple):
    gap: int
    mark: Mark
    start: Start

    def chain(self, step: int) -> _Chain:
        """What is the same for all numbers that count on from gap to gap."""
        return self.mark, step, self.start.number - step * self.gap


def learnt(text: str, start: int, rows: list[Row], found: list[Start], known: set[Mark]) -> Learnt:
    """Numbers of a mark that no pattern names; none where usual ones explain the rows.

    `known` = marks learnt from the page's regions before this one, and learnt here.
    """
    gaps = _gaps(start, rows)
    if len(gaps) < (1 if known else _FEWEST):
        return Learnt([], 1)
    usual = _usual(found, gaps)
    if max(usual.values()) >= _KNOWN * len(gaps):
        return Learnt([], -1 if usual[-1] > 2 * usual[1] else 1)
    hits = [hit for i, gap in enumerate(gaps) for hit in _hits(text, i, *gap)]
    chains: dict[_Chain, set[int]] = {}
    for hit in hits:
        for step in (1, -1):
            chains.setdefault(hit.chain(step), set()).add(hit.gap)
    marks: dict[tuple[Mark, int], set[int]] = {}
    for (mark, step, _), on in chains.items():
        marks.setdefault((mark, step), set()).update(
            on if len(on) >= _CHAINED or mark in known else ()
        )
    if not marks:
        return Learnt([], 1)
    (mark, step), best = max(marks.items(), key=lambda one: (len(one[1]), one[0][1]))
    fewest = _FEWEST if any(part.strip() for part in mark) else _UNMARKED
    if mark not in known and len(best) < max(
        fewest, _SHARE * len(gaps), _BETTER + max(usual.values())
    ):
        return Learnt([], 1)
    fewest = 1 if mark in known else _CHAINED
    known.add(mark)
    own = [h.start for h in hits if h.mark == mark and len(chains[h.chain(step)]) >= fewest]
    at_line = {s.end for s in found if not s.inline}
    return Learnt([s for s in own if s.end not in at_line], step)


def _gaps(start: int, rows: list[Row]) -> list[tuple[int, int]]:
    """The stretches between rows of options, and the one above the first."""
    out, floor = [], start
    for opening, _, last in rows:
        if opening > floor:
            out.append((max(floor, opening - _STEM), opening))
        floor = last + 1
    return out


def _usual(found: list[Start], gaps: list[tuple[int, int]]) -> dict[int, int]:
    """How many gaps have numbers of usual marks that count on, upwards (1) or downwards (-1)."""
    ends = [end for _, end in gaps]
    chains: dict[tuple[int, int], set[int]] = {}
    for s in found:
        i = bisect_right(ends, s.pos)
        if s.number and i < len(gaps) and s.pos >= gaps[i][0]:
            for step in (1, -1):
                chains.setdefault((step, s.number - step * i), set()).add(i)
    return {
        step: sum(len(on) for (way, _), on in chains.items() if way == step and len(on) >= _CHAINED)
        for step in (1, -1)
    }


def _hits(text: str, gap: int, start: int, end: int) -> list[_Hit]:
    out = []
    for m in _NUMBER.finditer(text, start, end):
        left, digits = m["left"].strip(), m["digits"]
        right = (m["right"] or "").strip() or (" " if m["right"] is not None else "")
        first = m.start("left") if left else m.start("digits")
        counted = left == "第" and not right and first and _HAN.match(text, first - 1)
        if right in _OF_TEXTS or counted:  # 下列属于第2类的是
            continue
        cuts = range(1) if left else range(len(digits))
        for cut in cuts:
            if len(digits) - cut > 3 or digits[cut] == "0":
                continue
            pos = first if left else m.start("digits") + cut
            own = Start(pos, m.end(), int(digits[cut:]), "own", "", True, _WEIGHT)
            out.append(_Hit(gap, (left, right), own))
    return out
