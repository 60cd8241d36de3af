"""Answers before the stems of their questions: （ACD）1．… or 1．（ACD）…, again and again.

Each goes below its question as a line of its own, so that none falls to the question before.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from ocr.headings import is_heading
from ocr.plain import flat

FEW = 2  # questions with such an answer that make a habit
_LED = re.compile(
    r"^\s*[(【\[]\s*(?P<a>[A-H]{1,8}|[√×✓✗○OXx对错])\s*[)】\]][\s_]*(?=\d{1,3}\s*[.、](?!\d))"
)
_UNNUMBERED = re.compile(  # its number, alone between answer and stem, was not seen
    r"^\s*[(【\[]\s*(?P<a>[A-H]{1,6}|[√×✓✗○])\s*[)】\]](?:\s*_{2,}\s*|\s{2,})(?=[\u4e00-\u9fff「『“\"])"
)
_WITHIN = re.compile(
    r"^(?P<n>\s*\d{1,3}\s*[.、])\s*[(【\[]\s*(?P<a>[A-H]{1,8})\s*[)】\]]\s*"
    r"(?=[^\s,。.、)】\]])"
)
_COUNTED = re.compile(
    r"^\s*(?:[(【\[]\s*(?:[A-H]{1,8}|[√×✓✗○])\s*[)】\]][\s_]*)?(?P<n>\d{1,3})\s*[.、](?!\d)"
)
_FIRST = re.compile(r"^\s*[(【\[]?\s*A\s*[.、)】\]:\s]")
NEAR = 3  # lines within which the options of such a question begin
_NUMBERED = re.compile(r"^\s*\d{1,3}\s*[.、](?!\d)")
_REASON = re.compile(r"^\s*[【\[(]?\s*(?:解|答案|解析|分析|评析|考点|依据)")
_TRUE = {"O": "√", "○": "√", "X": "×", "x": "×"}
Line = tuple[int, str]


def answers_below(lines: Sequence[Line]) -> list[Line]:
    """The lines with such answers behind the options of their question."""
    lines = _numbered(lines)
    led = [
        (at, text, _LED.match(flat(text)) or _within(i, lines))
        for i, (at, text) in enumerate(lines)
    ]
    count = sum(match is not None for *_, match in led)
    if count < FEW:
        return list(lines)
    found: list[Line] = []
    waiting: Line | None = None
    for at, text, match in led:
        plain = flat(text)
        begins = match or _NUMBERED.match(plain) or _REASON.match(plain) or is_heading(text)
        if waiting and begins:
            found.append(waiting)
            waiting = None
        if match:
            said = _TRUE.get(match["a"], match["a"])
            waiting = (at, f"【答案】{said}")
        kept = text[: match.end("n")] if match and "n" in match.groupdict() else ""
        found.append((at, kept + text[match.end() :] if match else text))
    return [*found, waiting] if waiting else found


def _numbered(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines with the number of the one question between two whose number was not seen."""
    marked = [(i, m) for i, (_, text) in enumerate(lines) if (m := _COUNTED.match(flat(text)))]
    found = list(lines)
    for (i, above), (j, below) in pairwise(marked):
        if int(below["n"]) != int(above["n"]) + 2:
            continue
        lost = [at for at in range(i + 1, j) if _UNNUMBERED.match(flat(lines[at][1]))]
        if len(lost) == 1 and not _goes_on(lines, lost[0]):
            place, text = lines[lost[0]]
            match = _UNNUMBERED.match(flat(text))
            end = match.end() if match else 0
            answer = match["a"] if match else ""
            found[lost[0]] = (place, f"（{answer}）{int(above['n']) + 1}．{text[end:]}")
    return found


def _goes_on(lines: Sequence[Line], at: int) -> bool:
    """Is it the next option, each on a line of its own?"""
    before, now = (
        re.match(r"\s*[(【\[]\s*([A-H])\s*[)】\]]", flat(lines[i][1])) for i in (at - 1, at)
    )
    return bool(before and now and ord(now[1]) == ord(before[1]) + 1)


def _within(place: int, lines: Sequence[Line]) -> re.Match[str] | None:
    """The number and answer that a stem begins with, where options stand below it."""
    match = _WITHIN.match(flat(lines[place][1]))
    for _, below in lines[place + 1 : place + 1 + NEAR]:
        if _NUMBERED.match(flat(below)):
            return None
        if _FIRST.match(flat(below)):
            return match
    return None
