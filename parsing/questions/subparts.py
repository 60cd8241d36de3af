"""One question asked in parts below its case: 11.小强……⏎问题:⏎(1)……⏎(2)…….

Numbers of a region in, those of questions out; then the drafts whose case is parted from what is
asked. Nothing is changed where the parts are answered one by one.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from parsing.draft import Draft
from parsing.numbers.candidates import Start
from parsing.numbers.evidence import Proof
from parsing.parts import Parts
from parsing.sections.regions import Material, Region
from parsing.source_text import Sheet

_COUNTED = ("dot", "pause")  # styles of numbers below which (1) is a part
_CASE = 30  # characters between such a number and (1) that are a case
_FEWEST = 2  # parts
_OPEN = ("", "QA")
_TOLD_OFF = ("。", ".", "!", "”", '"', ")")  # how a case ends that asks nothing itself
_PARTS = re.compile(r"[(（]\s?1\s?[)）](?:.|\n)*?\n\s*[(（]\s?2\s?[)）]")
_FIRST = re.compile(r"(?:^|\n)[^\S\n]*(?=[(（]\s?1\s?[)）])")
_POSED = re.compile(r"(?:\n|(?<=[。.!?”)]))[^\S\n]*(?:请?(?:回答)?问题?|请问)\s?:[^\S\n]*(?=\n)")
_NAMED = re.compile(
    r"\s*[\[【]?(?:材料|案例|资料)\s?[】\]]?\s?:?[^\S\n]*(?=\n)|\s*(?:材料|案例|资料)\s?:"
)
_SCORE = re.compile(r"[(（]\s?(?:本?小?题)?\d{1,2}\s?分\s?[)）](?=\s*(?:\n|$))")
_TOLD = re.compile(
    r"\s*(?:请?\s?(?:阅读|根据|结合|分析)[^\n]{0,12}(?:材料|案例|资料)[^\n]{0,16})[。:.]?[^\S\n]*(?=\n)"
)


def without_parts(text: str, region: Region, proof: Proof, found: list[Start]) -> list[Start]:
    """Without (1), (2) … below a case with a number of its own, where nothing there is answered."""
    section = region.section
    if section and (section.choice or section.format not in _OPEN):
        return found
    counted = [s for s in found if s.number and not s.inline and s.style in _COUNTED]
    ends = [*(s.pos for s in counted), region.end][1:]
    gone: set[int] = set()
    for s, end in zip(counted, ends, strict=True):
        below = [t for t in found if s.pos < t.pos < end and not t.inline]
        word = [t.pos for t in below[:1] if text.startswith("问题", t.pos) and not t.number]
        parts = list(_parts(below[len(word) :]))
        if len(parts) < _FEWEST or parts[0] - s.end < _CASE:
            continue
        if not proof.options(s.end, end) and not proof.within(s.end, end):
            gone.update(word, parts)
    return [s for s in found if s.pos not in gone]


def _parts(below: Sequence[Start]) -> Iterator[int]:
    """Places of lines that count (1), (2) …."""
    counted = enumerate(below, 1)
    same = takewhile(lambda item: item[1].style == "paren" and item[1].number == item[0], counted)
    return (s.pos for _, s in same)


def part_cases(sheet: Sheet, drafts: Sequence[Draft]) -> None:
    """The case above the parts of an open question becomes its material."""
    text = sheet.text
    for draft in drafts:
        if draft.material or draft.parts.options or draft.format not in _OPEN:
            continue
        asked = _FIRST.search(draft.parts.stem)
        first = _FIRST.search(text, draft.begin, draft.end)
        if not asked or not first or not _PARTS.match(draft.parts.stem, asked.end()):
            continue
        told = _TOLD.match(text, draft.begin, first.end())
        head = told or _NAMED.match(text, draft.begin, first.end())
        start = head.end() if head else draft.begin
        posed = _POSED.search(text, start, first.end())
        end = posed.start() if posed else first.start()
        whole = posed or told or text[start:end].rstrip().endswith(_TOLD_OFF)
        if end - start < _CASE or not whole:
            continue
        draft.material = Material(start, end, 0, 0, start if told else draft.begin)
        above = sheet.verbatim(told.start(), told.end()) + "\n" if told else ""
        draft.parts.stem = above + draft.parts.stem[asked.end() :]
        draft.notes.append("stem:parts")
        _unscored(draft.parts)


def _unscored(parts: Parts) -> None:
    """Without the points of parts, even where no other question of the page has any."""
    cut = [aside.printed for aside in parts.asides if aside.kind == "score"]
    parts.asides = [aside for aside in parts.asides if aside.kind != "score"]
    cut = [*(m[0] for m in _SCORE.finditer(parts.stem)), *cut]
    parts.notes += [f"dropped:score {printed.strip()}" for printed in cut]
    parts.stem = _SCORE.sub("", parts.stem)
