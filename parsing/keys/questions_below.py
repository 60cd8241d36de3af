"""Where the next questions begin below a key, without a heading."""

import re

from parsing.keys.blocks import entries
from parsing.keys.rows import HIT
from parsing.numbers import candidates as numbering
from parsing.sections.regions import Region
from parsing.words import BLANK

_ROW = re.compile(
    r"^[^\S\n]{0,20}[(\[]?A\s?[.、)\]\s][^\n]{1,300}?(?:\n[^\S\n]{0,20}|\s)[(\[]?B\s?[.、)\]\s]",
    re.MULTILINE,
)
# a question's end and its options on one line
_ASKED_ROW = re.compile(
    r"(?:[(]\s{0,9}[)]|[?是为有])\s?[。.]?\s?[(]?A\s?[.、)][^\n]{1,80}?[(]?B\s?[.、)]"
)
_BLANK = re.compile(rf"[^\n]{{0,120}}?(?:{BLANK})")  # a sentence's, on its first line


def begin(text: str, region: Region) -> int:
    """Where questions with options or blanks begin again below a key, 0 = nowhere."""
    return _options_below(text, region) or _blanks_below(text, region)


def _blanks_below(text: str, region: Region) -> int:
    """Where the numbers of a key go on as those of sentences with blanks."""
    found = _lines(text, region)
    blank = [_BLANK.match(text, s.end, region.end) is not None for s in found]
    if True not in blank or blank[0]:
        return 0
    at = found[blank.index(True)]
    key = entries(text, Region(region.start, at.pos), open_format=True)
    return at.pos if key and at.number in (1, key[-1].number + 1) else 0


def with_blanks(text: str, region: Region) -> int:
    """How many numbered lines of a region ask by a blank."""
    return sum(_BLANK.match(text, s.end, region.end) is not None for s in _lines(text, region))


def _lines(text: str, region: Region) -> list[numbering.Start]:
    found = numbering.candidates(text, region.start, region.end, inline=False)
    return [s for s in found if s.number and s.style in ("dot", "pause")]


def _options_below(text: str, region: Region) -> int:
    row = _ROW.search(text, region.start, region.end)
    asked = row or _ASKED_ROW.search(text, region.start, region.end)
    if asked is None:
        return 0
    opening = asked.start()
    starts = [
        s
        for s in numbering.candidates(text, region.start, opening, inline=row is None)
        if s.number and not HIT.match(text, s.pos)
    ]
    if not starts:
        return 0
    at = starts[-1].pos
    above = entries(text, Region(region.start, at), open_format=False)
    fits = bool(above) and starts[-1].number in (1, above[-1].number + 1)
    return at if fits and above[-1].letters else 0
