"""Numbers that what stands beside them shows: a key before them, options or texts around them.

A text and its other candidates in; with these among them, in order.
"""

import re
from functools import lru_cache

from parsing.numbers.candidates import BASE, UNIT, Start

_WEIGHT = -0.6  # of a number before options: only the sequence proves it
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


def with_neighbours(text: str, start: int, end: int, found: list[Start]) -> list[Start]:
    """The candidates of a stretch, and those that options or a key's letter show."""
    keyed = _keyed(text, start, end)
    near = {at for s in keyed for at in range(s.pos - _AHEAD, s.end + 1)}
    known = {s.end for s in found}
    kept = [s for s in found if s.pos not in near]
    kept += [s for s in _behind_keys(text, start, end) if s.end not in known]
    return sorted([*kept, *_before_rows(text, start, end), *keyed], key=lambda s: (s.pos, s.end))


def with_terms(text: str, start: int, end: int, found: list[Start]) -> list[Start]:
    """The candidates of a stretch, and numbers right before terms with their meanings, inside
    lines: 21从众:是… 22气质:是…
    """
    known = {s.end for s in found}
    more = [
        Start(m.start(), m.end(), int(m["n"]), "glued", "", True, BASE["glued"])
        for m in _GLUED_TERM.finditer(text, start, end)
        if m.end() not in known
    ]
    return sorted([*found, *more], key=lambda s: (s.pos, s.end))


def _behind_keys(text: str, start: int, end: int) -> list[Start]:
    """Numbers without a mark behind the key of the question above: 答案:A 2 巴特利特认为…"""
    return [
        Start(m.start("n"), m.end(), int(m["n"]), "blank", "", True, BASE["blank"])
        for m in _BEHIND_KEY.finditer(text, start, end)
    ]


def _before_rows(text: str, start: int, end: int) -> list[Start]:
    """Numbers inside a line right before options, without a mark: 1 [A]assume [B]refuse"""
    return [
        Start(m.start(), m.end(), int(m[0]), "blank", "", True, _WEIGHT)
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


def lists(found: list[Start], opened: list[tuple[int, int]]) -> list[bool]:
    """Whether each number's next one of its style stands before any options."""
    last: dict[tuple[str, int], int] = {}
    out = [False] * len(found)
    for i in range(len(found) - 1, -1, -1):
        s = found[i]
        after = last.get((s.style, s.number + 1), -1)
        out[i] = s.number > 0 and after >= 0 and opened[after][0] == opened[i][0]
        last[s.style, s.number] = i
    return out


def glued_inside(text: str, start: int, end: int) -> list[Start]:
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
