"""The next question's number or chapter, read as the end of a question: (D)505 感觉….

Questions of a page in, the same questions mended.
"""

import re
from collections.abc import Sequence

from parsing.draft import Draft
from parsing.parts import Parts
from parsing.records import HAN
from parsing.source_text import Sheet

_POINT = ".．、 "  # behind a number
_TOLD = r"(?:答?[:：]\s*|\n\s*)(?=\S)"
_TWO = 2  # answers that make a habit
_CHAPTER = re.compile(
    rf"(?:\n|(?<=[。.!?！？])[^\S\n]*)\s*(?P<head>第[{HAN}\d]{{1,3}}[章节篇讲][^\n。,，;；:：?？!！]{{0,20}})\s*$"
)


def part_numbers(sheet: Sheet, drafts: Sequence[Draft]) -> None:
    """Give a number that ends a last option, or begins a stem, to its question.

    Only where that question has none of its own, begins right there, and the one after it has the
    number that follows.
    """
    for before, here, after in zip(drafts, drafts[1:], drafts[2:], strict=False):
        number = before.number + 1
        if not before.number or here.number or after.number != number + 1 or not before.parts.spans:
            continue
        start, end = before.parts.spans[-1]
        if led := re.match(rf"\s*{number}[{_POINT}]?(?!\d)", here.parts.stem):
            here.parts.stem = here.parts.stem[led.end() :].lstrip(_POINT)
            here.number, here.ordered = number, False
        if sheet.text[end : here.begin].strip() or here.number:
            continue
        at = start + len(sheet.text[start:end].rstrip()) - len(str(number))
        if at > start and sheet.text[at:end].rstrip() == str(number):
            before.parts.spans[-1] = (start, at)
            before.parts.options[-1] = sheet.verbatim(start, at)
            here.number, here.ordered, here.pos = number, False, at
            here.parts.stem = here.parts.stem.lstrip(_POINT)


def cut_chapters(drafts: Sequence[Draft]) -> None:
    """Cut the next chapter's heading off the end of an answer in words, or of an open stem."""
    for parts in (draft.parts for draft in drafts if not draft.parts.options):
        text = parts.answer or parts.stem
        if not (found := _CHAPTER.search(text)):
            continue
        parts.notes.append(f"dropped:tail {found['head'].strip()}")
        if parts.answer:
            parts.answer = text[: found.start()].rstrip()
        else:
            parts.stem = text[: found.start()].rstrip()


def drop_terms(drafts: Sequence[Draft]) -> None:
    """Cut a question's own words off the beginning of its answer: 角色冲突：个体在…, 甲？答：…

    Only where at least half of the page's open answers begin so: elsewhere they are the answer's.
    """
    said = [d.parts for d in drafts if d.format != "TF" and not d.parts.options]
    answered = [parts for parts in said if parts.answer]
    told = [(parts, _begins_with_stem(parts)) for parts in answered]
    if 2 * sum(found is not None for _, found in told) < max(len(told), 2 * _TWO):
        return
    for parts, found in told:
        if found:
            parts.notes.append(f"dropped:stem {found[0].strip()}")
            parts.answer = parts.answer[found.end() :]


def _begins_with_stem(parts: Parts) -> re.Match[str] | None:
    stem = parts.stem.strip()
    return re.match(rf"{re.escape(stem)}\s?{_TOLD}", parts.answer) if len(stem) > 1 else None
