"""Drafts to records, and the account of every line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from parsing.alarm import alarm
from parsing.keys.blocks import Entry
from parsing.records import Draft, Heading, Hints, Leftover, Material, Parsed, Printed
from parsing.source_text import Sheet, fold

_LONG = 20  # characters of an option that may hold another question
_ROW = re.compile(
    r"[(\[【]\s?B\s?[)\]】][^\n]{0,200}[(\[【]\s?C\s?[)\]】]|B\s?[.、][^\n]{0,200}\sC\s?[.、]"
)
_HOLDS = re.compile(r"\d\s?[.、][^\n]{4,200}[(]\s*[A-H]{1,6}\s*[)]")
_LEADS = re.compile(  # to the question behind: what stands at the end of an explanation
    r"下[表图](?:[是为列中]|给出|所示)|(?:阅读|根据)(?:下[列面]|以下)?(?:材料|资料|案例)[^。\n]{0,12}(?:回答|完成)"
)
_RULES = {
    "chapter": "chapter_heading",
    "section": "section_heading",
    "key": "key_heading",
    "material": "material_heading",
}


def assemble(
    sheet: Sheet,
    key: Sheet | None,
    drafts: list[Draft],
    cuts: list[Heading],
    noise: list[Leftover],
    unused: tuple[list[Entry], list[Entry]],
    hints: Hints,
) -> Parsed:
    """The records of drafts, in order; what is in none of them becomes Leftovers.

    `key` = the separate key, where there is one; `unused` = entries that fit no question, of
    the paper and of that key.
    """
    texts: dict[int, str] = {}
    questions, covered = [], set[int]()
    for draft in drafts:
        printed = _printed(sheet, key if draft.away else None, draft, texts, hints)
        questions.append(printed)
        for first, last in (printed.lines, *printed.also):
            covered.update(range(first, last + 1))
    for at, (before, one) in enumerate(pairwise(questions), 1):
        if not one.material and _LEADS.search(before.explanation or before.answer):
            questions[at] = replace(one, notes=(*one.notes, "doubt:material_before"))
    leftovers = list(noise)
    for cut in cuts:
        text = sheet.raw(cut.start, cut.end).strip()
        if text:
            line = sheet.span(cut.start, cut.end)[0]
            leftovers.append(Leftover(line, text, _RULES[cut.kind]))
            sheet.take(cut.start, cut.end)
    first = min((d.pos for d in drafts), default=0)
    opening = sheet.line(first) if drafts else -1
    for gap in gaps(sheet, unused[0]):
        rule = (
            "key_without_question"
            if gap.keyed
            else "unread"
            if gap.line in covered
            else "before_first_question"
            if gap.line < opening
            else "outside_question"
        )
        leftovers.append(Leftover(gap.line, gap.text, rule))
    if key is not None:
        leftovers += [
            Leftover(gap.line, gap.text, "key_without_question", "key")
            for gap in gaps(key, unused[1])
        ]
    leftovers.sort(key=lambda rest: (rest.page != "paper", rest.line))
    return Parsed(tuple(questions), tuple(leftovers), alarm(questions, leftovers))


def _printed(
    sheet: Sheet, key: Sheet | None, draft: Draft, texts: dict[int, str], hints: Hints
) -> Printed:
    parts, region = draft.parts, draft.region
    also = []
    material = ""
    if draft.material:
        material = _material(sheet, draft.material, texts)
        also.append(sheet.span(draft.material.begin, draft.material.end))
    if draft.shared:
        also.append(sheet.span(*draft.shared))
    key_lines = None
    if draft.key_span:
        if key is not None:
            key_lines = key.span(*draft.key_span)
        else:
            also.append(sheet.span(*draft.key_span))
    notes = [f"number:{draft.style}"]
    notes += [draft.format_rule] if draft.format_rule else []
    notes += ["material:heading"] if draft.material else []
    notes += [parts.answered_in] if parts.answered_in else ["doubt:no_answer"]
    if not parts.options and _ROW.search(fold(parts.answer)):
        notes.append("doubt:answer_unclear")
    if any(len(o) > _LONG and _HOLDS.search(fold(o)) for o in parts.options):
        notes.append("doubt:option_holds_question")
    return Printed(
        number=str(draft.number) if draft.number and not draft.ordered else "",
        format=draft.format,
        section=_heading(sheet, region.section) or hints.section,
        chapter=_heading(sheet, region.chapter) or hints.chapter,
        material=material,
        stem=_BOX.sub("", parts.stem),
        options=tuple(_BOX.sub("", option) for option in parts.options),
        answer=parts.answer,
        explanation=parts.explanation,
        images=(),
        notes=tuple(dict.fromkeys([*notes, *parts.notes, *draft.notes])),
        lines=sheet.span(draft.pos, draft.end),
        also=tuple(also),
        key_lines=key_lines,
    )


def _material(sheet: Sheet, material: Material, texts: dict[int, str]) -> str:
    if material.start not in texts:
        texts[material.start] = sheet.read(material.start, material.end)
    return texts[material.start]


def _heading(sheet: Sheet, heading: Heading | None) -> str:
    return sheet.verbatim(heading.start, heading.end) if heading else ""


_SAYS = re.compile(r"\w")
_BOX = re.compile(r"\s*☐\s*$")  # the empty box before the next line's letter
_LINE = re.compile(r"[^\n]+")


@dataclass(frozen=True, slots=True)
class Gap:
    """A line, or part of one, that no record holds; `keyed` = an unused entry of a key."""

    line: int
    text: str
    keyed: bool


def gaps(sheet: Sheet, unused: list[Entry]) -> Iterator[Gap]:
    """What is left of a sheet, in order: whole lines, and parts of lines that hold a word."""
    spare = sorted((e.pos, max(e.start, e.end)) for e in unused)
    rows = sorted({(e.begin, e.start) for e in unused if e.begin >= 0})
    open_stretches = sorted([*_untaken(sheet), *rows])
    keyed = [*spare, *rows]
    lines = {n for a, b in keyed for n in range(sheet.line(a), sheet.line(max(a, b - 1)) + 1)}
    at = 0
    for start, end in open_stretches:
        for m in _LINE.finditer(sheet.text, max(start, at), end):
            whole = _whole(sheet.text, m.start(), m.end())
            text = m[0]
            if not text.strip() or not (whole or _SAYS.search(text)):
                continue
            line = sheet.line(m.start())
            printed = sheet.raw(m.start(), m.end())
            yield Gap(line, printed if whole else printed.strip(), line in lines)
        at = max(at, end)


def _untaken(sheet: Sheet) -> Iterator[tuple[int, int]]:
    at = 0
    for start, end in sorted(sheet.taken):
        if start > at:
            yield at, start
        at = max(at, end)
    yield at, len(sheet.text)


def _whole(text: str, start: int, end: int) -> bool:
    return (not start or text[start - 1] == "\n") and (end == len(text) or text[end] == "\n")
