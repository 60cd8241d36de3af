"""Answers that open the reason below a question: 【解析】A　因为…, 答案与解析：A, 【A】因为….

Each comes apart, as 【答案】 and 【解析】, where a chapter prints no answers in another way.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from ocr.plain import flat

FEW = 3  # questions with such an answer that make a habit
MOST = 0.2  # of them: lines that begin with a tag of answers
_SAID = r"(?P<a>[A-H]{1,8}|[√×✓✗]|对|错|正确|错误)"
_REASON = re.compile(
    r"^\s*(?:\d{1,3}\s*[.、]\s*)?(?:[【〔\[〖](?:答案)?[与及和]?(?:解析|精析|详解|解答|点拨|评析|分析)[】〕\]〗]\s*:?"
    r"|(?:答案[与及和])?(?:解析|精析|详解|解)\s*:)"
    rf"\s*(?:答案|应?选|本题选)?\s*:?\s*{_SAID}(?=[\s。,;.]|$)(?!\s*[项、])\s*[。,;.]?\s*"
)
_BOXED = re.compile(rf"^\s*[【\[]\s*{_SAID}\s*[】\]]\s*(?=\S)")
_TAGGED = re.compile(
    r"^\s*(?:\d{1,3}\s*[.、]\s*)?[【\[〖（(]?\s*(?:参考|正确|标准|本题)?答\s*案\s*[】\]〗:]"
)
_QUESTION = re.compile(r"^\s*\d{1,3}\s*[.、](?!\d)")
_LETTER = re.compile(r"[【\[]\s*([A-H])\s*[】\]]")
_OPTION = re.compile(r"(?:^|\s)[(\[【]?[B-H]\s*[.、:)\]】]")
_KEY = re.compile(r"^[^。?:\d【]{0,30}答\s?案[^。?:\dA-Z]{0,12}$")
Line = tuple[int, str]


def reasons_apart(lines: Sequence[Line]) -> list[Line]:
    """The lines with such answers on lines of their own; those of a key stay."""
    plain = [flat(text) for _, text in lines]
    end = next((i for i, text in enumerate(plain) if _KEY.match(text)), len(lines))
    tagged = sum(_TAGGED.match(text) is not None for text in plain)
    reasons = {i: m for i in range(end) if (m := _REASON.match(plain[i]))}
    boxed = {i: m for i in range(end) if (m := _BOXED.match(plain[i])) and _below(plain, i)}
    if any(_goes_on(plain, i) for i in boxed):
        boxed = {}  # options
    found = list(lines)
    for habit in (reasons, boxed):
        if len(habit) >= FEW and tagged <= MOST * len(habit) and _asked(plain[:end], habit):
            for i, match in habit.items():
                found[i] = (lines[i][0], f"【答案】{match['a']}\n{lines[i][1][match.end() :]}")
    return [part for line in found for part in _two(line)]


def _below(plain: Sequence[str], at: int) -> bool:
    """Does a row of options or a question stand right above?"""
    above = plain[at - 1] if at else ""
    return bool(_OPTION.search(above) or _QUESTION.match(above))


def _goes_on(plain: Sequence[str], at: int) -> bool:
    """Does the next letter follow in its line or the line below?"""
    here = _LETTER.findall(plain[at])
    below = _LETTER.findall(plain[at + 1]) if at + 1 < len(plain) else []
    return any(ord(b) == ord(a) + 1 for a, b in pairwise([*here, *below]))


def _asked(plain: Sequence[str], places: Iterable[int]) -> bool:
    """Does a new question begin between most of them?"""
    ordered = sorted(places)
    between = sum(
        any(_QUESTION.match(text) for text in plain[a + 1 : b]) for a, b in pairwise(ordered)
    )
    return between >= len(ordered) - 1


def _two(line: Line) -> list[Line]:
    at, text = line
    answer, apart, reason = text.partition("\n")
    if not apart or not answer.startswith("【答案】"):
        return [line]
    return [(at, answer)] + ([(at, f"【解析】{reason.strip()}")] if reason.strip() else [])
