"""A sheet cut at its headings: regions under one chapter and section, and their shared cases."""

import re
from dataclasses import dataclass, field

from parsing.keys.labels import tags
from parsing.records import Heading
from parsing.sections.headings import headings
from parsing.sections.section_heads import titled
from parsing.source_text import Sheet

_ENTRY = re.compile(
    r"\s{0,400}(?:题\s?号"
    r"|[(\[【]?\d{1,3}\s?[)\]】.、:]?\s?(?:[-~—–至]\s?\d{1,3}\s?[.、:]?\s?)?(?:[\[【(]?\s?(?:参考"
    r"|正确|标准)?答案?\s?[\]】):]|[A-H]{1,8}(?![A-Za-z])|[√×]|(?:正确|错误|对|错)(?:[\s。,;、]|$)))"
)
_ANY_NUMBER = re.compile(r"\s{0,400}(\d{1,3})\s?[.、]")
_NUMBERED = re.compile(r"\s{0,400}1\s?[.、]")


@dataclass
class Region:
    """A stretch of a sheet. `keyed` = a key heading stands right above it."""

    start: int
    end: int
    chapter: Heading | None = None
    section: Heading | None = None
    keyed: bool = False
    materials: list[Heading] = field(default_factory=list)


def regions(sheet: Sheet) -> tuple[list[Region], list[Heading]]:
    """Regions in order, and the headings that cut them."""
    cuts: list[Heading] = []
    out = [Region(0, len(sheet.text))]
    found = headings(sheet)
    for i, heading in enumerate(found):
        here = out[-1]
        if heading.kind == "material":
            here.materials.append(heading)
            cuts.append(heading)
            continue
        following = found[i + 1] if i + 1 < len(found) else None
        if heading.kind == "key" and not _is_key(sheet, heading, following, here):
            continue
        here.end = heading.start
        chapter, section, flag = here.chapter, None, False
        if heading.kind == "chapter":
            chapter = heading
        elif heading.kind == "section":
            section, flag = heading, heading.keyed
        else:
            section, flag = titled(sheet.text, heading), True
        cuts.append(heading)
        out.append(Region(heading.end, len(sheet.text), chapter, section, flag))
    return out, cuts


def _is_key(sheet: Sheet, heading: Heading, following: Heading | None, here: Region) -> bool:
    """Whether 参考答案 on its own line heads a key, not one open question's answer."""
    text = sheet.text
    if heading.label == "row":
        return True
    if (
        following
        and following.kind != "material"
        and not text[heading.end : following.start].strip()
    ):
        return True
    if _ENTRY.match(text, heading.end):
        return True
    if not _NUMBERED.match(text, heading.end) and not _counted_above(text, heading, here):
        return bool(heading.label) and not text[heading.end :].strip()
    stop = following.start if following else len(text)
    near = tags(text, max(here.start, heading.start - 4000), heading.start)
    near += tags(text, heading.end, min(stop, heading.end + 3000))
    return not any(tag.kind == "strong" for tag in near)


_RULED = re.compile(r"答题卡|不得分|每小?题")


def _counted_above(text: str, heading: Heading, here: Region) -> bool:
    """Whether 答案解析 goes on with the number of a question above: 21. … 26., 答案解析: 21. …"""
    first = _ANY_NUMBER.match(text, heading.end)
    if first is None or "解析" not in text[heading.start : heading.end]:
        return False
    again = re.compile(rf"^[^\S\n]{{0,40}}{first[1]}\s?[.、]", re.MULTILINE)
    return again.search(text, here.start, heading.start) is not None


@dataclass
class Material:
    """A shared case: its text, the numbers it is for (0 = all), where its label begins."""

    start: int
    end: int
    first: int = 0
    last: int = 0
    begin: int = 0

    def covers(self, number: int) -> bool:
        """Whether it belongs to a question of that number."""
        return not self.last or not number or self.first <= number <= self.last


def leading(text: str, region: Region, stop: int) -> Material | None:
    """The case above a region's first question, which begins at `stop`."""
    heads = [h for h in region.materials if h.start < stop]
    return gathered(text, heads, stop) if heads else None


def gathered(text: str, heads: list[Heading], stop: int) -> Material:
    """The case that these headings announce, up to the question at `stop`."""
    begin, first, last = heads[0].start, 0, 0
    start = heads[0].end
    named = [i for i, h in enumerate(heads) if h.label not in ("range", "part")]
    if heads[0].label == "range" and named and _RULED.search(text, start, heads[named[0]].start):
        heads = heads[named[0] :]
        begin, start = heads[0].start, heads[0].end
    for head in heads:
        if text[start : head.start].strip() and head is not heads[0]:
            break
        start = head.end
        if head.label == "range":
            first, last = head.first, head.last
        if head.label == "part":
            break
    told = heads[-1]
    if told.label == "range" and told.start >= start and not text[told.end : stop].strip():
        stop, first, last = told.start, told.first, told.last
    return Material(start, stop, first, last, begin)
