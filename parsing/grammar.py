"""From lines to questions, stage after stage: noise → headings → regions → items → answers."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from parsing.assembly import assemble
from parsing.headings import regions
from parsing.keys import blocks as answer_keys
from parsing.keys import matching
from parsing.keys.entries import give_group_keys, key_groups
from parsing.keys.rows import HIT
from parsing.numbers import candidates as numbering
from parsing.numbers.evidence import option_rows
from parsing.page.layout import usual
from parsing.page.lines import sweep, without_markup
from parsing.page.unfold import unfold
from parsing.questions.segments import drafts
from parsing.questions.tails import part_numbers, settle
from parsing.records import Draft, Hints, Leftover, Mark, Parsed, Region
from parsing.source_text import Sheet
from parsing.words import BLANK

_NOTHING = Hints()
_CLOZE = 3  # rows without stems
_BLANK = re.compile(BLANK)
_NAMES = re.compile(r"(?:姓名|考号|学号|班级|单位|得分|准考证号)\s?[:：]\s?_+")
_LEAD = re.compile(r"\s*[(\[【]\s*[)\]】]\s?\d")  # a bracket to fill in, before a number
_ROW_BELOW = re.compile(
    r"^[^\S\n]{0,20}[(\[]?A\s?[.、)\]\s][^\n]{1,300}?(?:\n[^\S\n]{0,20}|\s)[(\[]?B\s?[.、)\]\s]",
    re.MULTILINE,
)
_BLANKED = re.compile(rf"[^\n]{{0,120}}?(?:{BLANK})")  # a sentence's, on its first line


def parse(
    lines: Sequence[str] | str,
    *,
    key: Sequence[str] | str | None = None,
    hints: Hints = _NOTHING,
    marks: Sequence[Mark] = (),
) -> Parsed:
    """Questions of a paper's lines; `key` = lines of an answer page or article elsewhere.

    `marks` = what the page's structure says of stretches of `lines`.

    Never raises; every non-blank line is in a question's line spans or a Leftover.
    """
    sheet, noise = _sheet(lines, "paper", marked=bool(marks))
    sheet.mark(marks)
    sheet.text = usual(sheet.text)
    found, cuts = regions(sheet)
    groups: list[matching.Group] = []
    unused: list[answer_keys.Entry] = []
    pending: list[answer_keys.KeyGroup] = []
    flag, expected, block = False, 1, 0
    ordered: list[Draft] = []
    found = [part for region in found for part in _parts(sheet.text, region)]
    for region in found:
        flag = flag or region.keyed
        if flag and _is_key(sheet.text, region, groups):
            styles = Counter(draft.style for draft in ordered if draft.number)
            usual_style = max(styles, key=styles.__getitem__, default="")
            pending += answer_keys.groups(sheet.text, region, usual_style)
            continue
        if not sheet.text[region.start : region.end].strip():
            continue
        if pending:
            unused += matching.match(sheet, groups, pending, block=block)
            pending, block = [], block + 1
        flag = False
        before = len(sheet.taken)
        new = drafts(sheet, region, expected, hints.format)
        above = new and region.section is None and not ordered
        if above and _preface(sheet.text, new, found[-1], region):
            del sheet.taken[before:]
        elif new:
            part_numbers(sheet, new)
            give_group_keys(sheet, new)
            expected = new[-1].number + 1
            groups += matching.grouped(new, block)
            ordered += new
            unused = _match_above(sheet, groups, unused, region)
    unused += matching.match(sheet, groups, pending, block=block)
    other: Sheet | None = None
    spare: list[answer_keys.Entry] = []
    if key is not None:
        other, more = _sheet(key, "key")
        noise += more
        near = [d for d in ordered if d.key_span is None]
        spare = matching.match(other, groups, key_groups(other), block=block)
        for draft in near:
            draft.away = draft.key_span is not None
    settle(sheet, ordered)
    return assemble(sheet, other, ordered, cuts, noise, (unused, spare), hints)


def rows(lines: Sequence[str] | str) -> list[str]:
    """The lines of a page, without marks of markup."""
    return list(without_markup(re.split(r"\r\n|\r|\n", lines) if isinstance(lines, str) else lines))


def _sheet(
    lines: Sequence[str] | str, page: str, *, marked: bool = False
) -> tuple[Sheet, list[Leftover]]:
    kept = sweep(rows(lines), page)
    if not marked and unfold(kept):
        kept.texts = list(without_markup(kept.texts))  # marks that lines begin with
    return Sheet(kept.texts, kept.numbers), kept.noise


def _match_above(
    sheet: Sheet, groups: list[matching.Group], unused: list[answer_keys.Entry], region: Region
) -> list[answer_keys.Entry]:
    """Match a key that stands between a section's heading and its questions, as long as they."""
    section, group = region.section, groups[-1]
    above = [e for e in unused if section and section.start < e.pos < region.start]
    if [e.number for e in above] != [d.number for d in group.drafts] or not group.open:
        return unused
    key = answer_keys.KeyGroup(region, above)
    left = matching.match(sheet, [group], [key], block=group.block)
    return [e for e in unused if e not in above] + left


