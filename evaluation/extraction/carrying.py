"""What a reply says of an option by pointing at another: "B也是", "D亦然", "除了C,其他都不是"."""

import re
from collections.abc import Iterable, Iterator

from evaluation.extraction.marking import MARK, places

AGAIN = 0  # the level of "the same as of the options before"
_SAME = re.compile(
    r"\s?(?:亦然|同理|同上|同前|一样|(?:也|亦|同样)(?:是?(?:如此|一样|同样)|不例外|是|在内|在列)的?"
    r"|(?P<nor>(?:也|亦|同样)(?:不是|不算|不在内|不在此列)的?))\s?"
)
# a tick beside what is no option known
_STRANGER_TICKED = re.compile(
    rf"{MARK}\s?[√✓✔✅]\s?[、,;]\s?[^,、;.\n\ue000-\ue009]{{2,12}}[√✓✔✅]"
)
_SPARED = re.compile(
    rf"除了?\s?{MARK}(?:以外|之外|外)?,?\s?(?:其余|其他|其它|剩下|余下|别)的?[两三四五]?[个项种者]?(?:选?项)?"
    r"(?:都|均|全|皆)[^.;\n\ue000-\ue009]{0,24}?(?:不|无关|错|并非|没有)"
)

Said = tuple[int, ...]
Evidence = tuple[Said, int, bool | float]


def same(words: str) -> bool | None:
    """Whether words only say that it is the same again (True), or not so again (False)."""
    found = _SAME.fullmatch(words)
    return found.lastgroup is None if found else None


def carried(events: Iterable[Evidence]) -> Iterator[Evidence]:
    """The evidence with the verdict before it in place of "the same"."""
    before: tuple[int, bool | float] | None = None
    for said, level, value in events:
        if level != AGAIN:
            before = (level, value)
            yield said, level, value
        elif before and (value or before[1] <= 0):
            yield (said, *before)


def at_once(body: str, *, several: bool, asks_false: bool) -> Said | None:
    """What a marked reply says by the others: a position, () for a stranger ticked, None else."""
    if several:
        return () if _STRANGER_TICKED.search(body) else None
    spared = None if asks_false else _SPARED.search(body)
    return places(spared[0])[:1] if spared else None
