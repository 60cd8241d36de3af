"""Blanks of a stem that the page has filled in."""

import re
from collections.abc import Sequence
from functools import lru_cache

from parsing.parts import Draft, Parts, decide
from parsing.source_text import Sheet

# a word between underscores, which a page has filled in: ____冯特____
_UNDERLINED = re.compile(
    r"(?<!_)_{1,20}[^\S\n]?(?P<word>[^_\s\n][^_\n]{0,24}?)[^\S\n]{0,2}_{1,20}(?!_)"
)
_FILLS = re.compile(r"[^,。?;:、和与及或是为的等]{1,20}")
_BRACKETED = re.compile(r"[(](?P<word>[^()\n\s][^()\n]{0,24})[)]")
_SAID_ALOUD = re.compile(r"[(]?[a-zü]*[āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ][a-zü]*[)]?")
_HOW = re.compile(r"回答|即可|任选|任写|按.{0,4}顺序|写出")  # how to answer, no answer
_LINE = re.compile("_{2,}")
_MANY = 2  # underlined stretches for one with a word on a page that fills them in
_STOPS = ("。", ".", "；", ";")
_SET_APART = re.compile(r"[(]\s(?P<word>[^()\n\s][^()\n]{0,14}?)\s[)]")  # blanks on both sides
_BEHIND = re.compile(
    r"\s*(?P<stem>[^\n]{6,120}?。)\s?(?P<word>[^。.;?\n()]{1,16}?)\s?(?P<page>\(?[Pp]\.?\s?\d{1,3}\)?)?[。.]?"
)
_FEWEST, _SHARE = 3, 0.7  # sentences, and how many of them have such a bracket
_SLACK = 8  # characters of a stem's stretch that are not its own
_ANSWERED = re.compile(r"\s*[\[【(]?\s?(?:正确|参考|标准)?答\s?案|\s*答\s?:")


@lru_cache(maxsize=2)
def _fills(text: str) -> bool:
    """Whether a page fills its blanks in, and does not print sentences between empty ones."""
    words = sum(bool(_FILLS.fullmatch(m["word"])) for m in _UNDERLINED.finditer(text))
    return 2 * _MANY * words >= len(_LINE.findall(text))


def underlined(text: str, start: int, end: int, form: str) -> list[re.Match[str]]:
    """Words between underscores, where each blank of a stem is filled; "" stays a blank."""
    if form not in ("FILL", "") or text.find("_", start, end) < 0 or _ANSWERED.match(text, end):
        return []
    if not _fills(text):
        return []
    found = list(_UNDERLINED.finditer(text, start, end))
    rest = _UNDERLINED.sub("", text[start:end]) if found else "__"
    words = all(_FILLS.fullmatch(m["word"]) and not _SAID_ALOUD.fullmatch(m["word"]) for m in found)
    return found if found and words and "__" not in rest else []


def bracketed(text: str, start: int, end: int) -> list[re.Match[str]]:
    """Words in brackets, where blanks are filled; behind a sentence's end a remark stands."""
    return [
        m
        for m in _BRACKETED.finditer(text, start, end)
        if not text[start : m.start()].rstrip().endswith(_STOPS)
        and not (_HOW.search(m["word"]) or _SAID_ALOUD.fullmatch(m["word"]))
    ]


def filled_stem(
    sheet: Sheet, start: int, end: int, parts: Parts, filled: list[re.Match[str]]
) -> str:
    """A stem whose blanks are filled in; their words are the answer."""
    said, stem, at = [], "", start
    for m in filled:
        said.append(sheet.verbatim(m.start("word"), m.end("word")))
        stem += sheet.verbatim(at, m.start("word"))
        at = m.end("word")
    if parts.answer:
        return sheet.verbatim(start, end)
    decide(parts, " ".join(said), "answer:bracket")
    return stem + sheet.verbatim(at, end)


def give_behind(sheet: Sheet, drafts: Sequence[Draft]) -> None:
    """Words behind the sentences whose blanks they fill: 1.…、想象和____等。思维P3"""
    if any(d.parts.options or d.parts.answer or d.format not in ("", "FILL") for d in drafts):
        return
    found = [_BEHIND.fullmatch(sheet.text, d.begin, _own_end(sheet, d)) for d in drafts]
    paged = sum(m is not None and m["page"] is not None for m in found)
    if len(drafts) < _FEWEST or paged < _SHARE * len(drafts):
        return
    for draft, m in zip(drafts, found, strict=True):
        if m:
            draft.parts.stem = sheet.verbatim(draft.begin, m.end("stem"))
            decide(draft.parts, sheet.verbatim(*m.span("word")), "answer:below")
            draft.format, draft.format_rule = "FILL", "format:answer"
            draft.notes.append("doubt:answer_unlabelled")


def _own_end(sheet: Sheet, draft: Draft) -> int:
    """Where the text of a question ends, blanks behind it left out."""
    return (
        draft.end
        - len(sheet.text[draft.begin : draft.end])
        + len(sheet.text[draft.begin : draft.end].rstrip())
    )


def give_fill_ins(sheet: Sheet, drafts: Sequence[Draft]) -> None:
    """Words in brackets that most sentences under no heading have: 1.“望梅止渴”是( 条件 )反射."""
    if any(d.parts.options or d.parts.answer or d.format not in ("", "FILL") for d in drafts):
        return
    found = [
        list(_SET_APART.finditer(sheet.text, d.begin, d.begin + len(d.parts.stem) + _SLACK))
        for d in drafts
    ]
    if len(drafts) < _FEWEST or sum(map(bool, found)) < _SHARE * len(drafts):
        return
    for draft, filled in zip(drafts, found, strict=True):
        if filled:
            draft.parts.stem = filled_stem(sheet, draft.begin, draft.end, draft.parts, filled)
            draft.format, draft.format_rule = "FILL", "format:answer"
