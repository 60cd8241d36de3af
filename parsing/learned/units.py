"""A page's text as units for labelling: label words, runs of Chinese, numbers, letters, signs.

What a page has glued together is taken apart where the page itself shows the seam: words that begin
or end several of its runs, a heading's ordinal, the next question's number behind an option's.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, zip_longest
from typing import NamedTuple

from parsing import words
from parsing.records import ALPHABET

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
_ENDS: dict[str, list[str]] = {}  # by a word's first character, the longest first
for _word in sorted(set(_WORDS), key=len, reverse=True):
    _ENDS.setdefault(_word[0], []).append(_word[1:])
_WORD = "|".join([*(f"{first}(?:{'|'.join(ends)})" for first, ends in _ENDS.items()), _SINGLE])
_LATIN = r"[A-Za-z]{2,}(?=[A-H]\s?[.、:)])|[A-Za-z]{3,}|[A-Za-z]{2}(?![.、:)])"
_WORD += r"|[一二三四五六七八九十]{1,2}(?=[、.])"
# characters that can begin a word, and the Chinese ones between them: a quick way over these
_FIRSTS = "".join(sorted(set(_ENDS) | set("第题分答解问选对错一二三四五六七八九十")))
_BOUNDS = pairwise(["\u33ff", *_FIRSTS, "\ua000"])
_OTHERS = "".join(f"{chr(ord(a) + 1)}-{chr(ord(b) - 1)}" for a, b in _BOUNDS if ord(b) > ord(a) + 1)
_UNIT = re.compile(
    rf"(?P<han>(?:[{_OTHERS}]+|(?!{_WORD})[{_FIRSTS}])+)|(?P<word>{_WORD})"
    rf"|(?P<break>\n)|(?P<blank> +)|(?P<number>[0-9]+)|(?P<latin>{_LATIN})|(?P<letter>[A-Za-z])"
    r"|(?P<sign>.)",
    re.DOTALL,
)
_OFTEN = 3  # runs that begin or end alike: no chance, but a word of the page's layout
_AFFIX = (4, 3, 2)  # characters of such a word, the longest first
_POINT = tuple("、.,:)")  # what stands behind a question's number
# stretches that no unit goes beyond: words are of Chinese characters alone
_APART = re.compile(r"[\u3400-\u9fff]+|[A-Za-z]+|[0-9]+|[\n.,:;?()、。\[\]【】“”√_]")
EDGE = "|"  # before the first unit and behind the last
_RUNS = (2, 4, 9, 20)  # characters of a run of Chinese, bounds of its classes
_RUN_SIGNS = ("H0", "H1", "H2", "H3", "H4")


class Unit(NamedTuple):
    """A stretch of a text. Kinds: break, blank, number, latin, letter, word, han, sign."""

    start: int
    end: int
    kind: str
    text: str


def fewest(text: str) -> int:
    """How many units a folded text has at least, counted in a fraction of the time."""
    return len(_APART.findall(text))


def units(text: str, most: int | None = None) -> list[Unit]:
    """The units of a folded text, in order; together they are the text. None of one with more than
    `most`.
    """
    found = list(islice(_UNIT.finditer(text), None if most is None else most + 1))
    runs = [one[0] for one in found if one.lastgroup == "han"]
    seams = _seams(set(runs))
    if most is not None and len(found) + sum(len(seams[run]) - 2 for run in runs) > most:
        return []
    return list(_counted(_cut(found, seams)))


def _seams(runs: set[str]) -> dict[str, list[int]]:
    """Where runs of Chinese are cut, their ends among it: behind a beginning and before an end that
    several of them share.
    """
    sizes = [(run, n) for run in runs for n in _AFFIX if n < len(run)]
    heads, tails = Counter([run[:n] for run, n in sizes]), Counter([run[-n:] for run, n in sizes])
    out = {}
    for run in runs:
        size = len(run)
        head = next((n for n in _AFFIX if n < size and heads[run[:n]] >= _OFTEN), 0)
        tail = next((n for n in _AFFIX if n < size and tails[run[-n:]] >= _OFTEN), 0)
        out[run] = sorted({0, head, size - tail, size})
    return out


def _cut(found: Iterable[re.Match[str]], seams: dict[str, list[int]]) -> Iterator[Unit]:
    """Units, runs of Chinese in pieces."""
    for one in found:
        text, kind, start = one[0], one.lastgroup or "sign", one.start()
        if kind == "han" and len(at := seams[text]) > 2:
            for a, b in pairwise(at):
                yield Unit(start + a, start + b, kind, text[a:b])
        else:
            yield Unit(start, one.end(), kind, text)


def _counted(parts: Iterable[Unit]) -> Iterator[Unit]:
    """Numbers cut where the next question's number is glued to what stands before: 125|5、"""
    row = list(parts)
    last = 0
    for unit, after in zip_longest(row, row[1:]):
        if unit.kind != "number" or after is None or after.text not in _POINT:
            yield unit
            continue
        following, at = str(last + 1), unit.end
        if last and unit.text != following and unit.text.endswith(following):
            at -= len(following)
            yield Unit(unit.start, at, "number", unit.text[: -len(following)])
            yield Unit(at, unit.end, "number", following)
            last += 1
            continue
        if len(unit.text) < 4 and (int(unit.text) == last + 1 or not last):
            last = int(unit.text)
        yield unit


