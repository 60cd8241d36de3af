"""A question that stands on a page → what a perfect second reader would quote of it.

It knows the question; where its key is told it looks for as a person would: a word and the letters
behind the options, letters in the stem's bracket, letters behind the number elsewhere. It shares no
rule with `gating.second`, which has to check what it says.
"""

import re
from dataclasses import dataclass
from typing import Any

from gating.second.page import PageText, bare

_WORD = r"[\u3400-\u9fffA-Za-z]{0,8}"


@dataclass(frozen=True)
class Known:
    """A question as it is. `answer`: letters, or the text of an open one."""

    number: str
    material: str
    stem: str
    options: tuple[str, ...]
    answer: str


def row(known: Known) -> dict[str, Any]:
    """Columns of CleanQuestion that a second reader's checks look at."""
    places = ["ABCDEFGH".index(letter) for letter in known.answer] if known.options else []
    return {
        "raw_id": f"{known.number}/{known.stem}",
        "number": known.number,
        "material": known.material,
        "stem": known.stem,
        "options": list(known.options),
        "answer": places,
        "reference": "" if known.options else known.answer,
    }


def quotation(known: Known, text: str) -> dict[str, Any]:
    """Fields of `gating.second.quotations.Reading`, without `item`."""
    return {
        "number": known.number,
        "material": known.material,
        "stem": known.stem,
        "options": list(known.options),
        "key": known.answer,
        "evidence": told(known, PageText.of(text)) if known.options else known.answer,
    }


def told(known: Known, page: PageText) -> str:
    """Where the page tells the key of a choice question; "" where no such place is found."""
    place = next(page.places(known.stem), None)
    if place is None:
        return ""
    behind = place[1]
    for option in known.options:
        behind = next(page.places(option, behind), (0, behind))[1]
    letters = r"[,、;/和]?".join(known.answer)
    rest = page.bare[behind : behind + 400]
    if found := re.match(rf"[\W\d]*?(\W?{_WORD}\W*{letters}[)\]】]?)(?![A-Za-z])", rest):
        return found[1]
    around = page.bare[place[0] : behind]
    if found := re.search(rf"[(\[]{letters}[)\]]", around):
        return found[0]
    number = re.sub(r"\D", "", bare(known.number))
    entry = rf"(?<![\d.])({number}\W{{0,3}}{_WORD}\W{{0,3}}{letters})(?![A-Za-z])"
    if number and (found := re.search(entry, page.bare)):
        return found[1]
    return ""
