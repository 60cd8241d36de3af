"""A stem without what stands around it: stretch → text; types, sources and keys in brackets cut."""

import re

from parsing import answer_values
from parsing.answer_labels import LETTERS
from parsing.formats import NAME, format_of
from parsing.parts import Parts, aside, decide
from parsing.source_text import Sheet

# the last characters of what may stand behind a stem: a quick refusal for all others
_CLOSING = (")", "]", "】")
_LABEL_LAST = (*_CLOSING, "项", "案", ":", "*", "★", "☆")
_NUMBER_LAST = (".", "、")
_TYPE_LAST = (*_CLOSING, *"*:念择断析空答词误述选释错项题型0123456789")
_BRACKET = re.compile(
    rf"(?P<open>[(\[【〔<{{]|_{{1,20}})(?P<inner>\s{{0,12}}(?P<value>(?:(?P<letter>[A-H])\s?[.、,:]?\s?)?(?P<word>[√×✓✗✔✘∨TFXYNx]|对|错|正确|错误)|{LETTERS})\s{{0,12}})(?P<close>[)\]】〕>}}]"
    rf"|_{{1,20}})"
)
_EMPTY = re.compile(r"[(\[【〔]\s{0,20}[)\]】〕]|_{2,}")
LABEL = re.compile(
    r"[\[【]\s?选\s?项\s?[\]】]\s?:?[*\s]*$|\n[^\S\n]*(?:选项|备选答案|备选项|答案选项)\s?:?\s*$|[*★☆]\s*$"
)
_TYPE_BEHIND = re.compile(
    rf"\s*(?P<tag>[\[【]\s?{NAME}[^\]】\n]{{0,6}}[\]】]|(?<=\s){NAME}|[(]{NAME}[)](?=\s*\*))\s*\*?\s*$"
    r"|\s*[(]分值\s?:[^()\n]{0,6}[)]?\s*$|\s*[\[【](?P<bare>[单多]选|判断|不定项)[\]】]\s*\*?\s*$|\s+\*\s*$"
    r"|(?P<source>(?<=[)\]】〕_])\s?\d{1,2}-\d{1,3}|\s*[(]工作项目[^()\n]{1,24}[)]|\s*[(](?:[^()\n]{0,10}卷[^()\n]{0,4}"
    r"|(?:19|20)\d\d(?:年|[^\d()\s\n])[^()\n]{0,12}|[^()\d\n]{1,12}(?:19|20)\d\d[^()\n]{0,6})[)]|\s*[\[【][^\[\]【】\n]{0,16}(?:19|20)\d\d[^\[\]【】\n]{0,12}[\]】])\s*$"
)
_NUMBER_BEHIND = re.compile(r"\n\s*\d{1,3}\s?[.、]\s*$")
_FILLED = re.compile(r"[(](?P<word>[^()\n\s][^()\n]{0,24})[)]")
_SOURCE_AHEAD = re.compile(
    r"\s*(?:[(][^()\n]{0,18}(?:19|20)\d\d[^()\n]{1,18}[)]|[\[【][^\[\]【】\n]{0,18}(?:19|20)\d\d[^\[\]【】\n]{0,18}[\]】])(?=\S{4})"
)
_SOURCE_KEY = re.compile(
    rf"\s*[\[【][^\[\]【】\n]{{0,16}}(?:19|20)\d\d[^\[\]【】\n]{{0,12}}[\]】]\s*[(]\s*(?P<letters>{LETTERS})\s*[)]\s*$"
)
_AFTER_COLON = re.compile(rf"(?<=[\u3400-\u9fff]:)\s?(?P<letters>{LETTERS})\s*$")
_BULLET = re.compile(r"\s*[-•·●◆]\s+")
_TYPE_IN = re.compile(rf"[(](?P<tag>{NAME}|[单多]选)[)]\s*[。?？]?\s*$")
_SCORE = re.compile(
    r"\s*[(\[【]\s?(?:score\s?:|分\s?数\s?:\s?|本[小大]?题\s?)\d[\d.\s]{0,6}分?\s?[)\]】]\s*$"
    r"|(?P<own>\s*\(\s?\d{1,2}(?:\.\d)?\s?分\s?\))\s*$"
)


