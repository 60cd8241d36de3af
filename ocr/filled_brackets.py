"""Answers printed into the brackets of their stems, which the detector took for pieces apart.

`…称为（　　）。　　B`, or a lone B between stem and options, is `…称为（B）。` where a chapter
has it again and again.
"""

import re
from collections.abc import Mapping, Sequence

from ocr.confusions import Repaired
from ocr.plain import flat

FEW = 3  # questions with such an answer that make a habit
_EMPTY = re.compile(r"\(\s*\)")
_BEHIND = re.compile(r"[\s_]{1,6}(?P<a>[A-H]{1,6}|[√×])\s*[。.]?\s*$")
_LONE = re.compile(r"^\s*(?P<a>[A-H]{1,6}|[√×])\s*$")
_FIRST = re.compile(r"^\s*[(\[]?\s*A\s*[.、)\]:]")
_STEM = re.compile(r"^\s*[(\[【]?\s*\d{1,3}\s*[)\]】.、]")


def refilled(lines: Mapping[int, Repaired], places: Sequence[int]) -> dict[int, Repaired]:
    """The lines whose answers go back into their brackets; a lone answer's line becomes empty."""
    found: dict[int, Repaired] = {}
    count = 0
    for number, at in enumerate(places):
        line, plain = lines[at], flat(lines[at].text)
        brackets = list(_EMPTY.finditer(plain))
        if not brackets:
            continue
        behind = _BEHIND.search(plain, brackets[-1].end())
        if behind and len(plain) - brackets[-1].end() < 30:
            count += 1
            found[at] = _filled(line, brackets[-1], behind["a"], line.text[: behind.start()])
            continue
        ahead = [
            flat(lines[places[k]].text) for k in range(number + 1, number + 3) if k < len(places)
        ]
        lone = _LONE.match(ahead[0]) if len(ahead) == 2 and _FIRST.match(ahead[1]) else None
        if lone and _STEM.match(plain):
            count += 1
            found[at] = _filled(line, brackets[-1], lone["a"], line.text)
            found[places[number + 1]] = Repaired("", ())
    return found if count >= FEW else {}


def _filled(line: Repaired, bracket: re.Match[str], answer: str, text: str) -> Repaired:
    said = f"{text[: bracket.start()]}（{answer}）{text[bracket.end() :]}"
    return Repaired(said, (*line.notes, f"answer_into_bracket: {answer}"))
