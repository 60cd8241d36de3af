"""Drafts to records, and the account of every line."""

from parsing.alarm import alarm
from parsing.answer_keys import Entry
from parsing.coverage import gaps
from parsing.heading import Heading
from parsing.material import Material
from parsing.questions import Draft
from parsing.records import Hints, Leftover, Parsed, Printed
from parsing.source_text import Sheet

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
    return Printed(
        number=str(draft.number) if draft.number and not draft.ordered else "",
        format=draft.format,
        section=_heading(sheet, region.section) or hints.section,
        chapter=_heading(sheet, region.chapter) or hints.chapter,
        material=material,
        stem=parts.stem,
        options=tuple(parts.options),
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
