"""Keys without a label or bracket, by a page's own regularity: true answers → where they stand.

A letter that equals the key may stand anywhere by chance; what most questions of a page have at
the same place, between the same signs, is the key: 称为B。 A.…, (C) | 1. |, 是错误的。(×
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

_HAN = re.compile("[\u3400-\u9fff]")
_FEWEST, _SHARE = 3, 0.6  # questions with a key at the same place, of those that need one
_ALL = 0.9  # of those that have any: keys that stand before their stems
_MARK = 6  # characters from an option's letter to its text
BEFORE = 16  # characters before a stem in which its key may stand


class Asked(NamedTuple):
    """Where a question's stem and options stand, and the stretches that equal its key."""

    stem: tuple[int, int]
    options: Sequence[tuple[int, int]]
    candidates: Sequence[tuple[int, int]]


Shape = tuple[str, str, str]


def settled(
    text: str, asked: Mapping[int, Asked], sure: Mapping[int, tuple[int, int]]
) -> dict[int, tuple[int, int]]:
    """The stretch of each question's key; `sure` = those that a label or a bracket shows.

    Where all keys stand before their stems, a bracket behind a stem is the next question's.
    """
    shapes = {n: dict(_shapes(text, one)) for n, one in asked.items() if one.candidates}
    ahead = _regular(shapes, _ALL, "before")
    if ahead:
        return ahead
    rest = {n: found for n, found in shapes.items() if n not in sure}
    return _regular(rest, _SHARE) | dict(sure)


def _regular(
    shapes: Mapping[int, Mapping[Shape, tuple[int, int]]], share: float, zone: str = ""
) -> dict[int, tuple[int, int]]:
    often = Counter(shape for found in shapes.values() for shape in found if zone in ("", shape[0]))
    for shape, count in often.most_common(1):
        if count >= max(_FEWEST, share * len(shapes)):
            return {n: found[shape] for n, found in shapes.items() if shape in found}
    return {}


def _shapes(text: str, one: Asked) -> Iterable[tuple[Shape, tuple[int, int]]]:
    for start, end in reversed(one.candidates):  # the first of a shape stays
        if not _marks_option(text, one, start, end):
            before = text[max(0, start - 2) : start].rstrip(" ")[-1:]
            after = text[end : end + 2].lstrip(" ")[:1]
            yield (_zone(one, start), _class(before), _class(after)), (start, end)


def _marks_option(text: str, one: Asked, start: int, end: int) -> bool:
    """Whether a letter is the mark of an option, or stands inside one."""
    for a, b in one.options:
        between = text[end:a] if end <= a <= start + _MARK else "A"
        if (start >= a and end <= b) or not any(map(str.isalnum, between)):
            return True
    return False


def _zone(one: Asked, at: int) -> str:
    first = one.options[0][0] if one.options else 0
    last = one.options[-1][1] if one.options else one.stem[1]
    zones = ((one.stem[0], "before"), (one.stem[1], "stem"), (first, "above"), (last, "among"))
    return next((name for end, name in zones if at < end), "below")


def _class(char: str) -> str:
    if _HAN.match(char):
        return "han"
    return "letter" if char.isalpha() else "digit" if char.isdigit() else char
