"""Shared cases and passages: where they begin, what is only their label."""

import re
from dataclasses import dataclass

from parsing.heading import Heading
from parsing.regions import Region

_RULED = re.compile(r"答题卡|不得分|每小?题")


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
