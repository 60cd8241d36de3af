"""What was read as a question and is none: lists, rules of the exam, a question's first copy."""

import re
from bisect import bisect_right

from parsing.parts import Draft
from parsing.source_text import Sheet
from parsing.words import ASKS, BLANK, any_of

_TYPE = "简答"  # rules of an exam name it: 简答题
_WORDS = any_of(tuple(word for word in ASKS if word != _TYPE), ("解释", "名词", "什么", "为何"))
_ASKS = re.compile(rf"[?？]|{BLANK}|[√×]|{_WORDS}")
_SAYS = re.compile(r"[^\W_]")
_POINTS = re.compile(r"[(（]\s?(?:分数\s?[:：]\s?)?[\d.]+\s?分?\s?[)）]")
_HOLE = re.compile(r"_{1,}|[(（]\s*[)）]")
_SENTENCES, _WORDS_LONG = 3, 30  # with a blank on such a page; characters of its answers
_LIST = 2  # numbers of a run


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
