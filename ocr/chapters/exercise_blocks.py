"""Exercises behind the chapters of a textbook, whose names stand in the key alone.

复习与思考⏎一、…二、… comes again and again, and the key says 第四章⏎一、… 第五章⏎一、…: the
blocks of the body get the names of those of the key, in order. Running text of the chapters
between blocks is no question's.
"""

import re
from collections.abc import Mapping, Sequence

from ocr.habits.headings import is_heading
from ocr.habits.plain import flat

FEWEST = 2  # blocks
RULE = "running_text"
_NAME = r"第[一二三四五六七八九十百\d]{1,4}(?:章|节|单元|课|讲|篇|编|部分)"
PUT = re.compile(_NAME)  # what is put above a block: no text of its page
_NAMED = re.compile(rf"^\s*(?P<name>{_NAME})(?![、，。的])[^。?:]{{0,20}}$")
_TITLE = re.compile(
    r"^\s*(?:复习与?思考题?|思考与(?:练习|复习)|练习与思考|思考题|(?:本章|课后|章节|同步|巩固)?(?:习题|练习题?)"
    r"|(?:自我)?(?:测试|检测)题?|自测题?)\s*[一二三四五六七八九十\d]{0,3}\s*$"
)
_KEY = re.compile(r"^\W{0,3}\S{0,10}答\s?案\S{0,8}$")
_FIRST = re.compile(r"^\s*[(]?\s*一\s*[)]?\s*[、.]")
_NUMBERED = re.compile(
    r"^\s*[(\[【]?\s*\d{1,3}\s*[)\]】.、]|^\s*[(\[]?[A-H]\s*[.、)\]]|^\s*[一二三四五六七八九十]{1,3}\s*、"
)
_ENDED = re.compile(r"[。?!.)]\s*$")
Line = tuple[int, str]


def named(lines: Sequence[Line]) -> list[Line]:
    """The lines with a chapter's name above each block of body and key, where the body has none."""
    plain = [flat(text) for _, text in lines]
    key = max((at for at, text in enumerate(plain) if _KEY.match(text)), default=None)
    if key is None:
        return list(lines)
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


def running_text(said: Mapping[int, str], pages: Mapping[int, int]) -> dict[int, str]:
    """The rule by the places of prose that begins a page, and of the exercises' title below it."""
    places = list(pages)
    plain = [flat(said[at]) for at in places]
    titles = [i for i, text in enumerate(plain) if _TITLE.match(text)]
    if len(titles) < FEWEST:
        return {}
    found: dict[int, str] = {}
    other = [
        bool(_NUMBERED.match(text) or _NAMED.match(text)) or is_heading(said[at])
        for at, text in zip(places, plain, strict=True)
    ]
    for title in titles[1:]:
        first = title
        while first and not other[first - 1]:
            first -= 1
        if not first or not _ENDED.search(plain[first - 1]) or _NAMED.match(plain[first - 1]):
            continue
        above = pages[places[first - 1]]
        found |= {at: RULE for at in places[first : title + 1] if pages[at] > above}
    return found
