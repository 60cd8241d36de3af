"""Numbers printed in a page's own way, and those that what stands beside them shows."""

import re
from bisect import bisect_right
from functools import lru_cache
from typing import NamedTuple

from parsing.numbers.candidates import BASE, UNIT, Start, once_more
from parsing.numbers.evidence import Row
from parsing.records import Region

_NUMBER = re.compile(
    r"(?P<left>(?:[(\[【<{#]|第)?\s?(?:题干|题目|试题|问题|习题|例题?|题|(?<![A-Za-z])(?i:no\.?|q))?\s?)"
    r"(?P<digits>\d{1,6}|[①-⑳])(?P<right>[^\S\n]?[^\w\s“”‘’\"《「][)\]】]?|(?=[^\S\n]))?"
)
_HAN = re.compile("[\u3400-\u9fff]")
_OF_TEXTS = tuple("%,~/+=×*<>°$")  # behind numbers that belong to a text
_CIRCLED = "○"  # the mark of ①
_FEWEST = 3  # numbers that count on, before a mark is believed
_SHARE = 0.6  # of the gaps between rows that must have one
_UNMARKED = 5  # numbers without any mark that count on; fewer may stand in the texts
_KNOWN = 0.9  # of the gaps: so many numbers of usual marks leave nothing to learn
_BETTER = 2  # gaps more than the numbers of usual marks explain
_ROWS_APART = 2  # rows of options; more of them without numbers: look for glued ones
_STEM = 1500  # characters before a row that may be its question's
_WEIGHT = 0.6
_CHAINED = 2  # numbers that count on from one gap to the next

Mark = tuple[str, str]  # what stands before and behind a number
_Hit = tuple[int, Mark, Start]  # the number of a gap between rows, what stands there
_Chain = tuple[Mark, int, int]
_SHOWN = -0.6  # of a number before options: only the sequence proves it
_KEYED = re.compile(
    r"(?:^|(?<=\s))(?P<lead>[A-H])[^\S\n]{0,2}(?P<n>0?[1-9]\d{0,2})\s?[.、](?=[\u3400-\u9fff“《「])"
    r"|^(?P<first>[A-H])[^\S\n]{1,3}(?P<bare>[1-9]\d{0,2})[^\S\n]{1,3}(?=[\u3400-\u9fff“《「])",
    re.MULTILINE,
)
_TERM = re.compile(
    r"(?<=[。;!)\s])(?P<n>[1-9]\d{0,2})(?=[\u3400-\u9fff][^\s\d,。;:?!、]{1,15}\s?:)"
)
_LETTERED = re.compile(r"[A-H][^\S\n]{0,3}[0-9]")  # in all of them, quick to find
_BEFORE_ROW = re.compile(r"(?P<n>[1-9](?<=\s[1-9])\d?)(?=\s?[(\[]A[)\]])")
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


def of_page(
    text: str, region: Region, rows: list[Row], found: list[Start], known: set[Mark]
) -> Learnt:
    """The candidates of a region with those that only the page's own way of printing shows.

    `known` = number marks that the page was seen to use; those of this region are added.
    """
    start, end, section = region.start, region.end, region.section

    def beside(pattern: re.Pattern[str], style: str, weight: float) -> list[Start]:
        """Numbers inside lines that what stands beside them shows."""
        ends = {s.end for s in found}
        return [
            Start(m.start("n"), m.end(), int(m["n"]), style, "", True, weight)
            for m in pattern.finditer(text, start, end)
            if m.end() not in ends
        ]

    keyed = _keyed(text, start, end)
    near = {at for s in keyed for at in range(s.pos - _AHEAD, s.end + 1)}
    found = [
        *(s for s in found if s.pos not in near),
        *beside(_BEHIND_KEY, "blank", BASE["blank"]),  # 答案:A 2 巴特利特认为…
        *beside(_BEFORE_ROW, "blank", _SHOWN),  # 1 [A]assume [B]refuse
        *keyed,
    ]
    if len(rows) > _ROWS_APART and 2 * sum(s.number > 0 for s in found) < len(rows):
        found += _glued_inside(text, start, end)
    is_open = section and section.format in ("QA", "TF", "FILL")
    if section and is_open and "名词" in text[section.start : section.end]:
        found += beside(_TERM, "glued", BASE["glued"])  # 21从众:是… 22气质:是…
    step = 1
    if len(rows) > _ROWS_APART or (known and rows):
        own, step = _learnt(text, start, rows, found, known)
        found += [once_more(text, s) for s in own]
    return Learnt(sorted(found, key=lambda s: (s.pos, s.end)), step)


def _chains(hits: list[_Hit]) -> dict[_Chain, set[int]]:
    """The gaps of numbers that count on from gap to gap, upwards (1) or downwards (-1)."""
    out: dict[_Chain, set[int]] = {}
    for gap, mark, start in hits:
        for step in (1, -1):
            out.setdefault((mark, step, start.number - step * gap), set()).add(gap)
    return out


