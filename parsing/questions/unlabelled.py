"""What stands without a label: meanings of terms, texts below questions, options without signs."""

import re
from collections import Counter
from collections.abc import Sequence

from parsing.keys import values as answer_values
from parsing.keys.values import tags
from parsing.questions.fields import read_stem
from parsing.records import Draft, Parts, decide, declare, forget
from parsing.source_text import Sheet, fold
from parsing.words import ASKS, BLANK, any_of

_DEFINED = re.compile(
    r"\s{0,9}(?P<term>(?!名词)[^\n:。]{1,24}?)\s{0,3}(?:(?:(?<!分[数值]):|—{1,2}|-{2})\s{0,9}(?=\S{6})|\n\s{0,40}(?=\S{6})"
    r"|\(\s?\d{1,3}\s?分\s?\)\s{0,9}(?=\S{6})"
    r"|(?<=[A-Za-z]\))\s{0,3}(?=[\u3400-\u9fff]{6})"
    r"|(?<=[^\s:]{2})(?=(?:是指|指的是|指)[\u3400-\u9fff]{4}|(?:就是|这?是|即)[^\n。]{14})(?![^\n:]{0,14}:))"
)
_BLANK = re.compile(BLANK)
_MEANT = re.compile(
    r"\s{0,9}(?P<term>[^\n:。,，?？]{1,16}?)\s{0,3}"
    r"(?:(?P<colon>:|—{1,2})\s{0,3}|(?=这?是|指|即|又称|也称|亦称)|\n\s{0,3}(?=(?P=term)))"
)
_ASKED_LINE = re.compile(
    rf"\s*(?:{any_of(ASKS, ('什么是', '请'))}[^\n]{{2,80}}?|[^\n]{{4,80}}[?？])[^\S\n]*"
    r"(?:\(\s?\d{1,3}\s?分\s?\)[^\S\n]*)?(?P<page>\(\s?(?:[Pp]\.?\s?\d{0,4}|第\d{1,4})[^()\n]{0,8}\)[^\S\n]*)?(?:\n|$)"
)
# a question and its answer on one line: 1.简述认知说。(P191)皮亚杰认为…
_ASKED_HERE = re.compile(
    rf"\s*(?:(?:{any_of(ASKS, ('什么是', '请'))}[^\n。?？]{{2,60}}[。?？]"
    r"|[^\n。?？]{4,60}[?？]))"
    r"[^\S\n]*(?P<page>\(\s?(?:[Pp]\.?\s?\d{0,4}|第\d{1,4})[^()\n]{0,8}\)[^\S\n]*)?"
    r"(?!(?:并|请|试|要求|如何|为什么|怎样|结合|举例|联系|谈谈|说明|[一二三四五六七八九]、|\((?!1\))))(?=[^\n]{12})"
)
_TITLE = re.compile(r"\s*(?:19|20)\d\d年[^\n。]{0,30}[卷题]\s*\Z")  # of the next paper
_TOLD = re.compile(r"。|\(1\)|\n\s{0,9}[1①]")  # sentences, or points in order
_PAGE = re.compile(r"\(\s?(?:[Pp]\.?\s?\d{1,4}|第\s?\d{1,4}\s?页)[^()\n]{0,8}\)\s*[。.]?\s*$")
_FEWEST = 2  # questions of a section that say how they are answered
_LISTED = 4  # terms with a colon; three lines may be a page's advice: 多做练习：通过做题…
_ASKED = re.compile(
    r"(?:[?:](?:[(][^()\n]{1,24}[)])?|[(\[【]\s{0,9}[)\]】]\s?[。.?]?|_{2,}\s?[。.]?|(?:是|为|有)(?=\s?\n))\s"
)
_PIECE = re.compile(r"\S+(?:(?<=[!-~]) (?=[!-~])\S+)*")  # Latin words go on over a blank
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_BARE_FEWEST, _MOST = 3, 6  # options of a question; two lines below a stem are often its own
_QUESTIONS = 3  # of a region before its regularity tells anything
_SHARE = 0.7  # of them must have the usual number
_SHORT = 40  # characters of an option's line
Span = tuple[int, int]


def give_unlabelled(sheet: Sheet, drafts: list[Draft]) -> None:
    """Terms and their meanings under no heading, answers below or behind their questions, options
    without signs.

    1.反射：是指…, 2.错觉：是…; 1.简述…⏎(1)…; 1.简述…。①…
    """
    answered = sum(bool(d.parts.answer) for d in drafts)
    spoken = not any(d.parts.options for d in drafts) and answered * 3 <= len(drafts)
    if len(drafts) >= _FEWEST and spoken and all(d.format in ("", "QA") for d in drafts):
        texts = [sheet.text[d.begin : d.end] for d in drafts]
        many, untyped = len(drafts) > _FEWEST, not any(d.format for d in drafts)
        if not answered and _most(_ASKED_HERE, texts):
            if many or all(d.format == "QA" for d in drafts):
                _below(sheet, drafts, texts, _ASKED_HERE)
        elif many and _most(_ASKED_LINE, texts):
            if sum(_TOLD.search(text) is not None for text in texts) * 2 >= len(texts):
                _below(sheet, drafts, texts, _ASKED_LINE)
        elif many and untyped and not answered and _most(_MEANT, texts):
            _meant(sheet, drafts, texts)
    _give_bare_options(sheet, [d.parts for d in drafts], [d.format for d in drafts])


