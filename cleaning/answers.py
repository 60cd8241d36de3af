"""Answers as letters: what `A,B`, `D、衰竭期`, `答案：C` and option texts mean."""

import re

from cpsyexam.taxonomy import LETTERS, positions
from cpsyexam.text import fold

_LETTERS = re.compile(r"^(?:[A-H](?:[\s,，、;；/和及与.．。]*[A-H])*)[\s.．。,，、;；]*$")
_LABEL = re.compile(r"^(?:\[?【?\s*(?:参考|正确|标准)?答案\s*】?\]?\s*(?:[:：]|为|是)?\s*|选\s*)")
_FALLEN = re.compile(r"^([A-H])\s*[.．、:：)）]\s*(\S.*)$", re.DOTALL)


def letters(answer: str) -> str:
    """Answer letters in order ("C, A" → "AC"), "" where the text is something else."""
    text = _LABEL.sub("", fold(answer).strip()).strip("()[]【】 \t\n").upper()
    if not _LETTERS.match(text):
        return ""
    found = positions(text)
    return "".join(LETTERS[place] for place in found)


def fallen(answer: str) -> tuple[str, str] | None:
    """(letter, option text) of an answer that swallowed its option: `D、衰竭期`."""
    match = _FALLEN.match(answer.strip())
    return (match.group(1), match.group(2).strip()) if match else None


def by_text(answer: str, options: list[str]) -> str:
    """The letter of the one option that an answer spells out, "" where none or several do."""
    wanted = _key(answer)
    found = [place for place, option in enumerate(options) if _key(option) == wanted]
    return LETTERS[found[0]] if wanted and len(found) == 1 and found[0] < len(LETTERS) else ""


def _key(text: str) -> str:
    return re.sub(r"[\s。.．，,；;]+$", "", fold(text).strip()).lower()
