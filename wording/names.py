"""Names of psychologists: which spellings are one name, and which are likely slips (艾宾浩丝)."""

import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import pairwise

from opencc import OpenCC

LONG = 4  # characters of a name from which on any other character is a slip
_FIRST, _LAST = 0x4E00, 0x9FFF  # of Chinese characters


def spellings() -> list[list[str]]:
    """Rows of spellings of one name, the commonest first, those of two names left out."""
    rows = _table()["names"]
    count = Counter(name for row in rows for name in row)
    return [kept for row in rows if len(kept := [name for name in row if count[name] == 1]) > 1]


def slip(text: str) -> tuple[str, str] | None:
    """The first name with one wrong character in a text, and the name that is meant, or None."""
    found = re.search(pattern(), text)
    return (found[0], _meant(found[0])) if found else None


@cache
def pattern() -> str:
    """A pattern (of Python and of Rust) for names with one wrong character.

    Of a name of LONG characters any other one is wrong unless a name is spelt so; of a shorter one
    only those that sound alike. A character that stands for the sound as well is none. Two
    characters that changed places (科伯尔格) are a slip, too.
    """
    found = (_wrong(name, place) for name in sorted(_spelt("names")) for place in range(len(name)))
    turned = (
        name[:i] + name[i + 1] + name[i] + name[i + 2 :]
        for name in _spelt("names")
        for i in range(len(name) - 1)
    )
    right = "\n".join(_names())
    slips = {one for one in turned if one not in right}
    return "|".join(sorted(slips.union(filter(None, found))))


@cache
def pieces() -> list[str]:
    """Texts one of which stands in whatever `pattern` matches.

    To look for them first costs a hundredth: a class of nearly all characters is a state of its own
    for each of them (0.6 ms a question).
    """
    found: set[str] = set()
    for one in pattern().split("|"):
        before, _, rest = one.partition("[")
        wrong, _, behind = rest.partition("]")
        if "-" in wrong:
            found.add(max(before, behind, key=len))
        else:
            found |= {f"{before}{char}{behind}" for char in wrong or [""]}
    return sorted(found)


def _wrong(name: str, place: int) -> str:
    if place in (0, len(name) - 1) and name[:place] + name[place + 1 :] in _names():
        return ""  # 麦克里兰 without 德
    right = name[place]
    good = {right, *_also(right, "either"), *_others(name, place)}
    if len(name) >= LONG:
        wrong = _other_than(good)
    else:
        alike = sorted(_also(right, "sounds") - good)
        wrong = f"[{''.join(alike)}]" if alike else ""
    return wrong and f"{name[:place]}{wrong}{name[place + 1 :]}"


def _other_than(chars: set[str]) -> str:
    """A class of all Chinese characters but these, as ranges."""
    ends = [_FIRST - 1, *sorted(map(ord, chars)), _LAST + 1]
    ranges = ((a + 1, b - 1) for a, b in pairwise(ends) if b - a > 1)
    return f"[{''.join(f'{chr(a)}-{chr(b)}' for a, b in ranges)}]"


def _others(name: str, place: int) -> set[str]:
    """What other names have at a place where they are like this one before and behind.

    At its begin and end they may have more there: 米尔格伦 and 米尔格拉姆, 米格拉姆 and that.
    """
    before, behind = name[:place], name[place + 1 :]
    found = {c for c, end in _going_on()[before] if end == behind}
    if not behind:
        found |= {c for c, _ in _going_on()[before]}
    if not before:
        found |= _leading_to()[behind]
    return found


@cache
def _going_on() -> Mapping[str, set[tuple[str, str]]]:
    """What comes behind each beginning of a name: a character, and the rest."""
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for name in _names():
        for i, char in enumerate(name):
            found[name[:i]].add((char, name[i + 1 :]))
    return found


@cache
def _leading_to() -> Mapping[str, set[str]]:
    """The character before each end of a name."""
    found: dict[str, set[str]] = defaultdict(set)
    for name in _names():
        for i, char in enumerate(name):
            found[name[i + 1 :]].add(char)
    return found


def _also(char: str, table: str) -> set[str]:
    return {other for row in _table()[table] if char in row for other in row} - {char}


def _meant(slipped: str) -> str:
    names = [name for row in _table()["names"] for name in row if len(name) == len(slipped)]

    def apart(name: str) -> tuple[bool, int]:
        changed = sum(a != b for a, b in zip(name, slipped, strict=True))
        return changed > 1 and sorted(name) != sorted(slipped), -(sorted(name) == sorted(slipped))

    return min(names, key=apart)


@cache
def _names() -> frozenset[str]:
    """All spellings, and the words that are like them."""
    return _spelt("names") | _spelt("neighbours")


@cache
def _spelt(table: str) -> frozenset[str]:
    """The names of a table, in traditional characters as well."""
    rows = [[row] if isinstance(row, str) else row for row in _table()[table]]
    names = [name for row in rows for name in row]
    return frozenset({*names, *(way.convert(name) for way in _traditional() for name in names)})


@cache
def _traditional() -> tuple[OpenCC, ...]:
    return tuple(OpenCC(way) for way in ("s2t", "s2tw"))


@cache
def _table() -> dict[str, list[list[str]] | list[str]]:
    table: dict[str, list[list[str]] | list[str]] = tomllib.loads(
        files("wording").joinpath("names.toml").read_text("utf-8")
    )
    return table
