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
RELATION = re.compile(r"[<>=≤≥≠→←↑↓＜＞＝]")  # what stands between is compared, not the texts
_NEUTRAL = re.compile(
    r"[的地得了着过之其所都均皆各也很较更最会能可要应该将及同对于在里者们个种些就即被使让把等征取获到予给进行加以作做出来去]"
)
_WRITTEN = re.compile(r"[\dA-Za-z]")
_ALSO = re.compile(
    r"([一-鿿]{2,10})(?:又称|又叫|也称|也叫|亦称|或称|又名|简称|即|也就是)[为作是]?[“\"《]?([一-鿿]{2,10})"
)
_CHINESE = re.compile(r"^([一二三四五六七八九两]?十[一二三四五六七八九]?|[零一二三四五六七八九两])")
_TENTHS = re.compile(r"^([一二三四五六七八九])成$")
_PART = re.compile(r"^([一二三四五六七八九十]+)分之([一二三四五六七八九十]+)$")
_NUMBER = re.compile(r"^[约≈+]?(-?\d+(?:\.\d+)?)\s*(?:/\s*(\d+(?:\.\d+)?))?\s*(%?)(\D{0,6})$")
# words about an order or a direction: exchanging what stands around them changes the sense
# units that can be told in another: seconds or months, metres, grams
_UNITS = {
    "毫秒": ("秒", 0.001), "秒": ("秒", 1), "秒钟": ("秒", 1), "分钟": ("秒", 60),
    "小时": ("秒", 3600),
    "天": ("秒", 86400), "日": ("秒", 86400), "周": ("秒", 604800), "星期": ("秒", 604800),
    "毫米": ("米", 0.001), "厘米": ("米", 0.01), "米": ("米", 1), "千米": ("米", 1000),
    "公里": ("米", 1000), "毫克": ("克", 0.001), "克": ("克", 1), "千克": ("克", 1000),
    "公斤": ("克", 1000), "个月": ("月", 1), "月": ("月", 1), "年": ("月", 12),
}  # fmt: skip
_HALF = re.compile(r"^半个?(小时|天|月|年)$")
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
        left, right = _measure(one), _measure(two)
        if left and right:
            if abs(left[0] - right[0]) < 1e-9 and left[1] == right[1]:
                return one, two
        elif RELATION.search(one):
            continue
        elif content(one) in (content(two), core(two)) or content(two) == core(one):
            return one, two
    return None


def _measure(text: str) -> tuple[float, str] | None:
    """The number that an option is, with times, lengths and weights each told in one unit."""
    half = _HALF.match(fold(text).strip())
    found = (0.5, half.group(1)) if half else number(text)
    if not found or found[1] not in _UNITS:
        return found
    unit, times = _UNITS[found[1]]
    return found[0] * times, unit


def shuffled(options: Sequence[str]) -> tuple[str, str] | None:
    """Two options of the same characters in another order, where no word of order is among them."""
    for one, two in combinations(options, 2):
        left, right = content(one), content(two)
        if _LISTED.search(one) or RELATION.search(one):  # an order, or a clause after a clause
            continue
        if len(left) >= 4 and sorted(left) == sorted(right) and not _ORDERED.search(left):
            return one, two
    return None


def reworded(options: Sequence[str]) -> tuple[str, str] | None:
    """Two options that differ in characters which add nothing (征得同意, 得到同意)."""
    for one, two in combinations(options, 2):
        left, right = content(one), content(two)
        if left == right or min(len(left), len(right)) < 4:
            continue
        if _WRITTEN.search(left) or RELATION.search(one):
            continue
        plain = _NEUTRAL.sub("", left)
        if len(plain) >= 2 and plain == _NEUTRAL.sub("", right):
            return one, two
    return None


def called_one(options: Sequence[str], text: str) -> tuple[str, str] | None:
    """Two options that a text calls one thing: 感觉记忆又称瞬时记忆."""
    for left, right in _ALSO.findall(fold(text)):
        ends = [option for option in options if len(content(option)) >= 2]
        firsts = [option for option in ends if left.endswith(content(option))]
        others = [option for option in ends if right.startswith(content(option))]
        pairs = ((one, two) for one in firsts for two in others if one != two)
        if found := next(pairs, None):
            return found
    return None


def core(text: str) -> str:
    """The content without a remark in brackets and without a noun that only says what it is."""
    return _KIND.sub("", content(_REMARK.sub("", fold(text)))) or content(text)


def own_grams(option: str, others: Sequence[str]) -> set[str]:
    """The pairs of characters that only this option has; its characters, where it has none."""
    own, rest = content(option), [content(other) for other in others]
    pairs = {own[i : i + 2] for i in range(len(own) - 1)}
    pairs -= {other[i : i + 2] for other in rest for i in range(len(other) - 1)}
    return pairs or set(own) - set("".join(rest)) or {own}


def _chinese(text: str) -> int | None:
    if "十" not in text:
        return _DIGITS.get(text)
    tens, _, ones = text.partition("十")
    return 10 * (_DIGITS[tens] if tens else 1) + (_DIGITS[ones] if ones else 0)