def _part(
    sheet: Sheet, parts: Parts, stem: tuple[int, int], answer: tuple[int, int], rule: str
) -> None:
    """Give a question the stretches of its stem and its answer; a doubt unless a term tells it."""
    parts.stem = sheet.verbatim(*stem)
    decide(parts, sheet.verbatim(*answer), rule)
    parts.notes += [] if rule == "answer:term" else ["doubt:answer_unlabelled"]


def _meant(sheet: Sheet, drafts: list[Draft], texts: list[str]) -> None:
    """Terms that mean something: 1.反射：是指…"""
    blanks = sum(_BLANK.search(text) is not None for text in texts)
    means = [_MEANT.match(text) for text in texts]
    listed = len(drafts) >= _LISTED or any(m and m["colon"] is None for m in means)
    for draft, found in zip(drafts, means, strict=True):
        if found and listed and 2 * blanks <= len(texts):
            at = draft.begin
            term, meaning = (at, at + found.end("term")), (at + found.end(), draft.end)
            _part(sheet, draft.parts, term, meaning, "answer:term")
            declare(draft, "QA")


def _most(pattern: re.Pattern[str], texts: Sequence[str]) -> bool:
    """Whether seven texts in ten begin as a pattern says."""
    return sum(pattern.match(text) is not None for text in texts) * 10 >= 7 * len(texts)


def _below(sheet: Sheet, drafts: list[Draft], texts: list[str], pattern: re.Pattern[str]) -> None:
    """Answers without a label below questions of one line, or behind them on it:
    1.简述…？⏎(1)…⏎(2)…, 1.简述…。①…②…
    """
    for draft, text in zip(drafts, texts, strict=True):
        found = None if draft.parts.answer else pattern.match(text)
        if not found or not text[found.end() :].strip() or _TITLE.match(text, found.end()):
            continue
        at = draft.begin + found.end()
        asked = found.start("page") if found["page"] else found.end()
        if pattern is _ASKED_LINE:
            at += len(sheet.text[at : draft.end]) - len(sheet.text[at : draft.end].lstrip())
            if told := next((t for t in tags(sheet.text, at, draft.end) if t.start == at), None):
                draft.parts.explanation, at = "", told.end
        stem = draft.begin, draft.begin + asked
        _part(sheet, draft.parts, stem, (at, draft.end), "answer:below")


def meaning_in_place(sheet: Sheet, start: int, end: int, parts: Parts) -> None:
    """A term and its meaning (名词解释) without a label."""
    found = _DEFINED.match(sheet.text, start, end)
    if not found or parts.answer or parts.options:
        return
    if page := _PAGE.search(sheet.text, found.end(), end):
        parts.notes.append(f"dropped:source {sheet.raw(page.start(), end).strip()}")
        end = page.start()
    _part(sheet, parts, (start, found.end("term")), (found.end(), end), "answer:term")


def _give_bare_options(sheet: Sheet, parts: Sequence[Parts], forms: Sequence[str]) -> None:
    """Read options without signs, if most questions have as many."""
    if len(parts) < _QUESTIONS or any(p.options for p in parts):
        return
    if any(form in ("QA", "FILL", "TF") for form in forms):
        return
    stems, *ways = zip(*(_bare_ways(sheet.text, *p.head) for p in parts), strict=True)
    for way in ways:
        counts = Counter(len(spans) for spans in way if _BARE_FEWEST <= len(spans) <= _MOST)
        usual, often = counts.most_common(1)[0] if counts else (0, 0)
        if often >= max(_SHARE * sum(map(bool, ways[-1])), _QUESTIONS):
            for p, stem, spans in zip(parts, stems, way, strict=True):
                if len(spans) == usual:
                    _give(sheet, p, stem, spans)
            return


def _bare_ways(text: str, start: int, end: int) -> tuple[int, list[Span], list[Span]]:
    """Where a stem ends, and what may be its options: its lines, its pieces."""
    asked = _ASKED.search(text, start, end)
    if asked is None or not text[asked.end() : end].strip():
        return end, [], []
    at = asked.end()
    lines = [m.span() for m in _LINE.finditer(text, at, end)]
    pieces = [m.span() for m in _PIECE.finditer(text, at, end)]
    short = all(b - a <= _SHORT and "。" not in text[a : b - 1] for a, b in lines)
    alone = "\n" in text[asked.start() : at]  # the first option begins a line
    return at, lines if short and alone else [], pieces if short else []


def _give(sheet: Sheet, parts: Parts, stem: int, spans: list[Span]) -> None:
    parts.options = [sheet.read(*span) for span in spans]
    parts.spans = spans
    parts.notes = [n for n in parts.notes if n != "doubt:answer_without_options"]
    parts.notes.append("options:bare")
    given, told = parts.answer, parts.answered_in
    forget(parts)
    parts.stem = read_stem(sheet, parts.head[0], stem, parts, "")
    letters = given if re.fullmatch("[A-H]+", given) else ""
    letters = letters or answer_values.from_text(fold(given), [fold(o) for o in parts.options])
    if letters and parts.offers(letters) and not parts.answer:
        decide(parts, letters, told)
    elif given:
        parts.notes.append("doubt:answer_unclear")
        parts.explanation = "\n".join(t for t in (given, parts.explanation) if t)