def _preface(text: str, new: list[Draft], last: Region, region: Region) -> bool:
    """Whether numbered lines above the first section are rules of the exam, not questions."""
    cloze = len(new) >= _CLOZE and not any(d.parts.stem for d in new)
    proven = [
        (len(d.parts.options) > 1 and (d.parts.stem or cloze))
        or d.parts.answer
        or _BLANK.search(_NAMES.sub("", d.parts.stem))
        or _LEAD.match(text, d.pos, d.begin)
        for d in new
    ]
    return last is not region and sum(map(bool, proven)) * 2 < len(new)


def _parts(text: str, region: Region) -> list[Region]:
    """A key with the next questions right below it, without a heading, in two."""
    at = region.keyed and (_options_below(text, region) or _blanks_below(text, region))
    return [replace(region, end=at), replace(region, start=at, keyed=False)] if at else [region]


def _is_key(text: str, region: Region, groups: list[matching.Group]) -> bool:
    """Whether a region below a key's heading holds answers, not questions."""
    section = region.section
    if not text[region.start : region.end].strip():
        return True
    found = answer_keys.hits(text, region.start, region.end)
    asked = len(option_rows(text, region.start, region.end))
    if section and section.keyed:
        return region.keyed or asked <= found
    if section is None or section.format not in ("QA", "FILL"):
        asked = asked if region.keyed else max(asked, sum(_with_blanks(text, region)[1]))
        if asked > found:
            return False
        if found or section is None:
            return True
    sections = [g.drafts[0].region.section for g in groups if g.open]
    same = [s for s in sections if s and s.format == section.format]
    return bool(same) or any(
        s and not section.format and s.label == section.label for s in sections
    )


def _blanks_below(text: str, region: Region) -> int:
    """Where the numbers of a key go on as those of sentences with blanks, 0 = nowhere."""
    found, blank = _with_blanks(text, region)
    if True not in blank or blank[0]:
        return 0
    at = found[blank.index(True)]
    key = answer_keys.entries(text, Region(region.start, at.pos), open_format=True)
    return at.pos if key and at.number in (1, key[-1].number + 1) else 0


def _with_blanks(text: str, region: Region) -> tuple[list[numbering.Start], list[bool]]:
    """The numbered lines of a region, and which of them ask by a blank."""
    found = numbering.candidates(text, region.start, region.end, inline=False)
    found = [s for s in found if s.number and s.style in ("dot", "pause")]
    return found, [_BLANKED.match(text, s.end, region.end) is not None for s in found]


def _options_below(text: str, region: Region) -> int:
    """Where the numbers of a key go on as those of questions with options, 0 = nowhere."""
    row = _ROW_BELOW.search(text, region.start, region.end)
    above = numbering.candidates(text, region.start, row.start(), inline=False) if row else []
    starts = [s for s in above if s.number and not HIT.match(text, s.pos)]
    if not starts:
        return 0
    at, number = starts[-1].pos, starts[-1].number
    key = answer_keys.entries(text, Region(region.start, at), open_format=False)
    return at if key and number in (1, key[-1].number + 1) and key[-1].letters else 0
