"""A page's text as units for labelling: label words, runs of Chinese, numbers, letters, signs.

What a page has glued together is taken apart where the page itself shows the seam: words that begin
or end several of its runs, a heading's ordinal, the next question's number behind an option's.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest
from typing import NamedTuple

from parsing import words

_TYPES = (
    *("判断题", "单选题", "单项选择题", "多选题", "多项选择题", "选择题", "简答题", "论述题"),
    *("名词解释", "填空题"),
)
_WORDS = (
    *words.ANSWER,
    *words.EXPLANATION,
    *_TYPES,
    *("答案解析", "试题解析", "本题考查", "我的答案", "你的答案", "您的答案", "学生答案"),
    *("正解", "选项", "正确", "错误", "案例", "材料", "题目", "难度", "来源", "收藏", "纠错"),
    *("考点", "知识点", "分析", "点击", "显示", "查看", "得分", "分值", "故选", "不正确"),
)
# words of one character, only where their neighbours show that they are no part of a sentence
_SINGLE = (
    r"第(?=\s?\d)|(?<=\d)[题分]|(?<=[\[(【\n])[答解问题](?=[\])】:])|(?<=\n)[答解问题](?=:)"
    r"|选(?=\s?[A-H])|(?<=[\[(【\s:])[对错](?=[\])】\s]|\Z)"
)
_WORD = "|".join([*sorted(set(_WORDS), key=lambda word: (-len(word), word)), _SINGLE])
_LATIN = r"[A-Za-z]{2,}(?=[A-H]\s?[.、:)])|[A-Za-z]{3,}|[A-Za-z]{2}(?![.、:)])"
_ORDINAL = r"[一二三四五六七八九十]{1,2}(?=[、.])"
_UNIT = re.compile(
    rf"(?P<break>\n)|(?P<blank> +)|(?P<number>[0-9]+)|(?P<latin>{_LATIN})|(?P<letter>[A-Za-z])"
    rf"|(?P<word>{_WORD}|{_ORDINAL})|(?P<han>[\u3400-\u9fff])|(?P<sign>.)",
    re.DOTALL,
)
_OFTEN = 3  # runs that begin or end alike: no chance, but a word of the page's layout
_AFFIX = (4, 3, 2)  # characters of such a word, the longest first
_POINT = tuple("、.,:)")  # what stands behind a question's number
# stretches that no unit goes beyond: words are of Chinese characters alone
_APART = re.compile(r"[\u3400-\u9fff]+|[A-Za-z]+|[0-9]+|[\n.,:;?()、。\[\]【】“”√_]")
LETTERS = "ABCDEFGH"
EDGE = "|"  # before the first unit and behind the last
_RUNS = (2, 4, 9, 20)  # characters of a run of Chinese, bounds of its classes


class Unit(NamedTuple):
    """A stretch of a text. Kinds: break, blank, number, latin, letter, word, han, sign."""

    start: int
    end: int
    kind: str
    text: str


def fewest(text: str) -> int:
    """How many units a folded text has at least, counted in a fraction of the time."""
    return len(_APART.findall(text))


def units(text: str) -> list[Unit]:
    """The units of a folded text, in order; together they are the text."""
    whole = _joined(text)
    return list(_counted(_seams(whole)))


def _joined(text: str) -> list[Unit]:
    """Units with every run of Chinese in one."""
    out: list[Unit] = []
    for found in _UNIT.finditer(text):
        kind = found.lastgroup or "sign"
        if kind == "han" and out and out[-1].kind == "han":
            start = out[-1].start
            out[-1] = Unit(start, found.end(), "han", text[start : found.end()])
        else:
            out.append(Unit(found.start(), found.end(), kind, found[0]))
    return out


def _seams(whole: Sequence[Unit]) -> Iterator[Unit]:
    """Runs of Chinese cut behind a beginning and before an end that several of them share."""
    runs = {unit.text for unit in whole if unit.kind == "han"}
    heads, tails = _shared(runs, 0), _shared(runs, -1)
    for unit in whole:
        if unit.kind != "han":
            yield unit
            continue
        text, size = unit.text, len(unit.text)
        cuts = {0, size}
        cuts.update([n for n in _AFFIX if n < size and text[:n] in heads][:1])
        cuts.update([size - n for n in _AFFIX if n < size and text[-n:] in tails][:1])
        for a, b in pairwise(sorted(cuts)):
            yield Unit(unit.start + a, unit.start + b, "han", unit.text[a:b])


def _shared(runs: Iterable[str], side: int) -> set[str]:
    """Beginnings (side 0) or ends (-1) of so many runs that they are a page's own words."""
    count: Counter[str] = Counter()
    for run in runs:
        count.update(run[:n] if side == 0 else run[-n:] for n in _AFFIX if n < len(run))
    return {word for word, often in count.items() if often >= _OFTEN}


