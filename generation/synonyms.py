"""Options of a question → two that say the same in other words, or that both hold.

Words and names that mean the same stand in `synonyms.toml`.
"""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations

from cpsyexam.text import fold
from generation.options import RELATION, content, number

_BOUND = re.compile(
    r"^(大于|高于|多于|超过|不小于|不低于|不少于|至少|小于|低于|少于|不足|不大于|不高于|不超过|至多|等于|是|为|约)?(.+)$"
)
_OVER, _FROM = {"大于", "高于", "多于", "超过"}, {"不小于", "不低于", "不少于", "至少"}
_UNDER, _TO = {"小于", "低于", "少于", "不足"}, {"不大于", "不高于", "不超过", "至多"}


def synonymous(options: Sequence[str]) -> tuple[str, str] | None:
    """Two options that are one text once synonyms are made one (更好, 更佳)."""
    said = [(option, _one(content(option))) for option in options]
    for (one, left), (two, right) in combinations(said, 2):
        if left == right and content(one) != content(two) and not RELATION.search(one):
            return one, two
    return None


def holds_too(right: str, wrong: Sequence[str]) -> str:
    """A wrong option that holds of the right one's number: 大于14 beside 等于15; "" for none."""
    value = _bound(right)
    if not value or value[0] not in ("", "等于", "是", "为"):
        return ""
    bounds = ((option, _bound(option)) for option in wrong)
    return next((option for option, found in bounds if found and _within(value[1], *found)), "")


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


@cache
def _table() -> tuple[re.Pattern[str], dict[str, str]]:
    data = tomllib.loads(files("generation").joinpath("synonyms.toml").read_text("utf-8"))
    rows = [*data["words"], *data["names"]]
    first = {content(word): content(row[0]) for row in rows for word in row}
    longest = sorted(first, key=lambda word: (-len(word), word))
    return re.compile("|".join(map(re.escape, longest))), first


def _one(text: str) -> str:
    pattern, first = _table()
    return pattern.sub(lambda match: first[match.group()], text)
