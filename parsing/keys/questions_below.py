"""Where the next questions begin below a key, without a heading."""

import re

from parsing.keys.blocks import entries
from parsing.numbers import candidates as numbering
from parsing.sections.regions import Region
from parsing.words import BLANK

_BLANK = re.compile(rf"[^\n]{{0,120}}?(?:{BLANK})")  # a sentence's, on its first line


def begin(text: str, region: Region) -> int:
    """Where the numbers of a key go on as those of sentences with blanks, 0 = nowhere."""
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
