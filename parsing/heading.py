"""A heading found in a text."""

import re
from dataclasses import dataclass

HAN = "一二三四五六七八九十"


@dataclass(frozen=True)
class Heading:
    """Something headed; `start`, `end` span the heading's own words in the sheet."""

    kind: str  # chapter | section | key | material
    start: int
    end: int
    label: str = ""  # 一, 第三章, 案例二
    format: str = ""
    choice: bool = False  # a section of 选择题 of untold type
    first: int = 0  # stated range of numbers, 0 = none
    last: int = 0
    count: int = 0  # stated number of questions
    keyed: bool = False  # a key's entries follow on the line


def ordinal(enum: str) -> str:
    """The bare ordinal of an enumerator: 三 of （三）."""
    return re.sub(rf"[^{HAN}\dIVXⅠ-Ⅶ]", "", enum)
