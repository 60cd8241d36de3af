"""Numbers printed in a page's own way, and those that what stands beside them shows."""

import re
from bisect import bisect_right
from functools import lru_cache
from typing import NamedTuple

from parsing.numbers.candidates import BASE, UNIT, Start, once_more
from parsing.records import Region

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
_ROWS_APART = 2  # rows of options; more of them without numbers: look for glued ones
_STEM = 1500  # characters before a row that may be its question's
_WEIGHT = 0.6
_CHAINED = 2  # numbers that count on from one gap to the next
Row = tuple[int, int, int]
Mark = tuple[str, str]  # what stands before and behind a number
_Chain = tuple[Mark, int, int]
_SHOWN = -0.6  # of a number before options: only the sequence proves it
_KEYED = re.compile(
    r"(?:^|(?<=\s))(?P<lead>[A-H])[^\S\n]{0,2}(?P<n>0?[1-9]\d{0,2})\s?[.、](?=[\u3400-\u9fff“《「])"
    r"|^(?P<first>[A-H])[^\S\n]{1,3}(?P<bare>[1-9]\d{0,2})[^\S\n]{1,3}(?=[\u3400-\u9fff“《「])",
    re.MULTILINE,
)
_GLUED_TERM = re.compile(
    r"(?<=[。;!)\s])(?P<n>[1-9]\d{0,2})(?=[\u3400-\u9fff][^\s\d,。;:?!、]{1,15}\s?:)"
)
_LETTERED = re.compile(r"[A-H][^\S\n]{0,3}[0-9]")  # in all of them, quick to find
_BEFORE_ROW = re.compile(r"[1-9](?<=\s[1-9])\d?(?=\s?[(\[]A[)\]])")
_BEHIND_KEY = re.compile(
    r"答案\s?[:是为]?\s?[A-H]{1,5}[^\S\n]{1,3}(?P<n>[1-9]\d{0,2})[^\S\n]{1,2}(?=[\u3400-\u9fff“《(])"
)
_AHEAD = 6  # characters before such a number in which no other begins a question
_GLUED_INSIDE = re.compile(
    r"(?<=[\u3400-\u9fff)。?A-H])(?<![共每约满总第达])(?P<digits>[1-9]\d{0,3})(?=[\u3400-\u9fff“《(])"
)
_GLUED_WEIGHT = -0.6


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


def of_page(
    text: str, region: Region, rows: list[Row], found: list[Start], known: set[Mark]
) -> Learnt:
    """The candidates of a region with those that only the page's own way of printing shows.

    `known` = number marks that the page was seen to use; those of this region are added.
    """
    start, end, section = region.start, region.end, region.section
    found = _with_neighbours(text, start, end, found)
    if len(rows) > _ROWS_APART and 2 * sum(s.number > 0 for s in found) < len(rows):
        found = _in_order([*found, *_glued_inside(text, start, end)])
    is_open = section and section.format in ("QA", "TF", "FILL")
    if section and is_open and "名词" in text[section.start : section.end]:
        found = _with_terms(text, start, end, found)
    if len(rows) <= _ROWS_APART and not (known and rows):
        return Learnt(found, 1)
    own, step = _learnt(text, start, rows, found, known)
    return Learnt(_in_order([*found, *(once_more(text, s) for s in own)]), step)


def _in_order(found: list[Start]) -> list[Start]:
    return sorted(found, key=lambda s: (s.pos, s.end))


def _learnt(text: str, start: int, rows: list[Row], found: list[Start], known: set[Mark]) -> Learnt:
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


def _with_neighbours(text: str, start: int, end: int, found: list[Start]) -> list[Start]:
    """The candidates of a stretch, and those that options or a key's letter show."""
    keyed = _keyed(text, start, end)
    near = {at for s in keyed for at in range(s.pos - _AHEAD, s.end + 1)}
    known = {s.end for s in found}
    kept = [s for s in found if s.pos not in near]
    kept += [s for s in _behind_keys(text, start, end) if s.end not in known]
    return _in_order([*kept, *_before_rows(text, start, end), *keyed])


def _with_terms(text: str, start: int, end: int, found: list[Start]) -> list[Start]:
    """The candidates of a stretch, and numbers right before terms with their meanings, inside
    lines: 21从众:是… 22气质:是…
    """
    known = {s.end for s in found}
    more = [
        Start(m.start(), m.end(), int(m["n"]), "glued", "", True, BASE["glued"])
        for m in _GLUED_TERM.finditer(text, start, end)
        if m.end() not in known
    ]
    return _in_order([*found, *more])


def _behind_keys(text: str, start: int, end: int) -> list[Start]:
    """Numbers without a mark behind the key of the question above: 答案:A 2 巴特利特认为…"""
    return [
        Start(m.start("n"), m.end(), int(m["n"]), "blank", "", True, BASE["blank"])
        for m in _BEHIND_KEY.finditer(text, start, end)
    ]


def _before_rows(text: str, start: int, end: int) -> list[Start]:
    """Numbers inside a line right before options, without a mark: 1 [A]assume [B]refuse"""
    return [
        Start(m.start(), m.end(), int(m[0]), "blank", "", True, _SHOWN)
        for m in _BEFORE_ROW.finditer(text, start, end)
    ]


@lru_cache(maxsize=4)
def _habit(text: str) -> bool:
    """Whether three such numbers of a page count on; asked for each of its regions."""
    numbers = {int(m["n"] or m["bare"]) for m in _KEYED.finditer(text)}
    return any(n + 1 in numbers and n + 2 in numbers for n in numbers)


def _keyed(text: str, start: int, end: int) -> list[Start]:
    """Numbers right behind their question's key, as many as prove a habit: C01.病患說…"""
    found = list(_KEYED.finditer(text, start, end)) if _LETTERED.search(text, start, end) else []
    if not found or not _habit(text):
        return []
    out = []
    for m in found:
        lead = "lead" if m["lead"] else "first"
        number = int(m["n"] or m["bare"])
        out.append(
            Start(m.start(lead), m.end(), number, "keyed", "", False, BASE["keyed"], m.span(lead))
        )
    return out


def _glued_inside(text: str, start: int, end: int) -> list[Start]:
    """Numbers right behind a text and right before another, as on pages that lost their breaks:
    `D太阳风2地球…`. `534岁儿童` may be 5 and 34岁.
    """
    found = []
    for m in _GLUED_INSIDE.finditer(text, start, end):
        digits = m["digits"]
        for cut in range(1, len(digits) + 1):
            whole = cut == len(digits)
            if cut > 3 or (whole and UNIT.match(text, m.end())) or digits[cut : cut + 1] == "0":
                continue
            place = m.start() + cut
            number = int(digits[:cut])
            found.append(Start(m.start(), place, number, "glued", "", True, _GLUED_WEIGHT))
    return found
