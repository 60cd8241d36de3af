"""Option letters put right by their neighbours: after A, B, C, D comes E, not another B.

So are small letters (`a.` before `B.`) and points read as commas (`B，` after `A.`).
"""

import re
from collections.abc import Mapping, Sequence

from cpsyexam.taxonomy import LETTERS
from ocr.habits.confusions import Repaired

ALIKE = {"A": "4", "B": "8E", "C": "GO", "D": "O0", "E": "BFR", "F": "EP", "G": "C6", "H": "N"}
_LABEL = re.compile(r"(?<![A-Za-z\d.．])([A-HNOPR]|[0468](?!\s*\.\d))(?=\s*[.．、])")
_SPACED = " \t　"
_NEW = re.compile(
    r"^\s*(?:[（(]?(\d{1,3})\s*[.．、)）]|[一二三四五六七八九十]+\s*、|【|第.{1,4}章)"
)
_WORN = re.compile(r"(?:^|(?<=[\s　_）)？?。\d]))([A-Ha-h])(\s*)([.．、，,])(?!\d{3}|[a-z]\.)")
_PRINTED = re.compile(r"(?:^|(?<=[ 　_]))([A-H])\s*([.．、])")
_NEXT = re.compile(r"^\s*([A-Ha-h])\s*[.．、，,]")


def mended(lines: Mapping[int, Repaired], places: Sequence[int]) -> dict[int, Repaired]:
    """The lines, in the order of `places`, whose option letters were out of sequence, mended."""
    found: dict[int, Repaired] = {}
    last = -1  # place of the latest letter of the options being read
    question = 0
    for number, at in enumerate(places):
        following = lines[places[number + 1]].text if number + 1 < len(places) else ""
        line = _label_restored(_worn_mended(lines[at], last, following), following)
        new = _NEW.match(line.text)
        due = new is not None and new[1] == str(question + 1)
        if new and (due or not _starts_option(line.text, last)):
            last = -1
            question = int(new[1] or question)
        line, last = _in_sequence(line, last)
        if line.text != lines[at].text:
            found[at] = line
    return found


def _worn_mended(line: Repaired, last: int, following: str) -> Repaired:
    """Small letters and commas of labels put right where that letter is due."""
    text, notes = line.text, list(line.notes)
    after = _NEXT.match(following)
    for match in list(_WORN.finditer(text)):
        due, said = last + 1, match[1].upper()
        if due >= len(LETTERS) or said != LETTERS[due]:
            last = LETTERS.index(said) if match[1].isupper() and match[3] not in "，," else last
            continue
        rest = [m[1].upper() for m in _WORN.finditer(text, match.end())]
        further = rest[:1] or ([after[1].upper()] if after else [])
        if due == 0 and (match.start() or further != [LETTERS[1]]):
            continue  # a sentence may begin with a small letter, or name an A
        last = due
        right = f"{said}{match[2]}{'．' if match[3] in '，,' else match[3]}"
        if right != match[0]:
            text = text[: match.start()] + right + text[match.end() :]
            notes.append(f"ocr_repair: option_label: {match[0]} → {right}")
    return Repaired(text, tuple(notes))


def _label_restored(line: Repaired, following: str) -> Repaired:
    """A label that was not read, or without its point, between the one before and the one after.

    `A、沙因____马斯洛　　C、麦格雷戈`, where a gap is B; `B. 消除法　　C平衡法　　D. 统计法`.
    """
    text, notes = line.text, list(line.notes)
    labels = list(_PRINTED.finditer(text))
    below = _NEXT.match(following)
    ends = [(label[1], label.start()) for label in labels[1:]]
    ends += [(below[1], len(text))] if below else []
    for before, (after, end) in reversed(list(zip(labels, ends, strict=False))):
        lost = chr(ord(before[1]) + 1)
        if ord(after) != ord(lost) + 1:
            continue
        between = text[before.end() : end]
        places = list(re.finditer(rf"____|(?<=[ 　]){lost}(?=[^ 　.．、])", between))
        if len(places) == 1 and between[: places[0].start()].strip():
            head = between[: places[0].start()].rstrip()
            tail = between[places[0].end() :].removeprefix(lost)
            between = f"{head}　　{lost}{before[2]}{tail}"
            text = text[: before.end()] + between + text[end:]
            notes.append(f"ocr_repair: option_label: {places[0][0]} → {lost}{before[2]}")
    return Repaired(text, tuple(notes))


def _in_sequence(line: Repaired, last: int) -> tuple[Repaired, int]:
    """The line with letters that are out of sequence put right, and the place of its last one."""
    text, notes = line.text, list(line.notes)
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
    return Repaired(text, tuple(notes)), last


def _used(said: str, last: int) -> bool:
    """Is this no letter that may still come by itself?"""
    return said not in LETTERS or not last < LETTERS.index(said) <= last + 2


def _starts_option(text: str, last: int) -> bool:
    """A digit that stands for the next letter, as in `8．知觉` after A; a number 8 is due later."""
    match = _LABEL.match(text)
    if match is None or not 0 <= last < len(LETTERS) - 1:
        return False
    return match[1] in ALIKE[LETTERS[last + 1]]
