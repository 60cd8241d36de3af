"""Numbers of questions as ①, （一） or 一、; lost ones, known by their neighbours."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from cpsyexam.text import fold
from ocr.habits.confusions import Repaired
from ocr.habits.headings import flat, is_heading
from parsing import Printed

FEW = 5  # questions with such numbers that make a style
RISING = 0.8  # of them: each follows the one before
NEAR = 3  # lines within which the options of a question begin
_HAN = "一二三四五六七八九十"
_STYLES = (
    re.compile(r"\s*([①-⑳])\s*[.、]?\s*"),
    re.compile(rf"\s*[(]\s*([{_HAN}]{{1,3}})\s*[)]\s*[.、]?\s*"),
    re.compile(rf"\s*([{_HAN}]{{1,3}})\s*、\s*"),
)
_FIRST = re.compile(r"^\s*[(【\[]?\s*A\s*[.、)】\]:\s]")
_OTHER = re.compile(r"^\s*\d{1,3}\s*[.、](?!\d)")
_KEY = re.compile(r"^[^,。?]{0,12}答\s?案[^,。?\d]{0,6}$")
_SAID = (
    r"\s*([A-H]{1,8}|[√×对错]|[甲乙丙丁戊己]{1,5}|[是非])"
    r"(?=[^a-z\u4e00-\u9fff]|[一二三四五六七八九十]|$)"
)


def plain_ordinals(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter and of its key with 1． for such a number."""
    plain = [flat(lines[at].text) for at in body]
    style = ordinal_style(plain)
    if style is None:
        return {}
    found: dict[int, Repaired] = {}
    cut = next((i for i in range(len(plain) - 1, -1, -1) if _KEY.match(plain[i])), len(plain))
    last = 0
    for at, text in zip(body[:cut], plain, strict=False):
        match = style.match(text)
        last = 0 if is_heading(text) else last
        if match and number(match[1]) == last + 1 and not is_heading(text):
            last += 1
            said = f"{last}．{lines[at].text[match.end() :]}"
            found[at] = Repaired(said, (*lines[at].notes, f"number_printed: {match[0].strip()}"))
    entry = re.compile(style.pattern + _SAID)
    for at in (*body[cut:], *key):
        said = entry.sub(lambda m: f"　{number(m[1])}．{_letters(m[2])}　", flat(lines[at].text))
        if entry.search(flat(lines[at].text)):
            found[at] = Repaired(said.replace("_", "").strip(), lines[at].notes)
    return found


def _letters(answer: str) -> str:
    return answer.translate(str.maketrans("甲乙丙丁戊己是非", "ABCDEF对错"))


def ordinal_style(texts: Sequence[str]) -> re.Pattern[str] | None:
    """The style in which these folded lines number questions that have options, or None."""
    return next((style for style in _STYLES if _habit(texts, style)), None)


def number(ordinal: str) -> int:
    """1 for ① and 一, 12 for ⑫ and 十二; 0 for what is none."""
    if ordinal in "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳":
        return int(fold(ordinal))
    tens, ten, ones = ordinal.rpartition("十")
    if any(char not in _HAN[:9] for char in tens + ones):
        return 0
    return (10 * (_HAN.index(tens) + 1 if tens else 1) if ten else 0) + (
        _HAN.index(ones) + 1 if ones else 0
    )


def _habit(texts: Sequence[str], style: re.Pattern[str]) -> bool:
    numbers = list(_asked(texts, style))
    rising = sum(after == before + 1 for before, after in pairwise(numbers))
    return len(numbers) >= FEW and rising >= RISING * (len(numbers) - 1)


def _asked(texts: Sequence[str], style: re.Pattern[str]) -> Iterator[int]:
    """Numbers of the lines below which options begin before any other number stands."""
    for i, text in enumerate(texts):
        match = style.match(text)
        if match is None or is_heading(text):
            continue
        for below in texts[i + 1 : i + 1 + NEAR]:
            if _OTHER.match(below) or style.match(below):
                break
            if _FIRST.match(below):
                yield number(match[1])
                break


def inferred(questions: Sequence[Printed]) -> tuple[Printed, ...]:
    """Questions between 1 and 10, or before 3, that are as many as the numbers bear these."""
    found = list(questions)
    last = -1  # place of the latest question with a number
    for at, question in enumerate(questions):
        if not question.number.isdigit():
            continue
        between = range(last + 1, at)
        first = int(questions[last].number) + 1 if last >= 0 else 1
        if between and int(question.number) - first == len(between):
            for number, place in enumerate(between, first):
                notes = (*found[place].notes, f"number_inferred: {number}")
                found[place] = replace(found[place], number=str(number), notes=notes)
        last = at
    return tuple(found)
