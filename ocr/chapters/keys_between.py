"""Keys between the questions of a chapter whose numbers go on: after each page, slide or card.

Each answers the questions since the one before it. They go below the last question, as one key:
whoever reads on after a key cannot tell its last entry from the next question.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ocr.habits.headings import is_heading
from ocr.habits.plain import flat

FEW = 2  # such keys that make a habit
HEAD = "参考答案"
_HEADING = re.compile(
    r"^\W{0,3}(?:本页|本节|本课)?(?:参考|标准|正确)?答\s?案(?:[与及和、]?解析)?\W{0,3}$"
)
_NUMBER = re.compile(r"^\s*(\d{1,3})\s*[.、](?!\d)\s*(.?)")
_TAGGED = re.compile(r"^(?P<number>\s*\d{1,3}\s*[.、])\s*[【\[](?:参考)?答\s*案[^】\]]{0,4}[】\]]")
_SECTION = re.compile(r"^\s*(?:案例|材料|一般资料|阅读|[(]?[一二三四五六七八九十]{1,3}[)]?\s*、)")
_ANSWER = re.compile(r"^\s*[【\[]?(?:参考)?答\s*案\s*[】\]]?\s*:?\s*")
Line = tuple[int, str]


class _RestartedError(Exception):
    """Numbers that do not go on: what stands where cannot be told."""


@dataclass
class _Parted:
    body: list[Line] = field(default_factory=list)
    key: list[Line] = field(default_factory=list)
    waiting: list[Line] = field(default_factory=list)  # a heading in a key, or a case behind it
    first: int = 1  # number of the first question since the last key
    last: int = 0  # of the last question
    keyed: bool = False
    keys: int = 0

    def take(self, at: int, text: str, below: str) -> None:
        """Put a line where it belongs, given the one below it.

        Raises _RestartedError where nobody can tell.
        """
        plain = flat(text)
        match = _NUMBER.match(plain)
        number = int(match[1]) if match else 0
        heading = _HEADING.match(plain) is not None
        if match and number == self.last + 1:
            self.first = number if self.keyed else self.first
            self.keyed, self.last = False, number
        elif not self.keyed and self._begins(plain, below):
            self.keyed, self.keys = True, self.keys + 1
        elif match and self.keyed and not self.first <= number <= self.last:
            raise _RestartedError
        if self.keyed and heading:
            return
        if self.keyed and not match and (self.waiting or _SECTION.match(plain) or is_heading(text)):
            self.waiting.append((at, text))
            return
        own = self.key if self.keyed else self.body
        own += [*self.waiting, (at, text)]
        self.waiting = []

    def _begins(self, plain: str, below: str) -> bool:
        """Does a key begin here: its heading, or the first number again, bare or with 【答案】?"""
        match = _NUMBER.match(plain)
        if self.first > self.last:
            return False
        if match:
            told = not match[2] or _TAGGED.match(plain) is not None
            return told and int(match[1]) == self.first
        entry = _NUMBER.match(flat(below)) if _HEADING.match(plain) else None
        return entry is not None and int(entry[1]) == self.first


def keys_last(lines: Sequence[Line]) -> list[Line]:
    """The lines with such keys below all questions; as they are where numbers begin again."""
    parted = _Parted()
    try:
        for (at, text), (_, below) in pairwise([*lines, (-1, "")]):
            parted.take(at, text, below)
    except _RestartedError:
        return list(lines)
    if parted.keys < FEW or not parted.key:
        return list(lines)
    key = [*parted.key, *parted.waiting]
    return [*parted.body, (key[0][0], HEAD), *_entries(key)]


def _entries(key: Sequence[Line]) -> Iterator[Line]:
    """The lines of a key, a number alone with what stands below it."""
    waiting = ""
    for at, text in key:
        match = _NUMBER.match(flat(text))
        if match and not match[2]:
            waiting = text.rstrip()
            continue
        if match and (bare := _TAGGED.fullmatch(flat(text).rstrip())):
            waiting = text[: bare.end("number")].strip()
            continue
        answer = _ANSWER.match(flat(text)) if waiting else None
        yield at, f"{waiting}答案：{text[answer.end() :]}" if answer else waiting + text
        waiting = ""
