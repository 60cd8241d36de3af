"""Options (1) (2) (3) (4) below questions 1. 2. 3., and keys that name them: 1.(2), as letters.

So do old books and many of Taiwan; a chapter counts only where nothing in it has option letters.
"""

import re
from collections.abc import Mapping, Sequence

from cpsyexam.taxonomy import LETTERS
from ocr.habits.confusions import Repaired
from ocr.habits.plain import flat

FEW = 3  # questions with such options that make a habit
_STEM = re.compile(r"^\s*(?:[(]\s*[)]\s*)?\d{1,3}\s*[.、](?!\d)")
_FIRST = re.compile(r"^\s*[(]1[)]\s*\S")
_MARK = re.compile(r"\s*[(]([1-8])[)]\s*")
_PART = re.compile(r"^\s*[一二三四五六七八九十]{1,3}\s*、\s*(?=\d)")
_INLINE = re.compile(rf"{_STEM.pattern}.*[)。？?]\s*[(]1[)].+[(]2[)].+[(]3[)]")
_LETTERED = re.compile(r"(?:^|\s)[(]?[A-D]\s*[.、)]")
_ENTRY = re.compile(r"(?<![\d.])(\d{1,3}\s*[.、:]?\s*)[(]\s*([1-8]{1,6}|[○〇Oo0×✕Xx])\s*[)]")
_POINTS = re.compile(
    r"(?:要点|答案?|提示)\s*[】\])]?\s*:?\s*$"
)  # below it (1) is a point of the answer
_NONE = 99  # options before: what follows is none
_TRUE = {"○": "√", "〇": "√", "O": "√", "o": "√", "0": "√", "✕": "×", "X": "×", "x": "×"}


def lettered_options(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter and of its key with letters for these numbers."""
    plain = {at: flat(lines[at].text) for at in (*body, *key)}
    if not _habit([plain[at] for at in body]):
        return {}
    found: dict[int, Repaired] = {}
    last = -1  # place of the option before
    for at in (*body, *key):
        text = _key(plain[at], lines[at].text)
        if _STEM.match(plain[at]):
            last = _NONE if _POINTS.search(plain[at]) else -1
        if text == lines[at].text:
            text, last = _options(lines[at].text, plain[at], last)
        if text != lines[at].text:
            found[at] = Repaired(text, (*lines[at].notes, "options_printed: (1)"))
    return found


def _habit(texts: Sequence[str]) -> bool:
    asked = sum(
        bool(_INLINE.match(text))
        or (_asks(text) and any(_FIRST.match(t) for t in texts[i + 1 : i + 4]))
        for i, text in enumerate(texts)
    )
    lettered = sum(bool(_LETTERED.search(text)) for text in texts)
    return asked >= FEW and lettered < 0.1 * asked + 1


def _asks(text: str) -> bool:
    """Does a question begin here, and not its answer?"""
    return bool(_STEM.match(text)) and not _POINTS.search(text)


def _options(text: str, plain: str, last: int) -> tuple[str, int]:
    """Options of a line, where their numbers follow those before; and the place of the last."""
    out, end = "", 0
    for match in _MARK.finditer(plain):
        place = int(match[1]) - 1
        head = not plain[: match.start()].strip("_ \u3000")
        if place != last + 1 or (place == 0 and not (head or _INLINE.match(plain))):
            continue
        gap = "　　" if match.start() else ""
        out += text[end : match.start()].rstrip("_ 　") + f"{gap}{LETTERS[place]}．"
        end, last = match.end(), place
    return out + text[end:], last


def _key(plain: str, text: str) -> str:
    """A line of nothing but such entries, with letters, ticks and crosses."""
    rest = _ENTRY.sub("", _PART.sub("", plain))
    if not _ENTRY.search(plain) or re.sub(r"[\s,;，；。.]", "", rest):
        return text
    return _ENTRY.sub(lambda m: f"{m[1]}{_said(m[2])}", plain)


def _said(answer: str) -> str:
    if answer.isdigit() and answer != "0":
        return "".join(LETTERS[int(digit) - 1] for digit in answer)
    return _TRUE.get(answer, answer)
