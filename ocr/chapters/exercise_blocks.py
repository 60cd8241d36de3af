"""Exercises of a textbook, named in the key alone, and the short lessons between."""

import re
from collections.abc import Mapping, Sequence

from ocr.habits.headings import flat, is_heading, over_key

FEWEST = 2  # blocks
_NAME = r"第[一二三四五六七八九十百\d]{1,4}(?:章|节|单元|课|讲|篇|编|部分)"
PUT = re.compile(_NAME)  # what is put above a block: no text of its page
_NAMED = re.compile(rf"^\s*(?P<name>{_NAME})(?![、，。的])[^。?:]{{0,20}}$")
_FIRST = re.compile(r"^\s*[(]?\s*一\s*[)]?\s*[、.]")
_ITEM = (
    r"\s*(?:[(\[【]?\s*\d{1,3}\s*[)\]】.、]|[(\[]?[A-H]\s*[.、)\]]"
    r"|[一二三四五六七八九十]{1,3}\s*、)"
)
Line = tuple[int, str]
FEW = 2  # lessons that make it a habit of the chapter
MOST = 6  # paragraphs of a lesson
LESSON = "lesson"
_LESSON_TITLE = re.compile(
    r"^\s*[【\[]?\s*(?:考点|知识点|要点|知识清单|考点聚焦)\s*[\d一二三四五六七八九十]{1,3}\s*[】\]]?[^。?？:：]{2,24}$"
)
_OTHER = re.compile(rf"{_ITEM}|\s*(?:例\s?\d|【|.{{0,8}}答案|.{{0,10}}(?:练习|训练|演练|题)\s*$)")


def named(lines: Sequence[Line]) -> list[Line]:
    """The lines with a chapter's name above each block of body and key, where the body has none."""
    plain = [flat(text) for _, text in lines]
    key = max((at for at, text in enumerate(plain) if over_key(text)), default=-1)
    firsts = [at for at, text in enumerate(plain) if _FIRST.match(text) and is_heading(text)]
    asked, told = [at for at in firsts if at < key], [at for at in firsts if at > key]
    names = [_NAMED.match(plain[at - 1]) for at in told]
    if not FEWEST <= len(asked) == len(told) or not all(names):
        return list(lines)
    if sum(_NAMED.match(text) is not None for text in plain[:key]) >= len(asked):
        return list(lines)
    above = {at: name["name"] for at, name in zip(asked, names, strict=True) if name}
    found: list[Line] = []
    for at, (place, text) in enumerate(lines):
        if at in above:
            found.append((place, above[at]))
        if at >= key or not _NAMED.match(plain[at]):
            found.append((place, text))
    return found


def lessons(said: Mapping[int, str], places: Sequence[int]) -> dict[int, str]:
    """The rule `lesson` by the places of titles of lessons and of the prose below them."""
    plain = [flat(said[at]) for at in places]
    titles = [i for i, text in enumerate(plain) if _LESSON_TITLE.match(text)]
    if len(titles) < FEW:
        return {}
    found: dict[int, str] = {}
    for first in titles:
        end = first + 1
        while end < min(len(plain), first + 1 + MOST) and not (
            _OTHER.match(plain[end]) or is_heading(said[places[end]]) or end in titles
        ):
            end += 1
        found |= dict.fromkeys(places[first:end], LESSON)
    return found
