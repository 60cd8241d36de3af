"""Passages for several questions that stand inside others: behind a last option, before a stem.

`…D.昼夜等长读右图,完成3-4题。3.此时…`: what ends in 完成3-4题 or 据此回答下题 belongs to the
questions below. Questions of a page in, the same questions out: the passage is cut off and becomes
their material.
"""

import re
from collections.abc import Sequence

from parsing.draft import Draft
from parsing.numbers.run_on import behind_options
from parsing.sections.regions import Material
from parsing.source_text import Sheet, fold

_ASKS = (
    r"(?:完成|回答)\s?(?:第?\s?(?P<first>\d{1,3})\s?(?:[-~—–至到]\s?(?P<last>\d{1,3}))?|下列|下面|以下|下)"
    r"\s?(?:各|小|几|两)?\s?(?:小?题|问题)\s?[。.]?"
)
_LAST = re.compile(_ASKS + r"\s*$")
_AHEAD = re.compile(
    rf"\s*(?:【题组】)?(?=[^?()]{{0,200}}(?:读|据|图|表|材料|文))[^?]{{2,240}}?{_ASKS}(?!\s*:)(?=\s*\S{{4}})"
)
_KEYWORD = re.compile(r"(?:读|[右下左上]图|[右下左上]表|阅读|根据|结合|据此)")
_MOST = 5  # questions that a passage without stated numbers is for, at most


def give_passages(sheet: Sheet, drafts: Sequence[Draft]) -> None:
    """Cut passages off the options above them and off stems, and give them to their questions."""
    for i, draft in enumerate(drafts):
        if draft.parts.options and draft.parts.spans and not draft.shared:
            _behind(sheet, drafts, i)
        _before(sheet, draft)


def _behind(sheet: Sheet, drafts: Sequence[Draft], i: int) -> None:
    draft, parts = drafts[i], drafts[i].parts
    start, end = parts.spans[-1]
    told = _LAST.search(sheet.text, max(start, end - 40), end)
    if told is None or i + 1 == len(drafts):
        return
    line = sheet.text.find("\n", start, told.start())
    others = [fold(option) for option in parts.options[:-1]]
    at = line if line > 0 and sheet.text[start:line].strip() else 0
    at = at or behind_options(sheet.text, others, start, told.start())
    if not at and (word := _KEYWORD.search(sheet.text, start + 1, end)):
        at = word.start()
    if not at:
        return
    parts.spans[-1] = (start, at)
    parts.options[-1] = sheet.verbatim(start, at)
    first, last = int(told["first"] or 0), int(told["last"] or told["first"] or 0)
    material = Material(at, end, first, last, at)
    below = drafts[i + 1 : i + 1 + (last - first + 1 if last else _MOST)]
    for other in below:
        if other.region is not draft.region or (last and not first <= other.number <= last):
            break
        if other is not below[0] and _LAST.search(sheet.text, max(0, other.pos - 40), other.pos):
            break
        other.material = other.material or material


def _before(sheet: Sheet, draft: Draft) -> None:
    if draft.material or not draft.parts.options:
        return
    place = _AHEAD.match(sheet.text, draft.begin, draft.end)
    found = _AHEAD.match(fold(draft.parts.stem)) if place else None
    if found is None or place is None:
        return
    draft.material = Material(place.start(), place.end(), 0, 0, place.start())
    draft.parts.stem = draft.parts.stem[found.end() :].lstrip()
