"""The key in a stem's bracket: 记忆的首要环节是（A）, closed or not.

A stem's stretch in; its text with the bracket empty, and the answer in its parts.
"""

import re

from parsing.keys import values as answer_values
from parsing.keys.labels import LETTERS
from parsing.parts import Parts, decide
from parsing.questions.fill_ins import bracketed, filled_stem, underlined
from parsing.source_text import Sheet, fold

_ANY_LETTER = re.compile("[A-H]")
_BRACKET = re.compile(
    rf"(?P<open>[(\[【〔<{{]|_{{1,20}})(?P<inner>\s{{0,12}}(?P<value>(?:(?P<letter>[A-H])\s?[.、,:]?\s?)?(?P<word>[√×✓✗✔✘∨TFXYNx]|对|错|正确|错误)|{LETTERS})\s{{0,12}})(?P<close>[)\]】〕>}}]"
    rf"|_{{1,20}})"
)
_WORDED = re.compile(
    r"[(]\s{0,4}(?P<inner>(?:(?P<letter>[A-H])(?P<mark>\s?[.、:])?\s?)?(?P<word>[^()\n]{2,60}?))\s{0,4}[)]"
)
_HAN = re.compile("[\u3400-\u9fff]")
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
    if not hits and (told := _worded(text, start, end, parts)):
        answer, inner = told
        decide(parts, answer or sheet.verbatim(*inner), "answer:bracket")
        return sheet.verbatim(start, inner[0]) + sheet.verbatim(inner[1], end)
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


def _worded(text: str, start: int, end: int, parts: Parts) -> tuple[str, tuple[int, int]] | None:
    """The key printed in a stem's bracket in words, and where: 属于(尊重需要), 可能(B改变投入).

    "" without options: the words are all that is there: 是(C.具体运算)阶段.
    """
    found = list(_WORDED.finditer(text, start, end))
    if len(found) != 1 or parts.answer:
        return None
    m = found[0]
    if not parts.options:
        marked = m["letter"] and m["mark"] and _HAN.match(m["word"])
        return ("", m.span("inner")) if marked else None
    options = [fold(option).strip(" 。.;；") for option in parts.options]
    if options.count(m["word"]) != 1:
        return None
    letter = answer_values.ALPHABET[options.index(m["word"])]
    return (letter, m.span("inner")) if m["letter"] in (None, letter) else None


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