def grade(value: int, bounds: Sequence[int]) -> int:
    """How many of the bounds a value reaches."""
    return bisect_right(bounds, value)


def _sign(unit: Unit) -> str:
    """A unit without its text, where that is a word of the page's subject."""
    start, end, kind, text = unit
    if kind == "han":
        return _RUN_SIGNS[grade(end - start, _RUNS)]
    if kind == "letter":
        return text.upper() if text.upper() in tuple(ALPHABET) else "l"
    if kind == "blank":
        return "␣" if end - start < 3 else "␣␣"
    if kind == "number":
        return f"D{min(end - start, 3)}"
    return {"break": "⏎", "latin": "LAT"}.get(kind, text)


@dataclass
class Line:
    """A line: its first units as signs, its length, its last character, its place."""

    shape: str = ""
    length: int = 0
    last: str = ""
    text: str = ""
    before: int = -1  # the line with text before it
    after: int = -1


class Page:
    """Units with their lines, and how often each shape of line recurs."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self.units = units
        self.signs = [_sign(unit) for unit in units]
        self.line_of: list[int] = []
        self.place: list[int] = []  # of a unit on its line
        rows: list[list[int]] = [[]]
        for i, unit in enumerate(units):
            self.line_of.append(len(rows) - 1)
            self.place.append(len(rows[-1]))
            if unit.kind == "break":
                rows.append([])
            else:
                rows[-1].append(i)
        self.lines = [self._line([i for i in row if units[i].kind != "blank"]) for row in rows]
        filled = [n for n, line in enumerate(self.lines) if line.length]
        for a, b in pairwise(filled):
            self.lines[a].after, self.lines[b].before = b, a
        self.shapes = Counter(line.shape for line in self.lines)
        self.texts = Counter(line.text for line in self.lines)

    def _line(self, body: list[int]) -> Line:
        """The line of some units."""
        if not body:
            return Line()
        length = self.units[body[-1]].end - self.units[body[0]].start
        shape = "".join("H" if self.signs[i][0] == "H" else self.signs[i] for i in body[:4])
        text = "".join(self.units[i].text for i in body)
        return Line(shape, length, text[-1], text)

    def sign(self, i: int) -> str:
        """A unit's sign, the edge's outside."""
        return self.signs[i] if 0 <= i < len(self.signs) else EDGE

    def shape(self, line: int, *, short: bool = False) -> str:
        """The first signs of a line, the edge's outside."""
        shape = self.lines[line].shape if line >= 0 else EDGE
        return shape[:3] if short else shape
