"""Keys of several questions behind the last one's label: 答案:1、冯特 2、记忆, 答案:1.C2.B.

Questions of a region in, the same questions out. A label's text is the key of several only if its
numbers are exactly those of the question and of the ones right above it that have no answer.
"""

import re
from collections.abc import Sequence

from parsing.draft import Draft
from parsing.keys.blocks import Entry, entries
from parsing.keys.entry_answers import answer_of
from parsing.keys.labels import tags
from parsing.keys.rows import RANGE
from parsing.parts import Parts, decide
from parsing.sections.regions import Region
from parsing.source_text import Sheet

_FIRST = re.compile(r"\s{0,24}[(第]?(?P<n>\d{1,3})\s?[)题]?\s?[.、:)]\s{0,2}")
_NUMBER = r"(?<![\d.])[(第]?(?P<n>{})\s?[)题]?\s?[.、:)](?!\d)\s{{0,2}}"
_VALUE = re.compile(
    r"\s?(?P<a>[A-H]{1,8}(?![A-Za-z型])|[√×✓✗✔✘]|[对错](?=\s|$|[。;,]))[。;,\s]{0,3}"
)
_MOST = 40  # questions that share a label


def give_group_keys(sheet: Sheet, drafts: Sequence[Draft]) -> None:
    """Give each question its entry of a label that several share."""
    for i, draft in enumerate(drafts):
        if not draft.number or not i or drafts[i - 1].parts.answer:
            continue
        found = _entries(sheet, draft)
        if len(found) < 2:
            continue
        first = i + 1 - len(found)
        group = drafts[first : i + 1] if first >= 0 else []
        if [d.number for d in group] != [e.number for e in found]:
            continue
        if any(d.parts.answer for d in group[:-1]):
            continue
        answers = [_answer(sheet, d, e) for d, e in zip(group, found, strict=True)]
        if all(answer for answer, _ in answers):
            for d, e, given in zip(group, found, answers, strict=True):
                _give(d, e, given)


def _entries(sheet: Sheet, draft: Draft) -> list[Entry]:
    """The entries behind a question's label, where they begin right there."""
    text = sheet.text
    told = tags(text, draft.begin, draft.end)
    at = next((i for i, t in enumerate(told) if t.kind == "strong"), -1)
    if at < 0:
        return []
    end = next((t.start for t in told[at + 1 :] if t.kind in ("expl", "strong")), draft.end)
    start = told[at].end
    return _split(text, start, end, draft.number)


def _split(text: str, start: int, end: int, last: int) -> list[Entry]:
    """Entries numbered up to `last`, each behind the one before; none if they do not begin here."""
    if RANGE.match(text, start + len(text[start:end]) - len(text[start:end].lstrip()), end):
        return entries(text, Region(start, end), open_format=False)
    m = _FIRST.match(text, start, end)
    if m is None or not 0 <= last - int(m["n"]) < _MOST:
        return []
    found = [m]
    for number in range(int(m["n"]) + 1, last + 1):
        m = re.compile(_NUMBER.format(number)).search(text, found[-1].end(), end)
        if m is None:
            return []
        found.append(m)
    line = text.find("\n", found[-1].end(), end)
    if line >= 0 and len(found) > 1 and "\n" not in text[found[0].start("n") : found[-1].start()]:
        end = line  # words behind each other on a line, which ends the last
    stops = [m.start() for m in found[1:]] + [end]
    out = []
    for m, stop in zip(found, stops, strict=True):
        value = _VALUE.match(text, m.end(), stop)
        at = value.end() if value else m.end()
        letters = value["a"] if value else ""
        out.append(Entry(int(m["n"]), letters, m.start(), at, stop, "answer:key"))
    return out


def _answer(sheet: Sheet, draft: Draft, entry: Entry) -> tuple[str, str]:
    chosen = bool(draft.parts.options)
    answer, reason = answer_of(sheet, entry, has_options=chosen, form=draft.format)
    fits = not chosen or (
        bool(entry.letters) and ord(answer[-1:] or "Z") - 65 < len(draft.parts.options)
    )
    return (answer if fits else ""), reason


def _give(draft: Draft, entry: Entry, given: tuple[str, str]) -> None:
    parts: Parts = draft.parts
    parts.answer = parts.answered_in = ""
    parts.notes = [n for n in parts.notes if not n.startswith("doubt:answer")]
    decide(parts, given[0], entry.rule)
    parts.explanation = given[1] or parts.explanation
    if not parts.options and not draft.format and given[0] in ("对", "错"):
        draft.format, draft.format_rule = "TF", "format:answer"
