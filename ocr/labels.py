"""Option letters put right by their neighbours: after A, B, C, D comes E, not another B."""

import re
from collections.abc import Mapping, Sequence

from cpsyexam.taxonomy import LETTERS
from ocr.confusions import Repaired

ALIKE = {"A": "4", "B": "8E", "C": "GO", "D": "O0", "E": "BFR", "F": "EP", "G": "C6", "H": "N"}
_LABEL = re.compile(r"(?<![A-Za-z\d.．])([A-HNOPR0468])(?=\s*[.．、])(?!\s*\.\d)")
_SPACED = " \t　"
_NEW = re.compile(r"^\s*(?:[（(]?\d{1,3}\s*[.．、)）]|[一二三四五六七八九十]+\s*、|【|第.{1,4}章)")


def mended(lines: Mapping[int, Repaired], places: Sequence[int]) -> dict[int, Repaired]:
    """The lines, in the order of `places`, whose option letters were out of sequence, mended."""
    found: dict[int, Repaired] = {}
    last = -1  # place of the latest letter of the options being read
    for at in places:
        line = lines[at]
        text, notes = line.text, list(line.notes)
        if _NEW.match(text) and not _starts_option(text, last):
            last = -1
        for match in list(_LABEL.finditer(text)):
            said, due = match[1], last + 1
            if due < len(LETTERS) and said == LETTERS[due]:
                last = due
            elif match.start() and text[match.start() - 1] not in _SPACED:
                continue  # a letter in the text
            elif said == "A":
                last = 0
            elif 0 < due < len(LETTERS) and said in ALIKE[LETTERS[due]] and _used(said, last):
                right = LETTERS[due]
                text = text[: match.start(1)] + right + text[match.end(1) :]
                notes.append(f"ocr_repair: option_letter: {said} → {right}")
                last = due
        if text != line.text:
            found[at] = Repaired(text, tuple(notes))
    return found


def _used(said: str, last: int) -> bool:
    """Is this no letter that may still come by itself?"""
    return said not in LETTERS or not last < LETTERS.index(said) <= last + 2


def _starts_option(text: str, last: int) -> bool:
    """A digit that stands for the next letter, as in `8．知觉` after A; a number 8 is due later."""
    match = _LABEL.match(text)
    if match is None or not 0 <= last < len(LETTERS) - 1:
        return False
    return match[1] in ALIKE[LETTERS[last + 1]]
