"""What a reply says of an option by pointing at another: "B也是", "D亦然", "除了C,其他都不是"."""

import re
from collections.abc import Iterable, Iterator

from evaluation.extraction.marking import MARK, places
from evaluation.extraction.words import TRUTH, verdict

AGAIN = 0  # the level of "the same as of the options before"
_SAME = re.compile(
    r"\s?(?:亦然|同理|同上|同前|一样|(?:也|亦|同样)(?:是?(?:如此|一样|同样)|不例外|是|在内|在列)的?"
    r"|(?P<nor>(?:也|亦|同样)(?:不是|不算|不在内|不在此列)的?))\s?"
)
# a tick beside what is no option known
_STRANGER_TICKED = re.compile(
    rf"{MARK}\s?[√✓✔✅]\s?[、,;]\s?[^,、;.\n\ue000-\ue009]{{2,12}}[√✓✔✅]"
)
_LIST = rf"{MARK}(?:(?:[、,]|和|与|及|以及)?{MARK})*"
_SPARED = re.compile(
    rf"除了?\s?{_LIST}(?:以外|之外|外)?,?\s?(?:其余|其他|其它|剩下|余下|别)的?[两三四五]?[个项种者]?(?:选?项)?"
    r"(?:都|均|全|皆)[^.;\n\ue000-\ue009]{0,24}?(?:不|无关|错|并非|没有)"
)
_SO = re.compile(
    r"(?:\A|[.;!\n])\s*(?:所以|因此|因而|故|综上(?:所述)?|总之|可见|于是|由此可见)[,:]?"
    rf"(?P<before>[^.;!?\n\ue000-\ue009不如若]{{0,8}})(?P<said>{_LIST})(?P<after>[^.;!?\n\ue000-\ue009]{{0,10}})[.!]?\s*\Z"
)
_POLAR = re.compile(
    rf"(?P<said>{_LIST})(?:都|均|皆|也|则|却|并)*(?P<no>不|没有|未|无|非)?(?P<kind>[^,.;!?\n\ue000-\ue009不没未无非]{{1,10}})(?=[,.;!\n]|\Z)"
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
    if several and _STRANGER_TICKED.search(body):
        return ()
    spared = None if asks_false else _SPARED.search(body)
    said = places(spared[0]) if spared else ()
    if (len(said) > 1) is several and said:
        return tuple(sorted(set(said)))
    return _concluded(body, asks_false=asks_false) if several else None


def _concluded(body: str, *, asks_false: bool) -> Said | None:
    """The options that the last sentence of a reply concludes with: "…所以A、B入选"."""
    last = _SO.search(body)
    if last is None:
        return None
    found = verdict("," + last["before"], last["after"])
    if found is None or found[1] is (asks_false and found[0] == TRUTH):
        return None
    said = tuple(sorted(set(places(last["said"]))))
    return said if len(said) > 1 else None


def polar(body: str, options: int, *, asks_false: bool) -> Said:
    """Positions of which a reply says what it denies of all others: "A涉及…,B不涉及"; () else."""
    kinds: set[str] = set()
    held: dict[int, bool] = {}
    for match in _POLAR.finditer(body):
        kinds.add(match["kind"])
        for place in places(match["said"]):
            if held.setdefault(place, not match["no"]) == bool(match["no"]):
                return ()
    if len(kinds) != 1 or len(held) != options or len(set(held.values())) < 2:
        return ()
    return tuple(sorted(place for place, holds in held.items() if holds != asks_false))
