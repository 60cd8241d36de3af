"""Options of a question → two that say the same in other words, or that both hold.

Words and names that mean the same stand in `synonyms.toml`.
"""

import re
from collections.abc import Sequence
from itertools import combinations

from cpsyexam.text import fold
from generation.normal import normal
from generation.options import RELATION, content, number

_BOUND = re.compile(
    r"^(大于|高于|多于|超过|不小于|不低于|不少于|至少|小于|低于|少于|不足|不大于|不高于|不超过|至多|等于|是|为|约)?(.+)$"
)
_RANGE = re.compile(
    r"^(\d+(?:\.\d+)?)\D{0,3}?\s*(?:[-~–—～至到])+\s*(\d+(?:\.\d+)?)(\D{0,3}?)(?:之间|左右)?$"
)
_ABOUT = re.compile(r"^(?:大约|约|大概)|(?:左右|上下)$")
_RATIO = re.compile(r"之比|比[值率]|的(?:比|商|差)(?![较赛如分异距])|相[除减]")
_OVER, _FROM = {"大于", "高于", "多于", "超过"}, {"不小于", "不低于", "不少于", "至少"}
_UNDER, _TO = {"小于", "低于", "少于", "不足"}, {"不大于", "不高于", "不超过", "至多"}


def synonymous(options: Sequence[str], asked: str = "") -> tuple[str, str] | None:
    """Two options that are one text once synonyms are made one (更好, 更佳).

    None where a ratio or a difference is asked for: what stands first counts there.
    """
    if _RATIO.search(fold(asked)):
        return None
    said = [(option, normal(option)) for option in options]
    for (one, left), (two, right) in combinations(said, 2):
        if left == right and content(one) != content(two) and not RELATION.search(one):
            return one, two
    return None


def holds_too(right: str, wrong: Sequence[str]) -> str:
    """A wrong option that holds of the right one's number; "" for none.

    大于14 holds beside 等于15, and 45～60分钟 beside 50分钟.
    """
    if other := next((option for option in wrong if _around(right, option)), ""):
        return other
    value = _bound(right)
    if not value or value[0] not in ("", "等于", "是", "为"):
        return ""
    bounds = ((option, _bound(option)) for option in wrong)
    return next((option for option, found in bounds if found and _within(value[1], *found)), "")


def _around(one: str, two: str) -> bool:
    """Whether one option is a range and the other a number well within it."""
    for range_, number_ in ((one, two), (two, one)):
        ends = _RANGE.match(fold(range_).strip())
        value = number(_ABOUT.sub("", fold(number_).strip()))
        if ends and value and float(ends.group(1)) < value[0] < float(ends.group(2)):
            return value[1] == ends.group(3).strip()
    return False


def _bound(option: str) -> tuple[str, float] | None:
    match = _BOUND.match(fold(option).strip())
    found = number(match.group(2)) if match else None
    return (match.group(1) or "", found[0]) if match and found else None


def _within(value: float, word: str, bound: float) -> bool:
    return (
        (word in _OVER and value > bound)
        or (word in _FROM and value >= bound)
        or (word in _UNDER and value < bound)
        or (word in _TO and value <= bound)
    )
