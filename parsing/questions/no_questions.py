"""What was read as a question and is none: lists, rules of the exam, a question's first copy."""

import re
from bisect import bisect_right

from parsing.draft import Draft
from parsing.source_text import Sheet
from parsing.vocabulary import ASKS, BLANK, any_of

_TYPE = "简答"  # rules of an exam name it: 简答题
_WORDS = any_of(tuple(word for word in ASKS if word != _TYPE), ("解释", "名词", "什么", "为何"))
_ASKS = re.compile(rf"[?？]|{BLANK}|[√×]|{_WORDS}")
_SAYS = re.compile(r"[^\W_]")
_POINTS = re.compile(r"[(（]\s?(?:分数\s?[:：]\s?)?[\d.]+\s?分?\s?[)）]")
_HOLE = re.compile(r"_{1,}|[(（]\s*[)）]")
_SENTENCES, _WORDS_LONG = 3, 30  # with a blank on such a page; characters of its answers
_LIST = 2  # numbers of a run


def without_lists(sheet: Sheet, drafts: list[Draft]) -> list[Draft]:
    """Without a first run of numbers that neither ask nor are answered, as others are."""
    again = next((i for i, d in enumerate(drafts) if i and d.number == 1), 0)
    run, rest = drafts[:again], drafts[again:]

    def asks(draft: Draft) -> bool:
        parts = draft.parts
        shown = parts.options or parts.answer or draft.tag or draft.material
        return bool(shown or _ASKS.search(parts.stem))

    shown = sum(bool(d.parts.options or d.parts.answer) for d in rest)
    if len(run) < _LIST or any(map(asks, run)) or shown * 2 < len(rest) or run[0].region.section:
        return drafts
    _release(sheet, run)
    return rest


def without_rules(sheet: Sheet, drafts: list[Draft]) -> list[Draft]:
    """Without lines that say how to answer (选择题:每题四个选项,…), where others are answered."""

    def empty(draft: Draft) -> bool:
        bare = draft.style == "none" and not (draft.parts.options or draft.parts.answer)
        choice = draft.format in ("SCQ", "MAQ", "INDEF") or "选择" in draft.tag
        return bare and (choice or draft.tag in answered)

    answered = {d.tag for d in drafts if d.style == "none" and d.parts.answer}
    out = [d for d in drafts if not empty(d)]
    if len(out) == len(drafts) or not out:
        return drafts
    _release(sheet, [d for d in drafts if empty(d)])
    return out


def without_answers(sheet: Sheet, drafts: list[Draft]) -> list[Draft]:
    """Without answers that a page numbers among its sentences: 1.…是______ 2.塞里 3.…"""
    asks = [bool(d.parts.options or d.parts.answer or _ASKS.search(d.parts.stem)) for d in drafts]
    others = [d for d, asking in zip(drafts, asks, strict=True) if not asking]
    blank = sum(
        bool(_HOLE.search(d.parts.stem)) for d, asking in zip(drafts, asks, strict=True) if asking
    )
    among = True in asks[asks.index(False) :] if others else False
    if blank < _SENTENCES or len(others) < _LIST or not among or not all(map(_is_answer, others)):
        return drafts
    _release(sheet, others)
    return [d for d, asking in zip(drafts, asks, strict=True) if asking]


def _is_answer(draft: Draft) -> bool:
    stem = draft.parts.stem
    return draft.format in ("", "FILL") and len(stem) <= _WORDS_LONG and not stem.endswith("。")


def without_empty(sheet: Sheet, drafts: list[Draft]) -> list[Draft]:
    """Without numbers that nothing stands behind, or a blank line to write on."""
    empty = [
        d
        for d in drafts
        if not (d.parts.options or d.parts.answer or d.parts.explanation or d.material)
        and not _SAYS.search(_POINTS.sub("", d.parts.stem))
    ]
    if not empty or len(empty) * 2 > len(drafts):
        return drafts
    _release(sheet, empty)
    return [d for d in drafts if d not in empty]


def _release(sheet: Sheet, drafts: list[Draft]) -> None:
    """Give back what drafts have taken of a sheet: they are no questions."""
    gone = [(d.pos, d.end) for d in drafts]
    starts = [start for start, _ in gone]

    def among(start: int, end: int) -> bool:
        i = bisect_right(starts, start) - 1
        return i >= 0 and end <= gone[i][1]

    sheet.taken = [stretch for stretch in sheet.taken if not among(*stretch)]


def once(drafts: list[Draft]) -> list[Draft]:
    """Without the first of two copies that stand one below the other, the key below the second."""
    out: list[Draft] = []
    for draft in drafts:
        before = out[-1] if out else None
        if (
            before
            and draft.number
            and before.number == draft.number
            and not before.parts.answer
            and before.parts.options
            and _wording(draft).startswith(_wording(before))
        ):
            draft.pos = before.pos
            out.pop()
        out.append(draft)
    return out


def _wording(draft: Draft) -> str:
    return "".join("".join([draft.parts.stem, *draft.parts.options]).split())
