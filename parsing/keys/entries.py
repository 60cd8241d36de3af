"""What a key's entries say: each and its question's kind → answer and explanation; a key by itself.

Several questions may share the last one's label: 答案:1、冯特 2、记忆, 答案:1.C2.B. It is a key of
several only if its numbers are exactly those of the question and of the ones right above it that
have no answer.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from parsing.headings import regions
from parsing.keys.blocks import Entry, KeyGroup, entries, groups
from parsing.keys.rows import RANGE
from parsing.keys.values import letters_of, tags, truth, verdicts
from parsing.page.layout import usual
from parsing.records import ALPHABET, Draft, Parts, Region, decide, declare, forget
from parsing.source_text import Sheet

_SAID = re.compile(r"\s{0,4}答(?:\s{1,3}|\s?:\s?)")
_FIRST = re.compile(r"\s{0,24}[(第]?(?P<n>\d{1,3})\s?[)题]?\s?[.、:)]\s{0,2}")
_NUMBER = r"(?<![\d.])[(第]?(?P<n>{})\s?[)题]?\s?[.、:)](?!\d)\s{{0,2}}"
_VALUE = re.compile(
    r"\s?(?P<a>[A-H]{1,8}(?![A-Za-z型])|[√×✓✗✔✘]|[对错](?=\s|$|[。;,]))[。;,\s]{0,3}"
)
_MOST = 40  # questions that share a label


def answer_of(sheet: Sheet, entry: Entry, *, has_options: bool, form: str) -> tuple[str, str]:
    """Answer and explanation that an entry gives to a question; answer "" where it does not fit."""
    text, at, stop = sheet.text, entry.start, entry.end
    if entry.letters:
        return _of_letters(sheet, entry, has_options=has_options, form=form)
    if has_options:
        told = verdicts(text, at, stop)
        return (told.pop(), sheet.verbatim(at, stop)) if len(told) == 1 else ("", "")
    found, reason = tags(text, at, stop), ""
    before = text[at : found[0].start].strip() if found else ""
    # a question printed again may stand before 【答案】
    if found and found[0].kind == "strong" and (not before or text[found[0].start - 1] in "\n_)"):
        at = found.pop(0).end
    elif led := _SAID.match(text, at, stop):
        at = led.end()
    if expl := next((t for t in found if t.kind == "expl"), None):
        reason = sheet.verbatim(expl.end, stop)
        if not text[at : expl.start].strip(" \n()"):
            return reason, ""
        stop = expl.start
    said = sheet.verbatim(at, stop).rstrip("；;，, \n")  # what parts entries is of none
    if form == "TF":  # 【答案】×。解析:…
        said = truth(said) or said * bool(verdicts(text, at, stop))
    return ("" if not said.strip("()（） \n") else said), reason


def _of_letters(sheet: Sheet, entry: Entry, *, has_options: bool, form: str) -> tuple[str, str]:
    """What an entry with letters or a sign gives to a question."""
    lettered = entry.letters[0] in ALPHABET
    argued = form == "QA" and not has_options and not lettered  # 错误。气质没有好坏之分…
    if argued and not tags(sheet.text, entry.start, entry.end):
        verdict = sheet.text.rfind(entry.letters, entry.pos, entry.start)
        return sheet.verbatim(verdict, entry.end), ""
    reason = _reason(sheet, entry.start, entry.end) if entry.rule == "answer:key" else ""
    if lettered and has_options:
        return letters_of(entry.letters), reason
    judged = form == "TF" if lettered else not has_options and form not in ("QA", "FILL")
    said = letters_of(entry.letters) if lettered else entry.letters
    return truth(said) if judged else "", reason


def _reason(sheet: Sheet, start: int, end: int) -> str:
    text = sheet.text
    while start < end and text[start] in " 。.,;:、\n)】]":
        start += 1
    found = tags(text, start, end)
    if found and found[0].kind == "expl" and found[0].start == start:
        return sheet.verbatim(found[0].end, end)
    piece = sheet.verbatim(start, end)
    if piece.startswith(("(", "（")) and piece.endswith((")", "）")):
        return piece[1:-1]
    return piece


def give_group_keys(sheet: Sheet, drafts: Sequence[Draft]) -> None:
    """Give each question its entry of a label that several share."""
    for i, draft in enumerate(drafts):
        if not draft.number or not i or drafts[i - 1].parts.answer:
            continue
        told = tags(sheet.text, draft.begin, draft.end)
        at = next((i for i, t in enumerate(told) if t.kind == "strong"), -1)
        if at < 0:
            continue
        end = next((t.start for t in told[at + 1 :] if t.kind in ("expl", "strong")), draft.end)
        found = _split(sheet.text, told[at].end, end, draft.number)
        group = drafts[max(0, i + 1 - len(found)) : i + 1]
        if len(found) < 2 or [d.number for d in group] != [e.number for e in found]:
            continue
        if any(d.parts.answer for d in group[:-1]):
            continue
        answers = [_answer(sheet, d, e) for d, e in zip(group, found, strict=True)]
        for d, e, given in zip(group, found, answers, strict=True):
            if all(answer for answer, _ in answers):
                _give(d, e, given)


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
    if len(found) > 1 and "\n" not in text[found[0].start("n") : found[-1].start()]:
        line = text.find("\n", found[-1].end(), end)
        end = line if line >= 0 else end  # words behind each other on a line, which ends the last
    out = []
    for m, stop in zip(found, [*(m.start() for m in found[1:]), end], strict=True):
        value = _VALUE.match(text, m.end(), stop)
        at, letters = (value.end(), value["a"]) if value else (m.end(), "")
        out.append(Entry(int(m["n"]), letters, m.start(), at, stop, "answer:key"))
    return out


def _answer(sheet: Sheet, draft: Draft, entry: Entry) -> tuple[str, str]:
    chosen = draft.parts.options
    answer, reason = answer_of(sheet, entry, has_options=bool(chosen), form=draft.format)
    fits = not chosen or (entry.letters and ord(answer[-1:] or "Z") - 65 < len(chosen))
    return (answer if fits else ""), reason


def _give(draft: Draft, entry: Entry, given: tuple[str, str]) -> None:
    parts: Parts = draft.parts
    forget(parts)
    parts.notes = [n for n in parts.notes if not n.startswith("doubt:answer")]
    decide(parts, given[0], entry.rule)
    parts.explanation = given[1] or parts.explanation
    if not parts.options and not draft.format and given[0] in ("对", "错"):
        declare(draft, "TF")


class KeyEntry(NamedTuple):
    """What a key says of one number; `chapter` and `section` as printed above it, "" for none."""

    chapter: str
    section: str
    format: str  # that the section names: SCQ, MAQ, INDEF, QA, TF, FILL, ""
    number: int
    answer: str  # letters "ACD", 对/错, or text; "" where the key gives nothing but a reason
    explanation: str
    lines: tuple[int, int]  # first and last, from 0


def key_groups(sheet: Sheet) -> list[KeyGroup]:
    """The entries of a sheet that is a key, a group for each run of rising numbers."""
    return [group for region in regions(sheet)[0] for group in groups(sheet.text, region)]


def read_key(lines: Sequence[str]) -> list[list[KeyEntry]]:
    """The entries of a key's lines, a list for each run of rising numbers.

    `1-5 ABCDA`, `1.B 2.√`, `一、1.C`, 题号 and 答案 as a table, `1.答案：…解析：…`; two entries of
    one number are both given. Lines of anything else are passed over.
    """
    sheet = Sheet(list(lines), range(len(lines)))
    sheet.text = usual(sheet.text)
    return [_told_entries(sheet, group) for group in key_groups(sheet)]


def _told_entries(sheet: Sheet, group: KeyGroup) -> list[KeyEntry]:
    heads = [h and sheet.verbatim(h.start, h.end) for h in (group.region.chapter, group.section)]
    form = group.section.format if group.section else ""
    out = []
    for entry in group.entries:
        lettered = entry.letters[:1] in tuple(ALPHABET) and form != "TF"
        answer, reason = answer_of(sheet, entry, has_options=lettered, form=form)
        if not form and answer[:1] not in tuple(ALPHABET):
            answer = truth(answer.rstrip("。.")) or answer
        begin = entry.pos if entry.begin < 0 else entry.begin
        end = max(entry.end, entry.start) if reason or not entry.letters else entry.start
        named = heads[0] or "", heads[1] or "", form
        out.append(KeyEntry(*named, entry.number, answer, reason, sheet.span(begin, end)))
    return out
