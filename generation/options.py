"""Options of a question → what they say: numbers, and texts that say the same in other words."""

import re
from collections.abc import Sequence
from itertools import combinations

from cpsyexam.text import fold

_BARE = re.compile(r"[\s\W_]+")
_EMPTY = re.compile(r"比较(?=[高低大小强弱多少快慢好差])|[的地得了之侧]")  # adds nothing
_REMARK = re.compile(r"[(（][^)）]*[)）]$")
_KIND = re.compile(r"(?:型关系|型结构|结构|理论|学说|效应|现象|方法)$")
_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"两": 2}
_CHINESE = re.compile(r"^([一二三四五六七八九两]?十[一二三四五六七八九]?|[零一二三四五六七八九两])")
_TENTHS = re.compile(r"^([一二三四五六七八九])成$")
_PART = re.compile(r"^([一二三四五六七八九十]+)分之([一二三四五六七八九十]+)$")
_NUMBER = re.compile(r"^[约≈+]?(-?\d+(?:\.\d+)?)\s*(?:/\s*(\d+(?:\.\d+)?))?\s*(%?)(\D{0,6})$")
# words about an order or a direction: exchanging what stands around them changes the sense
_LISTED = re.compile(r"[、,，;；:：>＞<＜=—]")
_ORDERED = re.compile(r"[到于为与而先后由从被使令比致决影引→不高低前促抑]")


def bare(text: str) -> str:
    """Letters, digits and Chinese characters alone, in lower case."""
    return _BARE.sub("", fold(text)).lower()


def content(text: str) -> str:
    """Letters, digits and characters but particles and `比较` before an adjective."""
    return _EMPTY.sub(
        lambda found: "较" if found.group() == "比较" else "", _BARE.sub("", fold(text))
    )


def number(text: str) -> tuple[float, str] | None:
    """The number that an option is, with its unit: 25% is 0.25; None where it is no number."""
    folded = fold(text).strip()
    if part := _PART.match(folded):
        low, high = (_chinese(one) for one in part.groups())
        return (high / low, "") if low and high else None
    if folded == "一半":
        return 0.5, ""
    if tenths := _TENTHS.match(folded):
        return _DIGITS[tenths.group(1)] / 10, ""
    if found := _NUMBER.match(folded):
        value, below, percent, unit = found.groups()
        whole = float(value) / (float(below) if below and float(below) else 1)
        return (whole / 100 if percent else whole), unit.strip()
    if (spelt := _CHINESE.match(folded)) and len(folded) <= spelt.end() + 2:
        value_ = _chinese(spelt.group(1))
        return (float(value_), folded[spelt.end() :]) if value_ is not None else None
    return None


def readings(text: str) -> list[float]:
    """What a computed result may be where an option is a number: 5% is 5 or 0.05."""
    found = number(text)
    if not found:
        return []
    return [found[0], found[0] * 100] if "%" in fold(text) else [found[0]]


def same(options: Sequence[str]) -> tuple[str, str] | None:
    """Two options that say the same: one number, or one text but for particles."""
    for one, two in combinations(options, 2):
        left, right = number(one), number(two)
        if left and right:
            if abs(left[0] - right[0]) < 1e-9 and left[1] == right[1]:
                return one, two
        elif content(one) in (content(two), core(two)) or content(two) == core(one):
            return one, two
    return None


def shuffled(options: Sequence[str]) -> tuple[str, str] | None:
    """Two options of the same characters in another order, where no word of order is among them."""
    for one, two in combinations(options, 2):
        left, right = content(one), content(two)
        if _LISTED.search(one):  # an order, or a clause after a clause
            continue
        if len(left) >= 4 and sorted(left) == sorted(right) and not _ORDERED.search(left):
            return one, two
    return None


def core(text: str) -> str:
    """The content without a remark in brackets and without a noun that only says what it is."""
    return _KIND.sub("", content(_REMARK.sub("", fold(text)))) or content(text)


def _chinese(text: str) -> int | None:
    if "十" not in text:
        return _DIGITS.get(text)
    tens, _, ones = text.partition("十")
    return 10 * (_DIGITS[tens] if tens else 1) + (_DIGITS[ones] if ones else 0)
