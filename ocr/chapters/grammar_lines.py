"""The lines of a chapter as the grammar knows them: entries apart, keys last, cases labelled."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from cpsyexam.text import NUMERALS
from ocr.chapters import sheet_lines
from ocr.chapters.key_lines import parted
from ocr.habits.confusions import Repaired
from ocr.habits.headings import ORDINALS, flat, is_heading, key_heading, numeral, over_key

FEW = 2  # questions with such an answer that make a habit
_LED = re.compile(
    r"^\s*[(【\[]\s*(?P<a>[A-H]{1,8}|[√×✓✗○OXx对错])\s*[)】\]][\s_]*(?=\d{1,3}\s*[.、](?!\d))"
)
_TRUE = {"O": "√", "○": "√", "X": "×", "x": "×"}
Line = tuple[int, str]
HEAD = "参考答案"
_NUMBER = re.compile(r"^\s*(\d{1,3})\s*[.、](?!\d)\s*(.?)")
_TAGGED = re.compile(r"^(?P<number>\s*\d{1,3}\s*[.、])\s*[【\[](?:参考)?答\s*案[^】\]]{0,4}[】\]]")
_SECTION = re.compile(r"^\s*(?:案例|材料|一般资料|阅读|[(]?[一二三四五六七八九十]{1,3}[)]?\s*、)")
_ANSWER = re.compile(r"^\s*[【\[]?(?:参考)?答\s*案\s*[】\]]?\s*:?\s*")
_SECTION_NAME = re.compile(rf"^\s*[(]?(?P<o>[{NUMERALS}])[)]?\s*[、.]\s*[^\d\s]")
_ORDINAL = re.compile(
    rf"^\s*[(]?(?P<o>[{NUMERALS}壹貳贰參叁肆伍陸陆柒捌玖拾])[)]?\s*[、.]?\s*(?=\d|$)"
)
PUT = re.compile(
    r"材料[一二三四五六七八九十]{1,2}："
)  # before a passage without a number of its own
LONG = 40  # characters of a passage
TWENTY = 20  # cases from which their numbers are not worth the risk
ASKS = 60  # characters that a question below a passage has at most
_OPEN_SECTION = re.compile(  # one that may hold a passage, with its instruction
    r"^\s*(?:[(]?[一二三四五六七八九十]{1,3}[)]?\s*[、.]?)?\s*"
    r"(?:(?:材料|案例|情境|情景|个案)(?:分析|阅读|解答|应用|问答)?题?\s*(?:\(.*\)?)?"
    r"|(?:综合(?:应用|分析|运用)?|应用|分析|论述|问答|实验设计)题?\s*(?:[(].*[)]?|:.*)?)\s*$"
)
_KEY = re.compile(r"^[^。?:]{0,30}答\s?案[^。?:]{0,12}$")
_ASKED = re.compile(r"^\s*[(\[【]?\s*\d{1,3}\s*[.、)\]】](?!\d)")
_MARKED = re.compile(
    r"^\s*(?:[(\[【]?\s*(?:\d{1,3}|[A-H]|[一二三四五六七八九十]{1,3})\s*[.、)\]】:]|[【\[①-⑳]"
    r"|(?:材料|案例|资料|情境|情景|阅读|个案|背景|病历|问题|第)\s?[\d一二三四五六七八九十:下以]|答)"
)
_OTHER = re.compile(  # it announces questions by itself, or is an instruction
    r"(?:完成|回答)\s?(?:第|\d|下|以下|后|所附|问题|各题|有关)[^。,]{0,10}[。.:]?\s*$|[小每本各]题|答题|作答"
)
_QUESTION = re.compile(r"[?？]\s*$|请|试|如何|怎样|分析|简述|谈谈|说明|结合|根据|哪些|什么")


def answers_ahead(lines: Sequence[Line]) -> list[Line]:
    """Verdicts before their stems, again and again, （○）1．…, as ticks and crosses."""
    led = [(at, text, _LED.match(flat(text))) for at, text in lines]
    if sum(match is not None for *_, match in led) < FEW:
        return list(lines)
    return [
        (at, f"({_TRUE.get(m['a'], m['a'])}){text[m.end() :]}" if m else text)
        for at, text, m in led
    ]


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
        if match and number == self.last + 1:
            self.first = number if self.keyed else self.first
            self.keyed, self.last = False, number
        elif not self.keyed and self._begins(plain, below):
            self.keyed, self.keys = True, self.keys + 1
        elif match and self.keyed and not self.first <= number <= self.last:
            raise _RestartedError
        if self.keyed and key_heading(plain):
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
        entry = _NUMBER.match(flat(below)) if key_heading(plain) else None
        return entry is not None and int(entry[1]) == self.first


def keys_last(lines: Sequence[Line]) -> list[Line]:
    """Keys after each page, slide or card as one below all questions.

    The lines as they are where numbers begin again.
    """
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


def grammar_lines(
    places: Sequence[int], fixed: Mapping[int, Repaired], *, keyed: bool
) -> list[Line]:
    """(place, text) of each line; `keyed`: of a key that stands apart."""
    lines = [
        (at, piece) for at in places for piece in parted(sheet_lines.bare_heading(fixed[at].text))
    ]
    if not keyed:
        told = keys_last(answers_ahead(lines))
        lines = sheet_lines.named(cases_labelled(told))
    return list(sheet_lines.entries(lines, keyed=keyed))


def sections_named(own: Sequence[Line], apart: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """The lines of a chapter and of its key, whose bare 一、 and 二、 get their sections' names.

    The key stands `apart`, or below the last heading of a key; an ordinal that heads two sections
    names none.
    """
    heads = [at for at, (_, text) in enumerate(own) if over_key(flat(text))]
    cut = len(own) if apart else heads[-1] + 1 if heads else len(own)
    names: dict[str, list[str]] = {}
    for _, text in own[:cut]:
        if mark := _SECTION_NAME.match(flat(text)):
            names.setdefault(mark["o"], []).append(text)
    key: list[Line] = []
    for at, text in (*own[cut:], *apart):
        mark = _ORDINAL.match(flat(text))
        name = names.get(ORDINALS.get(mark["o"], mark["o"]), []) if mark else []
        pieces = (name[0], text[mark.end() :]) if mark and len(name) == 1 else (text,)
        key += [(at, piece) for piece in pieces if len(pieces) == 1 or piece.strip()]
    return [*own[:cut], *(() if apart else key)], key if apart else []


def cases_labelled(lines: Sequence[Line]) -> list[Line]:
    """The lines with a label on a line of its own, or at the head of the line, for each case."""
    found = list(lines)
    for count, (i, text) in enumerate(sorted(_unannounced(lines)), 1):
        found[i] = (lines[i][0], f"材料{numeral(count)}：{text}")
    return found


def _unannounced(lines: Sequence[Line]) -> list[tuple[int, str]]:
    """Places of passages without a label in sections of such questions, and their text."""
    found = []
    habit = within = False
    for i, (_, text) in enumerate(lines):
        plain = flat(text)
        if _KEY.match(plain):
            break
        if (opens := _OPEN_SECTION.match(plain) is not None) or is_heading(text):
            within, habit = opens, False
            continue
        before = flat(lines[i - 1][1]) if i else ""
        first = _OPEN_SECTION.match(before) is not None
        if within and (first or (habit and _asks(before))) and _passage(plain, lines[i + 1 :]):
            found.append((i, text))
            habit = True
    return found if len(found) < TWENTY else []


def _asks(plain: str) -> bool:
    """Is it a whole question, which no passage goes on with?"""
    marks = _ASKED.match(plain), _QUESTION.search(plain)
    return len(plain) <= ASKS and all(marks)


def _passage(plain: str, below: Sequence[Line]) -> bool:
    """A long text without a mark, below which numbered questions begin before another heading."""
    if len(plain) < LONG or _MARKED.match(plain) or _OTHER.search(plain):
        return False
    for _, text in below:
        if is_heading(text) or _OPEN_SECTION.match(flat(text)) or _KEY.match(flat(text)):
            return False
        if _ASKED.match(flat(text)):
            return True
    return False
