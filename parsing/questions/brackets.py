"""The key in a stem's bracket: 记忆的首要环节是（A）, closed or not.

A stem's stretch in; its text with the bracket empty, and the answer in its parts.
"""

import re

from parsing.keys import values as answer_values
from parsing.keys.labels import LETTERS
from parsing.parts import Parts, decide
from parsing.questions.fill_ins import bracketed, filled_stem, underlined
from parsing.source_text import Sheet

_ANY_LETTER = re.compile("[A-H]")
_BRACKET = re.compile(
    rf"(?P<open>[(\[【〔<{{]|_{{1,20}})(?P<inner>\s{{0,12}}(?P<value>(?:(?P<letter>[A-H])\s?[.、,:]?\s?)?(?P<word>[√×✓✗✔✘∨TFXYNx]|对|错|正确|错误)|{LETTERS})\s{{0,12}})(?P<close>[)\]】〕>}}]"
    rf"|_{{1,20}})"
)
_EMPTY = re.compile(r"[(\[【〔]\s{0,20}[)\]】〕]|_{2,}")
# a bracket that nobody closed
_OPEN_KEY = re.compile(
    rf"[(]\s{{0,9}}(?P<value>(?P<word>[√×✓✗✔✘]|对|错|正确|错误)|{LETTERS})\s{{0,9}}$"
)


def stem_text(sheet: Sheet, start: int, end: int, parts: Parts, form: str) -> str:
    """A stem's text; a key that stands in its bracket or on its blank goes to `parts`."""
    text = sheet.text
    judged = not parts.options and form in ("TF", "")
    hits = [
        m
        for m in _BRACKET.finditer(text, start, end)
        if (m["value"][0] in "ABCDEFGH" and parts.options and _rising(m["value"], parts))
        or (judged and m["word"] and answer_values.truth(m["word"]))
    ]
    if not parts.options and not hits and (filled := underlined(text, start, end, form)):
        return filled_stem(sheet, start, end, parts, filled)
    if form == "FILL" and not hits and (filled := bracketed(text, start, end)):
        return filled_stem(sheet, start, end, parts, filled)
    if not hits and (found := _OPEN_KEY.search(text, max(start, end - 24), end)):
        return _opened(sheet, start, found, parts, judged=judged)
    inside = [m.span() for m in hits]
    if not hits or (
        any(
            not any(a <= m.start() and m.end() <= b for a, b in inside)
            for m in _EMPTY.finditer(text, start, end)
        )
        and len(hits) == 1
        and not (hits[0].end() >= end - 2)
    ):
        return sheet.verbatim(start, end)
    hit = hits[-1]
    if len({answer_values.truth(m["word"]) if judged else m["value"] for m in hits}) > 1:
        parts.notes.append("doubt:answers_disagree in the stem")
        return sheet.verbatim(start, end)
    inner = sheet.raw(*hit.span("inner"))
    lead, tail = inner[: len(inner) - len(inner.lstrip())], inner[len(inner.rstrip()) :]
    blank = lead + tail if "\n" not in inner else 2 * (lead + tail).split("\n")[0]
    letters = answer_values.letters_of(hit["letter"] or hit["value"])
    value = letters if parts.options else answer_values.truth(hit["word"])
    decide(parts, value, "answer:bracket")
    whole = sheet.verbatim(start, end)
    without = sheet.verbatim(start, hit.start("inner")) + blank
    without += sheet.verbatim(hit.end("inner"), end)
    return without if len(without) <= len(whole) + 2 else whole


def _opened(sheet: Sheet, start: int, found: re.Match[str], parts: Parts, *, judged: bool) -> str:
    """The stem before a key in a bracket that nobody closed: …是注意的（A"""
    letters = answer_values.letters_of(found["value"]) if parts.options else ""
    value = answer_values.truth(found["word"]) if judged and found["word"] else letters
    if not value or (letters and not _rising(found["value"], parts)):
        return sheet.verbatim(start, found.end())
    decide(parts, value, "answer:bracket")
    return sheet.verbatim(start, found.start("value"))


def _rising(value: str, parts: Parts) -> bool:
    """Whether letters are an answer (ACD), not an abbreviation (ADHD)."""
    letters = _ANY_LETTER.findall(value)
    return (
        bool(letters)
        and letters == sorted(set(letters))
        and "ABCDEFGH".index(letters[-1]) < len(parts.options)
    )