def _learnt(text: str, start: int, rows: list[Row], found: list[Start], known: set[Mark]) -> Learnt:
    """Numbers of a mark that no pattern names; none where usual ones explain the rows.

    `known` = marks learnt from the page's regions before this one, and learnt here.
    """
    gaps, floor = [], start  # the stretches between rows of options, and the one above the first
    for opening, _, last in rows:
        if opening > floor:
            gaps.append((max(floor, opening - _STEM), opening))
        floor = last + 1
    if len(gaps) < (1 if known else _FEWEST):
        return Learnt([], 1)
    usual = {1: 0, -1: 0}  # gaps whose numbers of usual marks count on, by step
    ends = [end for _, end in gaps]
    places = [(bisect_right(ends, s.pos), s) for s in found if s.number]
    places = [(i, s) for i, s in places if i < len(gaps) and s.pos >= gaps[i][0]]
    for (_, step, _), on in _chains([(i, ("", ""), s) for i, s in places]).items():
        usual[step] += len(on) if len(on) >= _CHAINED else 0
    if max(usual.values()) >= _KNOWN * len(gaps):
        return Learnt([], -1 if usual[-1] > 2 * usual[1] else 1)
    hits = [hit for i, gap in enumerate(gaps) for hit in _hits(text, i, *gap)]
    chains = _chains(hits)
    marks: dict[tuple[Mark, int], set[int]] = {}
    for (mark, step, _), on in chains.items():
        enough = len(on) >= _CHAINED or mark in known
        marks.setdefault((mark, step), set()).update(on if enough else ())
    if not marks:
        return Learnt([], 1)
    (mark, step), best = max(marks.items(), key=lambda one: (len(one[1]), one[0][1]))
    least = _FEWEST if any(part.strip() for part in mark) else _UNMARKED
    share = max(_SHARE * len(gaps), _BETTER + max(usual.values()))
    if mark not in known and len(best) < max(least, share):
        return Learnt([], 1)
    fewest = 1 if mark in known else _CHAINED
    known.add(mark)
    at_line = {s.end for s in found if not s.inline}
    own = [
        s
        for gap, its, s in hits
        if its == mark and len(chains[mark, step, s.number - step * gap]) >= fewest
    ]
    return Learnt([s for s in own if s.end not in at_line], step)


def _hits(text: str, gap: int, start: int, end: int) -> list[_Hit]:
    out: list[_Hit] = []
    for m in _NUMBER.finditer(text, start, end):
        left, digits = m["left"].strip(), m["digits"]
        left = left or _CIRCLED * (not digits.isdecimal())
        right = (m["right"] or "").strip() or (" " if m["right"] is not None else "")
        first = m.start("left") if m["left"].strip() else m.start("digits")
        counted = left == "第" and not right and first and _HAN.match(text, first - 1)
        if right in _OF_TEXTS or counted:  # 下列属于第2类的是
            continue
        for cut in range(1 if left else len(digits)):
            if len(digits) - cut <= 3 and digits[cut] != "0":
                number = _value(digits[cut:])
                own = Start(first + cut, m.end(), number, "own", "", True, _WEIGHT)
                out.append((gap, (left, right), own))
    return out


def _value(digits: str) -> int:
    """The number of digits, or of one circled sign."""
    return int(digits) if digits.isdecimal() else ord(digits) - ord("①") + 1


@lru_cache(maxsize=4)
def _habit(text: str) -> bool:
    """Whether three such numbers of a page count on; asked for each of its regions."""
    numbers = {int(m["n"] or m["bare"]) for m in _KEYED.finditer(text)}
    return any(n + 1 in numbers and n + 2 in numbers for n in numbers)


def _keyed(text: str, start: int, end: int) -> list[Start]:
    """Numbers right behind their question's key, as many as prove a habit: C01.病患說…"""
    found = list(_KEYED.finditer(text, start, end)) if _LETTERED.search(text, start, end) else []
    leads = [(m, m.span("lead" if m["lead"] else "first")) for m in found]
    return [
        Start(at[0], m.end(), int(m["n"] or m["bare"]), "keyed", "", False, BASE["keyed"], at)
        for m, at in (leads if found and _habit(text) else ())
    ]


def _glued_inside(text: str, start: int, end: int) -> list[Start]:
    """Numbers right behind a text and right before another, as on pages that lost their breaks:
    `D太阳风2地球…`. `534岁儿童` may be 5 and 34岁.
    """
    found = []
    for m in _GLUED_INSIDE.finditer(text, start, end):
        at, digits = m.start(), m["digits"]
        for cut in range(1, min(len(digits), 3) + 1):
            unit = cut == len(digits) and UNIT.match(text, m.end())
            if not unit and digits[cut : cut + 1] != "0":
                number = int(digits[:cut])
                found.append(Start(at, at + cut, number, "glued", "", True, _GLUED_WEIGHT))
    return found
