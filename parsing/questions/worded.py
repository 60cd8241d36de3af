"""Keys in words in the stems' brackets: 属于(尊重需要), 可能(B改变投入), 是(C.具体运算)阶段.

Questions of a page in; where nearly all that have no other key have such a bracket, it is the key.
"""

import re
from collections.abc import Sequence

from parsing.draft import Draft
from parsing.keys.values import ALPHABET
from parsing.parts import Parts, decide
from parsing.source_text import fold

_BRACKET = re.compile(
    r"[(（]\s{0,4}(?P<inner>(?:(?P<letter>[A-H])(?P<mark>\s?[.．、:：])?\s?)?(?P<word>[^()（）\n]{2,60}?))\s{0,4}[)）]"
)
_HAN = re.compile("[\u3400-\u9fff]")
_EDGES = " 。.;；"
_FEWEST, _SHARE = 2, 0.7  # questions, and how many of those without a key


def give_worded(drafts: Sequence[Draft]) -> None:
    """Take keys in words out of stems."""
    open_ones = [d.parts for d in drafts if not d.parts.answer and d.format != "QA"]
    found = [(parts, *told) for parts in open_ones if (told := _worded(parts))]
    if len(found) < max(_FEWEST, _SHARE * len(open_ones)):
        return
    for parts, answer, (start, end) in found:
        decide(parts, answer or parts.stem[start:end], "answer:bracket")
        parts.stem = parts.stem[:start] + parts.stem[end:]


def _worded(parts: Parts) -> tuple[str, tuple[int, int]] | None:
    """The letter of the option in a stem's only bracket, "" without options, and its place."""
    found = list(_BRACKET.finditer(parts.stem))
    if len(found) != 1:
        return None
    m = found[0]
    if not parts.options:
        return (
            ("", m.span("inner")) if m["letter"] and m["mark"] and _HAN.match(m["word"]) else None
        )
    options = [fold(option).strip(_EDGES) for option in parts.options]
    if options.count(fold(m["word"])) != 1:
        return None
    letter = ALPHABET[options.index(fold(m["word"]))]
    return (letter, m.span("inner")) if m["letter"] in (None, letter) else None