def read_stem(sheet: Sheet, start: int, end: int, parts: Parts, form: str) -> str:
    """The stem of a stretch; a key in its bracket, its type and what was cut go to `parts`."""
    text = sheet.text
    sheet.take(start, end)
    if found := _BULLET.match(text, start, end):
        start = found.end()
    if found := _SOURCE_AHEAD.match(text, start, end):
        aside(parts, "source", sheet.raw(found.start(), found.end()), ahead=True)
        start = found.end()
    if parts.options and (found := _SOURCE_KEY.search(text, max(start, end - 60), end)):
        decide(parts, answer_values.letters_of(found["letters"]), "answer:bracket")
        parts.notes.append(f"dropped:source {sheet.raw(found.start(), found.end()).strip()}")
        end = found.start()
    last = text[max(start, end - 24) : end].rstrip()[-1:]
    if last in _LABEL_LAST and (found := LABEL.search(text, max(start, end - 20), end)):
        end = found.start()
    elif last in _NUMBER_LAST and (found := _NUMBER_BEHIND.search(text, max(start, end - 24), end)):
        end = found.start() if found.start() > start else end
    if last in _CLOSING and (found := _SCORE.search(text, max(start, end - 24), end)):
        if found["own"]:
            aside(parts, "score", sheet.raw(found.start(), end))
        else:
            parts.notes.append(f"dropped:score {sheet.raw(found.start(), end).strip()}")
        end = found.start()
    end = _without_type(sheet, start, end, parts)
    if parts.options and not parts.answer and (found := _AFTER_COLON.search(text, start, end)):
        decide(parts, answer_values.letters_of(found["letters"]), "answer:bracket")
        end = found.start()
    judged = not parts.options and form in ("TF", "")
    hits = [
        m
        for m in _BRACKET.finditer(text, start, end)
        if (m["value"][0] in "ABCDEFGH" and parts.options and _rising(m["value"], parts))
        or (judged and m["word"] and answer_values.truth(m["word"]))
    ]
    if form == "FILL" and not hits and (filled := list(_FILLED.finditer(text, start, end))):
        return _filled(sheet, start, end, parts, filled)
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
    if judged and len({answer_values.truth(m["word"]) for m in hits}) > 1:
        parts.notes.append("doubt:answers_disagree in the stem")
        return sheet.verbatim(start, end)
    inner = sheet.raw(hit.start("inner"), hit.end("inner"))
    lead = inner[: len(inner) - len(inner.lstrip())]
    tail = inner[len(inner.rstrip()) :]
    blank = lead + tail if "\n" not in inner else 2 * (lead + tail).split("\n")[0]
    letters = answer_values.letters_of(hit["letter"] or hit["value"])
    value = letters if parts.options else answer_values.truth(hit["word"])
    decide(parts, value, "answer:bracket")
    whole = sheet.verbatim(start, end)
    left = sheet.verbatim(start, hit.start("inner")) + blank
    right = sheet.verbatim(hit.end("inner"), end)
    return left + right if len(left) + len(right) <= len(whole) + 2 else whole


def _without_type(sheet: Sheet, start: int, end: int, parts: Parts) -> int:
    """Where a stem ends before its type's name and its source, which are noted."""
    text = sheet.text
    if found := _TYPE_IN.search(text, max(start, end - 14), end):
        parts.declared = format_of(found["tag"])
    if text[max(start, end - 24) : end].rstrip()[-1:] not in _TYPE_LAST:
        return end
    while found := _TYPE_BEHIND.search(text, max(start, end - 40), end):
        if found.start() <= start:
            break
        parts.declared = parts.declared or format_of(found["tag"] or found["bare"] or "")
        if found["source"]:
            aside(parts, "source", sheet.raw(found.start(), end))
        else:
            parts.notes.append(f"dropped:type {sheet.raw(found.start(), end).strip()}")
        end = found.start()
    return end


def _filled(sheet: Sheet, start: int, end: int, parts: Parts, filled: list[re.Match[str]]) -> str:
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


def _rising(value: str, parts: Parts) -> bool:
    """Whether letters are an answer (ACD), not an abbreviation (ADHD)."""
    letters = re.findall("[A-H]", value)
    return (
        bool(letters)
        and letters == sorted(set(letters))
        and "ABCDEFGH".index(letters[-1]) < len(parts.options)
    )
