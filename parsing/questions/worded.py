"""Keys in words in the stems' brackets: 属于(尊重需要), 可能(B改变投入), 是(C.具体运算)阶段.

Questions of a page in; where nearly all that have no other key have such a bracket, it is the key.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from parsing.draft import Draft
from parsing.keys.values import ALPHABET
from parsing.parts import Parts, decide
from parsing.source_text import fold

_BRACKET = re.compile(
    r"[(（]\s{0,4}(?P<inner>(?:(?P<letter>[A-H])(?P<mark>\s?[.．、:：,，])?\s?)?(?P<word>[^()（）\n]{1,60}?))\s{0,4}[)）]"
)
_HAN = re.compile("[\u3400-\u9fff]")
_LETTERED = re.compile(r"[A-H]\s?[.．、:：,，]")
_LAST = re.compile(r"\s*[。.?？]?\s*\Z")
_EDGES = " 。.;；"
_FEWEST, _SHARE = 2, 0.7  # questions, and how many of those without a key
_PLAIN, _SHORT = 3, 14  # questions with a word and no letter; its characters


class _Said(NamedTuple):
    """The option's letter or the word that a bracket holds, where it stands, what follows it."""

    answer: str
    span: tuple[int, int]
    comment: str = ""


def give_worded(drafts: Sequence[Draft]) -> None:
    """Take keys in words out of stems."""
    open_ones = [d.parts for d in drafts if not d.parts.answer and d.format != "QA"]
    found = [(parts, told) for parts in open_ones if (told := _worded(parts))]
    plain = sum(not parts.options and _plain(parts, told) for parts, told in found)
    enough = max(_PLAIN if plain * 2 > len(found) else _FEWEST, _SHARE * len(open_ones))
    if len(found) < enough:
        return
    for parts, (answer, (start, end), comment) in found:
        decide(parts, answer, "answer:bracket")
        parts.stem = parts.stem[:start] + parts.stem[end:]
        parts.explanation = parts.explanation or comment


def _plain(parts: Parts, told: _Said) -> bool:
    """Whether a bracket holds a word without a letter."""
    return not _LETTERED.match(parts.stem, told.span[0])


def _worded(parts: Parts) -> _Said | None:
    """What a stem's only bracket says of the key."""
    found = list(_BRACKET.finditer(parts.stem))
    if len(found) != 1:
        return None
    m = found[0]
    if not parts.options:
        return _open(parts.stem, m)
    options = [fold(option).strip(_EDGES) for option in parts.options]
    if options.count(fold(m["word"])) != 1:
        beyond = m["letter"] and ALPHABET.index(m["letter"]) >= len(options)
        if not (m["letter"] and m["mark"] and _LAST.match(parts.stem, m.end())) or beyond:
            return None
        return _Said(m["letter"], m.span("inner"), m["word"])  # (C,有极端数据)
    letter = ALPHABET[options.index(fold(m["word"]))]
    return _Said(letter, m.span("inner")) if m["letter"] in (None, letter) else None


def _open(stem: str, m: re.Match[str]) -> _Said | None:
    """The word of a bracket in a question without options."""
    if m["letter"] and m["mark"] and _HAN.match(m["word"]):
        return _Said(m["word"], m.span("inner"))
    last = _LAST.match(stem, m.end()) and _HAN.match(m["inner"])
    return _Said(m["inner"], m.span("inner")) if last and len(m["inner"]) <= _SHORT else None
