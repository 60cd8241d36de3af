"""A sheet cut at its headings: each region stands under one chapter and one section."""

import re
from dataclasses import dataclass, field

from parsing.answer_labels import tags
from parsing.heading import Heading
from parsing.headings import headings, titled
from parsing.source_text import Sheet

_ENTRY = re.compile(
    r"\s{0,400}(?:题\s?号"
    r"|[(\[]?\d{1,3}\s?[)\].、:]?\s?(?:[-~—–至]\s?\d{1,3}\s?[.、:]?\s?)?(?:[\[【(]?\s?(?:参考"
    r"|正确|标准)?答案?\s?[\]】):]|[A-H]{1,8}(?![A-Za-z])|[√×]))"
)
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
    if not _NUMBERED.match(text, heading.end):
        return bool(heading.label) and not text[heading.end :].strip()
    stop = following.start if following else len(text)
    near = tags(text, max(here.start, heading.start - 4000), heading.start)
    near += tags(text, heading.end, min(stop, heading.end + 3000))
    return not any(tag.kind in ("strong", "qa") for tag in near)
