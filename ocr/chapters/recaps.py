"""Short lessons between exercises: 考点2 学习的理论, and the prose below it, are no question."""

import re
from collections.abc import Mapping, Sequence

from ocr.habits.headings import is_heading
from ocr.habits.plain import flat

FEW = 2  # lessons that make it a habit of the chapter
MOST = 6  # paragraphs of a lesson
RULE = "lesson"
_TITLE = re.compile(
    r"^\s*[【\[]?\s*(?:考点|知识点|要点|知识清单|考点聚焦)\s*[\d一二三四五六七八九十]{1,3}\s*[】\]]?[^。?？:：]{2,24}$"
)
_OTHER = re.compile(
    r"^\s*(?:[(\[【]?\s*\d{1,3}\s*[)\]】.、]|[(\[]?[A-H]\s*[.、)\]]|例\s?\d|[一二三四五六七八九十]{1,3}\s*、"
    r"|【|.{0,8}答案|.{0,10}(?:练习|训练|演练|题)\s*$)"
)


def lessons(said: Mapping[int, str], places: Sequence[int]) -> dict[int, str]:
    """The rule `lesson` by the places of titles of lessons and of the prose below them."""
    plain = [flat(said[at]) for at in places]
    titles = [i for i, text in enumerate(plain) if _TITLE.match(text)]
    if len(titles) < FEW:
        return {}
    found: dict[int, str] = {}
    for first in titles:
        end = first + 1
        while end < min(len(plain), first + 1 + MOST) and not (
            _OTHER.match(plain[end]) or is_heading(said[places[end]]) or end in titles
        ):
            end += 1
        found |= dict.fromkeys(places[first:end], RULE)
    return found
