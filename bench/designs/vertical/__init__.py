"""Old book set in upright lines from the right, numbers 一 二 三, options 甲 乙 丙 丁."""

import re
from dataclasses import replace

from bench.designs.bank import Draw, Question
from bench.designs.model import Chapter, Design, Item, Section, Volume, chapter

LINE = 36  # characters of an upright line
LINES = 13  # upright lines of a page
ASCII = re.compile(r"[A-Za-z0-9]")
STEMS = "甲乙丙丁戊"


def numeral(count: int) -> str:
    """1 … 99 as 一 … 九十九."""
    digits = "〇一二三四五六七八九"
    tens, ones = divmod(count, 10)
    head = "" if not tens else "十" if tens == 1 else digits[tens] + "十"
    return head + (digits[ones] if ones or not tens else "")


def _fit(q: Question) -> bool:
    texts = (q.stem, *q.options)
    return len(q.options) == 4 and not any(ASCII.search(t) for t in texts) and len(q.stem) < 70


def _lines(item: Item) -> int:
    run = sum(len(text) + 3 for text in item.options)
    return -(-(len(item.stem) + 4) // LINE) + -(-(run + 2) // LINE)


def _pages(items: list[Item]) -> list[list[Item]]:
    found: list[list[Item]] = [[]]
    room = LINES - 4
    for item in items:
        room -= _lines(item)
        if room < 0:
            found.append([])
            room = LINES - 1 - _lines(item)
        found[-1].append(item)
    return found


def _compose(draw: Draw) -> Volume:
    said = chapter(
        "第九章　学习心理",
        ("TQE", "小学教师心理学"),
        [("选择题", draw.take("SCQ", 22, subject="小学教师心理学", fit=_fit))],
        say=lambda a: "".join(STEMS["ABCDE".index(letter)] for letter in a),
    )
    items = tuple(replace(item, number=numeral(int(item.number))) for item in said.items)
    whole = Chapter(said.title, said.exam, said.subject, (Section("选择题", items),))
    return Volume("教育心理问答", (whole,), {"pages": _pages(list(items)), "stems": STEMS})


DESIGN = Design(
    "vertical",
    "old book in upright lines from right to left, options 甲乙丙丁",
    _compose,
    wears=("flatbed", "copy", "photo"),
)