def _counted(parts: Iterable[Unit]) -> Iterator[Unit]:
    """Numbers cut where the next question's number is glued to what stands before: 125|5、"""
    row = list(parts)
    last = 0
    for unit, after in zip_longest(row, row[1:]):
        if unit.kind != "number" or after is None or after.text not in _POINT:
            yield unit
            continue
        following = str(last + 1)
        if unit.text != following and unit.text.endswith(following) and last:
            at = unit.end - len(following)
            yield Unit(unit.start, at, "number", unit.text[: -len(following)])
            yield Unit(at, unit.end, "number", following)
            last += 1
        else:
            yield unit
            if len(unit.text) < 4 and (int(unit.text) == last + 1 or not last):
                last = int(unit.text)


def grade(value: int, bounds: Sequence[int]) -> int:
    """How many of the bounds a value reaches."""
    return bisect_right(bounds, value)


def _sign(unit: Unit) -> str:
    """A unit without its text, where that is a word of the page's subject."""
    size = unit.end - unit.start
    named = {
        "break": "⏎",
        "blank": "␣" if size < 3 else "␣␣",
        "number": f"D{min(size, 3)}",
        "letter": unit.text.upper() if unit.text.upper() in tuple(LETTERS) else "l",
        "latin": "LAT",
        "han": f"H{grade(size, _RUNS)}",
    }
    return named.get(unit.kind, unit.text)


@dataclass
class Line:
    """A line: its first units as signs, its length, its last character, its place."""

    shape: str = ""
    length: int = 0
    last: str = ""
    text: str = ""
    before: int = -1  # the line with text before it
    after: int = -1


@dataclass
class Page:
    """Units with their lines, and how often each shape of line recurs."""

    units: Sequence[Unit]
    signs: list[str] = field(init=False)
    lines: list[Line] = field(init=False)
    line_of: list[int] = field(init=False)
    place: list[int] = field(init=False)  # of a unit on its line

    def __post_init__(self) -> None:
        self.signs = [_sign(unit) for unit in self.units]
        self.line_of, self.place, rows = [], [], [[]]  # type: ignore[var-annotated]
        for i, unit in enumerate(self.units):
            self.line_of.append(len(rows) - 1)
            self.place.append(len(rows[-1]))
            if unit.kind == "break":
                rows.append([])
            else:
                rows[-1].append(i)
        self.lines = [self._make(row) for row in rows]
        filled = [n for n, line in enumerate(self.lines) if line.length]
        for a, b in pairwise(filled):
            self.lines[a].after, self.lines[b].before = b, a
        self.shapes = Counter(line.shape for line in self.lines)
        self.texts = Counter(line.text for line in self.lines)

    def _make(self, row: list[int]) -> Line:
        body = [i for i in row if self.units[i].kind != "blank"]
        if not body:
            return Line()
        first, last = self.units[body[0]], self.units[body[-1]]
        shape = "".join("H" if self.signs[i][0] == "H" else self.signs[i] for i in body[:4])
        text = "".join(self.units[i].text for i in body)
        return Line(shape, last.end - first.start, last.text[-1], text)

    def sign(self, i: int) -> str:
        """A unit's sign, the edge's outside."""
        return self.signs[i] if 0 <= i < len(self.signs) else EDGE

    def shape(self, line: int, *, short: bool = False) -> str:
        """The first signs of a line, the edge's outside."""
        shape = self.lines[line].shape if line >= 0 else EDGE
        return shape[:3] if short else shape
