"""Punctuation made consistent inside a question: the style that it uses more often wins.

The source's style stays; only a mixture is settled. Marks count where Chinese stands before them,
so 3:1, f(x) and E. G. Wever are never touched. Full stops do not count: half-width papers print
Chinese ones too.
"""

import re
from collections.abc import Callable

import polars as pl

from cleaning.characters import BLANK
from cleaning.repair import Row, RowRepair
from cpsyexam.text import CJK

_HALF, _FULL = ",;:?!()", "，；：？！（）"
_TO_FULL, _TO_HALF = (str.maketrans(a, b) for a, b in ((_HALF, _FULL), (_FULL, _HALF)))
# two question marks are a lost character, not punctuation
_POINT = re.compile(rf"(?<=[{CJK}”’》」）])(?:[,;:!]|\?(?!\?))")
_PAIR = re.compile(r"\(([^()（）]*[^()（）\s_][^()（）]*)\)")  # a gap is no bracket
_WIDE_POINT = re.compile(r"[，；：？！]")
_WIDE_PAIR = re.compile(r"（([^()（）]*[^()（）\s_][^()（）]*)）")
_HAN = re.compile(rf"[{CJK}]")


def _is_prose(match: re.Match[str]) -> bool:
    """A bracket that belongs to Chinese text: Chinese inside, or directly before it."""
    before = match.string[: match.start()]
    return bool(_HAN.search(match.group(1)) or _HAN.search(before[-1:]))


def count(text: str) -> tuple[int, int]:
    """(full-width, half-width) marks of a text, gaps and decimal uses left out."""
    text = text.replace(BLANK, "")
    full = len(_WIDE_POINT.findall(text)) + 2 * len(_WIDE_PAIR.findall(text))
    half = len(_POINT.findall(text)) + 2 * sum(map(_is_prose, _PAIR.finditer(text)))
    return full, half


def widen(text: str) -> str:
    """Half-width marks after Chinese as full-width ones."""

    def pair(match: re.Match[str]) -> str:
        return f"（{match.group(1)}）" if _is_prose(match) else match.group()

    text = _PAIR.sub(pair, text)
    return _POINT.sub(lambda m: m.group().translate(_TO_FULL), text)


def settle(row: Row) -> Row:
    """The texts of a question in its prevailing style; the explanation has its own."""
    asked = _change([row["material"], row["stem"], *row["options"]])
    told = _change([row["explanation"]])
    return {
        "material": asked(row["material"]),
        "stem": asked(row["stem"]),
        "options": [asked(option) for option in row["options"]],
        "explanation": told(row["explanation"]),
    }


def _change(texts: list[str]) -> Callable[[str], str]:
    full, half = map(sum, zip(*map(count, texts), strict=True))
    if not full or not half:
        return str
    return widen if full >= half else _narrow


def _narrow(text: str) -> str:
    kept = text.split(BLANK)
    return BLANK.join(part.translate(_TO_HALF) for part in kept)


def repairs() -> list[RowRepair]:
    """The one punctuation repair."""
    whole = pl.concat_str(
        "material", "stem", pl.col("options").list.join("\n"), "explanation", separator="\n"
    )
    mixed = whole.str.contains(rf"[{CJK}”），][,;:?!(]|\)") & whole.str.replace_all(
        BLANK, "", literal=True
    ).str.contains(r"[，；：？！（]")
    return [
        RowRepair(
            "punctuation",
            "mixed full-width and half-width punctuation follows the commoner style",
            mixed,
            settle,
        )
    ]
