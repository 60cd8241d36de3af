"""Option labels in square brackets of which a part was not read: `[B软抵抗`, `A]`, `(C)`, `[人格`.

A worn bracket counts only in a chapter that sets its labels in brackets, and only where its letter
is due; a lost letter is the one that is due.
"""

import re
from collections.abc import Mapping, Sequence

from cpsyexam.taxonomy import LETTERS
from ocr.confusions import Repaired
from ocr.plain import flat

FEW = 12  # whole labels that make it a chapter's habit
_WHOLE = re.compile(r"(?:^|(?<=[\s_]))\[\s*[A-H]\s*\]")
_WORN = re.compile(
    r"(?:^|(?<=[\s_]))(?:[\[({]\s*(?P<held>[A-Ha-h])\s*[\])}]?|(?P<closed>[A-H])\s*[\])}]"
    r"|(?P<bare>[A-H])(?=\s?[\u4e00-\u9fff“《])|(?P<lost>\[)[\s(]*(?=[\u4e00-\u9fff“《]))\s*"
)
_NEW = re.compile(r"^\s*(?:\(?\d{1,3}\s*[.、)]|[一二三四五六七八九十]+\s*、)")


def rebracketed(lines: Mapping[int, Repaired], places: Sequence[int]) -> dict[int, Repaired]:
    """The lines, in the order of `places`, whose labels were made whole."""
    if sum(len(_WHOLE.findall(flat(lines[at].text))) for at in places) < FEW:
        return {}
    found: dict[int, Repaired] = {}
    due = 0
    for at in places:
        plain = flat(lines[at].text)
        if len(plain) != len(lines[at].text):
            continue
        due = 0 if _NEW.match(plain) else due
        line, due = _whole(lines[at], plain, due)
        if line.text != lines[at].text:
            found[at] = line
    return found


def _whole(line: Repaired, plain: str, due: int) -> tuple[Repaired, int]:
    """The line with whole labels, and the place of the letter that is due behind it."""
    text, notes, end = "", list(line.notes), 0
    for match in _WORN.finditer(plain):
        said = (match["held"] or match["closed"] or match["bare"] or "").upper()
        if said == "A" and not match["bare"]:
            due = 0
        if due >= len(LETTERS) or said not in ("", LETTERS[due]) or (not said and not due):
            continue
        label = f"[{LETTERS[due]}]"
        due += 1
        printed = line.text[match.start() : match.end()].strip()
        if flat(printed).replace(" ", "") == label:
            continue
        notes.append(f"ocr_repair: option_label: {printed} → {label}")
        text += f"{line.text[end : match.start()]}{label} "
        end = match.end()
    return Repaired(text + line.text[end:], tuple(notes)), due
