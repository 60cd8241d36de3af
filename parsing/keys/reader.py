"""A key by itself: lines of text → its entries, whatever printed them (a page, a file, a book).

For whoever has the questions in another form than `parsing.grammar`; no line of HTML, no box.
"""

from collections.abc import Sequence
from typing import NamedTuple

from parsing.keys.blocks import KeyGroup, groups
from parsing.keys.entry_answers import answer_of
from parsing.keys.values import ALPHABET, truth
from parsing.page.layout import usual
from parsing.sections.regions import regions
from parsing.source_text import Sheet


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
    return [_entries(sheet, group) for group in key_groups(sheet)]


def _entries(sheet: Sheet, group: KeyGroup) -> list[KeyEntry]:
    chapter, section = (
        sheet.verbatim(head.start, head.end) if head else ""
        for head in (group.region.chapter, group.section)
    )
    form = group.section.format if group.section else ""
    out = []
    for entry in group.entries:
        lettered = entry.letters[:1] in tuple(ALPHABET) and form != "TF"
        answer, reason = answer_of(sheet, entry, has_options=lettered, form=form)
        if not form and answer[:1] not in tuple(ALPHABET):
            answer = truth(answer.rstrip("。.")) or answer
        begin = entry.pos if entry.begin < 0 else entry.begin
        end = max(entry.end, entry.start) if reason or not entry.letters else entry.start
        span = sheet.span(begin, end)
        out.append(KeyEntry(chapter, section, form, entry.number, answer, reason, span))
    return out
