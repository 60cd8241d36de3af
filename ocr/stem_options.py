"""Options 甲、乙、丙、丁 of old books as letters, in a chapter where nothing has option letters."""

import re
from collections.abc import Mapping, Sequence

from cpsyexam.taxonomy import LETTERS
from ocr.confusions import Repaired
from ocr.plain import flat

FEW = 3  # sets of such options that make a habit
STEMS = "甲乙丙丁戊"
_FIRST = re.compile(r"^\s*[(]?甲[)]?\s*[、.]\s*\S")
_MARK = re.compile(r"(?:(?<=_)|(?<=\s)|^)\s*[(]?([甲乙丙丁戊])[)]?\s*[、.]\s*")
_LETTERED = re.compile(r"(?:^|\s)[(]?[A-D]\s*[.、)]")
_KEYED = re.compile(r"(?<![\d.])(\d{1,3}\s*[.、:]?\s*)([甲乙丙丁戊]{1,5})(?=$|[\s,;，；。.])")


def stem_options(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter with letters for these labels; the entries of its key likewise."""
    plain = {at: flat(lines[at].text) for at in (*body, *key)}
    sets = sum(bool(_FIRST.match(plain[at])) for at in body)
    lettered = sum(bool(_LETTERED.search(plain[at])) for at in body)
    if sets < FEW or lettered > 0.1 * sets:
        return {}
    found: dict[int, Repaired] = {}
    last = -1
    for at in (*body, *key):
        text, last = _lettered(lines[at].text, plain[at], last)
        if text == lines[at].text:
            text = _KEYED.sub(_letters, plain[at]) if _KEYED.search(plain[at]) else text
        if text != lines[at].text:
            found[at] = Repaired(text, (*lines[at].notes, "options_printed: 甲"))
    return found


def _letters(entry: re.Match[str]) -> str:
    return entry[1] + "".join(LETTERS[STEMS.index(char)] for char in entry[2])


def _lettered(text: str, plain: str, last: int) -> tuple[str, int]:
    """Options of a line, where their labels follow those before; and the place of the last."""
    out, end = "", 0
    for match in _MARK.finditer(plain):
        place = STEMS.index(match[1])
        if place not in (last + 1, 0) or (not place and plain[: match.start()].strip("_ \u3000")):
            continue
        gap = "　　" if match.start() else ""
        out += text[end : match.start()].rstrip("_ 　") + f"{gap}{LETTERS[place]}．"
        end, last = match.end(), place
    return out + text[end:], last
