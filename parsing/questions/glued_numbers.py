"""Numbers of questions that were read as the end of the option before them: (D)505 感觉….

Questions of a page in, the same questions mended. Only where the next question has no number of
its own, begins right there, and the one after it has the number that follows.
"""

from collections.abc import Sequence

from parsing.draft import Draft
from parsing.source_text import Sheet

_POINT = ".．、 "  # behind a number


def part_numbers(sheet: Sheet, drafts: Sequence[Draft]) -> None:
    """Give a number that ends a last option to the question behind it."""
    for before, here, after in zip(drafts, drafts[1:], drafts[2:], strict=False):
        number = before.number + 1
        if not before.number or here.number or after.number != number + 1 or not before.parts.spans:
            continue
        start, end = before.parts.spans[-1]
        if sheet.text[end : here.begin].strip():
            continue
        at = start + len(sheet.text[start:end].rstrip()) - len(str(number))
        if at > start and sheet.text[at:end].rstrip() == str(number):
            before.parts.spans[-1] = (start, at)
            before.parts.options[-1] = sheet.verbatim(start, at)
            here.number, here.ordered, here.pos = number, False, at
            here.parts.stem = here.parts.stem.lstrip(_POINT)
