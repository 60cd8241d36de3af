"""Keys that stand apart from the questions that the labels found: free stretches → answers."""

import re
from collections.abc import Sequence

from parsing.draft import Draft
from parsing.keys import blocks
from parsing.keys.matching import grouped, match
from parsing.parts import Parts
from parsing.sections.regions import Region
from parsing.source_text import Sheet

# how to answer, not an answer
_ASKS = re.compile(
    r"\W{0,3}(?:[按请]|每小?[题題]\s?\d{1,2}\s?分|任?选[一二三四五六两几\d]\s?[个题点])"
)
_LETTERS = re.compile("[A-H]+")
_SEVERAL = 3  # entries that make a stretch a key
_SHARE = 0.5  # of the questions that it should have entries for


def keyed(
    sheet: Sheet, free: Sequence[tuple[int, int]], asked: Sequence[tuple[int, Parts]]
) -> list[Parts]:
    """Questions (number, 0 = none, and fields) with the answers that `free` stretches give them.

    A key that names an option which is not there is the key of other questions.
    """
    page = Region(0, len(sheet.text))
    drafts = [Draft(number, "learned", "", 0, 0, 0, "", "", page, parts) for number, parts in asked]
    keys = [
        group
        for start, end in free
        if blocks.hits(sheet.text, start, end) >= _SEVERAL
        for group in blocks.groups(sheet.text, Region(start, end))
        if len(group.entries) >= max(_SEVERAL, _SHARE * len(drafts))
    ]
    if keys and any(not draft.parts.answer for draft in drafts):
        before = [(parts.answer, parts.answered_in) for _, parts in asked]
        match(sheet, list(grouped(drafts, 0)), keys, block=0)
        if any(parts.answer != fitting(parts.answer, parts.options) for _, parts in asked):
            for (_, parts), (answer, rule) in zip(asked, before, strict=True):
                parts.answer, parts.answered_in = answer, rule
    return [draft.parts for draft in drafts]


def fitting(answer: str, options: Sequence[str]) -> str:
    """An answer unless it names an option that is not there."""
    if not options:
        return "" if _LETTERS.fullmatch(answer) or _ASKS.match(answer) else answer
    named = _LETTERS.fullmatch(answer)
    return answer if named and ord(max(answer)) - 64 <= len(options) else ""
