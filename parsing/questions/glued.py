"""The next question's number or chapter, read as the end of a question: (D)505 感觉….

Questions of a page in, the same questions mended.
"""

import re
from collections.abc import Sequence

from parsing.draft import Draft
from parsing.records import HAN
from parsing.source_text import Sheet

_POINT = ".．、 "  # behind a number
_CHAPTER = re.compile(
    rf"(?:\n|(?<=[。.!?！？])[^\S\n]*)\s*(?P<head>第[{HAN}\d]{{1,3}}[章节篇讲][^\n。,，;；:：?？!！]{{0,20}})\s*$"
)


def part_numbers(sheet: Sheet, drafts: Sequence[Draft]) -> None:
    """Give a number that ends a last option to the question behind it.

    Only where that question has none of its own, begins right there, and the one after it has the
    number that follows.
    """
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


def cut_chapters(drafts: Sequence[Draft]) -> None:
    """Cut the next chapter's heading off the end of an answer in words."""
    for parts in (draft.parts for draft in drafts if not draft.parts.options):
        if found := _CHAPTER.search(parts.answer):
            parts.notes.append(f"dropped:tail {found['head'].strip()}")
            parts.answer = parts.answer[: found.start()].rstrip()
