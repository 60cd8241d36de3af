"""Answers before the stems of their questions: （ACD）1．…, again and again.

Each goes below its question as a line of its own, so that none falls to the question before.
"""

import re
from collections.abc import Sequence

from ocr.habits.headings import is_heading
from ocr.habits.plain import flat

FEW = 2  # questions with such an answer that make a habit
_LED = re.compile(
    r"^\s*[(【\[]\s*(?P<a>[A-H]{1,8}|[√×✓✗○OXx对错])\s*[)】\]][\s_]*(?=\d{1,3}\s*[.、](?!\d))"
)
_NUMBERED = re.compile(r"^\s*\d{1,3}\s*[.、](?!\d)")
_REASON = re.compile(r"^\s*[【\[(]?\s*(?:解|答案|解析|分析|评析|考点|依据)")
_TRUE = {"O": "√", "○": "√", "X": "×", "x": "×"}
Line = tuple[int, str]


def answers_below(lines: Sequence[Line]) -> list[Line]:
    """The lines with such answers behind the options of their question."""
    led = [(at, text, _LED.match(flat(text))) for at, text in lines]
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
        found.append((at, text[match.end() :] if match else text))
    return [*found, waiting] if waiting else found
