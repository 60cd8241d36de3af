"""The words of edit_words.toml: function words, negations, numbers, opposites, families."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

_NUMBER = re.compile(r"\d+(?:\.\d+)?%?")
# at the beginning of a question, and no word of it: not 第5题的难度
_LABEL = re.compile(
    r"^(?:(?:19|20)\d\d年?)?(?:\d{1,2}月)?(?:真题|试题|试卷)?第\d{1,3}题(?![的中与和至到])(?=.{6})"
)
KEPT = 1 << 12  # texts kept at hand: pairs come sorted, so neighbours share them


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files("wording").joinpath("edit_words.toml").read_text(encoding="utf-8"))


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(_any_of(_data()[name]))


def _any_of(words: Iterable[str]) -> str:
    """A pattern for words, the longer first; by first characters, which is twice as fast."""
    rests: dict[str, list[str]] = {}
    for word in sorted(words, key=lambda word: (-len(word), word)):
        rests.setdefault(word[0], []).append(re.escape(word[1:]))
    return "|".join(
        re.escape(first) + (f"(?:{'|'.join(found)})" if found != [""] else "")
        for first, found in rests.items()
    )


def function_words() -> str:
    """A pattern for the words that may come and go, the longer first."""
    return _pattern("function").pattern


@cache
def opposites() -> dict[str, tuple[tuple[str, str], ...]]:
    found: dict[str, set[tuple[str, str]]] = {}
    for one, two in _data()["antonyms"]:
        for left, right in ((one, two), (two, one)):
            for character in left:
                found.setdefault(character, set()).add((left, right))
    return {character: tuple(sorted(pairs)) for character, pairs in found.items()}


@cache
def families() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for family in _data()["confusable"]:
        for character in family:
            found[character] = found.get(character, frozenset()) | frozenset(family)
    return found


@cache
def speaking() -> frozenset[str]:
    return frozenset("0123456789" + "".join(_data()["negations"]))


@cache
def numerals() -> frozenset[str]:
    return frozenset(_data()["numerals"])


@cache
def prefixes() -> frozenset[str]:
    return frozenset(_data()["prefixes"])


@cache
def _synonyms() -> tuple[re.Pattern[str], dict[str, str]]:
    table = dict(_data()["synonyms"])
    return re.compile(_any_of(table)), table


@lru_cache(maxsize=KEPT)
def plain(text: str) -> str:
    """A text with synonyms made one, without the number that it has in a paper."""
    pattern, table = _synonyms()
    return pattern.sub(lambda match: table[match.group()], _LABEL.sub("", text))


@lru_cache(maxsize=KEPT)
def content(text: str) -> tuple[str, tuple[int, ...]]:
    """A text without its function words, and where its characters stood."""
    places: list[int] = []
    last = 0
    for match in _pattern("function").finditer(text):
        places += range(last, match.start())
        last = match.end()
    places += range(last, len(text))
    places = places or list(range(len(text)))
    return "".join([text[i] for i in places]), tuple(places)


def turned(left: str, right: str) -> bool:
    """Whether numbers or negations differ, anywhere in two texts in comparison form."""
    return signals(plain(left)) != signals(plain(right))


def negates(text: str) -> bool:
    """Whether a text in comparison form has a negation, but for the number of a paper."""
    return signals(plain(text))[1] > 0


@lru_cache(maxsize=KEPT)
def signals(text: str) -> tuple[tuple[str, ...], int]:
    numbers = tuple(sorted(_NUMBER.findall(text)))
    return numbers, len(_pattern("negations").findall(_pattern("hollow").sub("", text)))
