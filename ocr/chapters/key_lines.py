"""Lines that are nothing but answers, wherever they stand, as the grammar reads a key's.

Notes at the foot of a page (第3题：答案 C), blocks after a section or at the end of a book, runs
(1-5 ABCDA), tables of numbers over answers.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ocr.habits.headings import flat
from parsing.keys.entries import read_key
from parsing.keys.rows import HIT, TABLE, only

FEW = 3  # entries from which a line or a block of lines is a key
LOST = 1  # numbers in a row that a key with reasons may lack
_MARKED = re.compile(
    r"^\s*(?:[(\[【]?\s*(?:第\s?)?\d{1,3}\s?[.、)\]】]|[(\[]?[A-H]\s?[.、)\]:]|[一二三四五六七八九十]{1,3}\s?[、.]"
    r"|第[一二三四五六七八九十\d]{1,4}[章节编部单讲篇]|[^,。]{0,8}(?:选择|判断|填空|简答)题?\s*$|.{0,12}答案.{0,8}$)"
)
_TAGGED = re.compile(
    r"[(\[【]?\s?第?\s?(?P<n>\d{1,3})\s?题?[)\]】]?\s?[.、:]?\s?[【\[(]?\s?(?:参考|正确)?答案\s?[】\])]?"
    r"\s?:?\s?[(【]?(?:[A-H]{1,8}|[√×对错])[)】]?(?![A-Za-z\u4e00-\u9fff])"
)
_SPECK = re.compile(r"^(?:[.·,'`\s]+(?=\d)|[①-⑳㉑-㉟㊱-㊿❶-❿⁰¹²³⁴-⁹®©@]{0,3}\s*(?=第\s?\d))")
_SMALL = re.compile(r"(?<=[\d.、)\s])[a-h](?=\W|\d|$)")  # a misread capital
_NOTE = re.compile(r"^第\s?\d{1,3}\s?题\s?:\s?(?:答案)?\s?(?:[A-H]{1,8}|[√×对错])\s*$")
_TAIL = re.compile(
    r"(?<=\S)[①-⑳㉑-㉟㊱-㊿❶-❿⁰¹²³⁴-⁹]{0,3}\s?第\s?\d{1,3}\s?题\s?:\s?答案\s?[A-H]{1,8}\s*$"
)
_BOXED = re.compile(r"^(?P<stem>.*_{2,}.*?)\s*〔(?P<a>[^〔〕]{1,20})〕\s*$")  # a blank's answer


@dataclass(frozen=True)
class Entry:
    """What a key says of one number; `line` is the place of its line.

    `part` is the part of the book whose key this is, -1 where nothing tells.
    """

    number: int
    answer: str  # letters, 对 or 错
    line: int
    reason: str = ""
    part: int = -1
    doubt: str = ""  # a note for the question that it answers


def parted(text: str) -> list[str]:
    """A line whose end is the answer of a question, as a note or in 〔〕 after a blank, in two."""
    if boxed := _BOXED.match(text):
        return [boxed["stem"], f"【答案】{boxed['a']}"]
    match = _TAIL.search(flat(text))
    if match is None:
        return [text]
    return [text[: match.start()], text[match.start() :]]


@dataclass(frozen=True)
class KeyText:
    """The entries of the lines of a text that are nothing but a key, and the places of these."""

    entries: tuple[Entry, ...] = ()
    lines: frozenset[int] = frozenset()


def key_lines(lines: Sequence[str]) -> KeyText:
    """Entries, in their order, of all blocks of lines that are nothing but a key."""
    plain = [_SPECK.sub("", flat(text).strip()) for text in lines]
    plain = [_SMALL.sub(lambda letter: letter[0].upper(), text) for text in plain]
    held = [only(text) for text in plain]
    for at, rows in enumerate(pairwise(plain)):
        if not held[at + 1] and (table := TABLE.fullmatch("\n".join(rows))):
            held[at : at + 2] = [len(re.findall(r"\d+", table[0]))] * 2
    entries: list[Entry] = []
    places: set[int] = set()
    blocks, pairs = 0, list[list[Entry]]()
    at = 0
    while at < len(plain):
        end = next((i for i in range(at, len(plain)) if not held[i]), len(plain))
        block = _read(plain, at, end)
        rising = all(b.number in (a.number + 1, 1) for a, b in pairwise(block))
        sure = rising or max(held[at:end], default=0) >= FEW
        notes = end > at and all(map(_NOTE.match, plain[at:end]))
        if not (len(block) >= FEW and sure) and not notes:
            if len(block) == held[at] == FEW - 1:
                pairs.append(block)
            end = _explained(plain, at)
            block = _read(lines, at, end)
        if block:
            entries += block
            places |= set(range(at, end))
            blocks += 1
        at = max(end, at + 1)
    for pair in pairs if blocks > 1 else ():  # below the last page stands a short key
        numbers = {entry.number for entry in entries}
        if pair[0].number - 1 in numbers and not numbers & {e.number for e in pair}:
            entries += pair
            places |= {entry.line for entry in pair}
    entries.sort(key=lambda entry: entry.line)
    return KeyText(tuple(entries), frozenset(places)) if len(entries) >= FEW else KeyText()


def _read(lines: Sequence[str], at: int, end: int) -> list[Entry]:
    """The entries of a block: letters and verdicts, with their reasons."""
    return [
        Entry(entry.number, entry.answer, at + entry.lines[0], entry.explanation)
        for run in (read_key(lines[at:end]) if end > at else ())
        for entry in run
        if re.fullmatch("[A-H]+|[对错]", entry.answer)
    ]


def _explained(plain: Sequence[str], at: int) -> int:
    """Where entries with their reasons end that begin at a line: 3.【C】… below each other."""
    numbers, tagged = list[int](), 0
    end = at
    while end < len(plain):
        tag = _TAGGED.match(plain[end])
        if match := tag or HIT.match(plain[end]):
            number = int(match["n"] or match["p"])
            if numbers and not numbers[-1] < number <= numbers[-1] + 1 + LOST:
                break
            numbers.append(number)
            tagged += bool(tag) or "【" in match[0]
        elif not tagged or tagged < len(numbers) or _MARKED.match(plain[end]):
            break
        end += 1
    return end if len(numbers) > FEW or tagged == len(numbers) > 1 else at
