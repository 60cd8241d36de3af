"""Numbers of questions as ①, （一） or 一、; numbers lost, restored by their neighbours."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
_NUMBER = re.compile(r"^\s*(\d{1,3})\s*(?:[.．](?!\d)|、(?!\d{1,2}(?!\d)))")  # 1、1903年
_DECIMAL = re.compile(r"^\s*(\d{1,3})[.．](\d)")
_ANSWER = re.compile(r"^\s*【(?:参考)?答案】")
_COMMA = re.compile(r"^\s*(\d{1,3})\s*[,，:：;；](?!\d)")
_BARE = re.compile(r"^\s*(\d{1,3})(?:[ 　]+(?=\D)|(?=[\u4e00-\u9fff“《]))(?![年月日岁个名%])")
_OPTION = re.compile(r"^\s*A\s*[.．、]")
_ANY_OPTION = re.compile(r"^\s*[A-H]\s*[.．、]")
_HEADING = re.compile(r"^\s*(?:[一二三四五六七八九十]+\s*、|第.{1,4}章|.{2,6}选择题|案例|材料)")
_SECTION = re.compile(r"^\s*[一二三四五六七八九十]+\s*、.{2,12}题|^\s*.{2,4}项选择题")
_TAGGED = re.compile(r"^\s*[（(\[【]?(?:单选|多选|问答|不定项)")


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


@dataclass
class _Page:
    """Lines in order, and the numbers and headings among them by place."""

    lines: list[str]
    numbers: list[tuple[int, int]]
    heads: list[int]

    def before(self, place: int, start: int = -1) -> int:
        """The number before a place, after the line `start`; 0 for none."""
        return max((n for n in self.numbers if start < n[0] < place), default=(0, 0))[1]

    def after(self, place: int) -> int:
        """The number after a place; 0 for none."""
        return min((n for n in self.numbers if n[0] > place), default=(0, 0))[1]


def restored(lines: Mapping[int, Repaired], places: Sequence[int]) -> dict[int, Repaired]:
    """Stems that lost their number or its point, with them.

    A lost number is restored to a lone line followed by option A, if the numbers before and after
    leave room for exactly one; a comma becomes a point, and a number comes apart from the digit
    after it, where that number is due.
    """
    return _changed(lines, places, (_parted, _pointed, _unpointed, _numbered))


def restored_key(lines: Mapping[int, Repaired], places: Sequence[int]) -> dict[int, Repaired]:
    """Answers of a key that lost their number, with it."""
    return _changed(lines, places, (_keyed,))


Rule = Callable[[_Page, int], tuple[str, str] | None]  # the line at a place → text and note


def _changed(
    lines: Mapping[int, Repaired], places: Sequence[int], rules: Sequence[Rule]
) -> dict[int, Repaired]:
    texts = [lines[at].text for at in places]
    page = _Page(
        texts,
        [(i, int(m[1])) for i, text in enumerate(texts) if (m := _NUMBER.match(text))],
        [i for i, text in enumerate(texts) if _SECTION.match(text)],
    )
    found: dict[int, Repaired] = {}
    for i, at in enumerate(places[:-1]):
        said = next(filter(None, (rule(page, i) for rule in rules)), None)
        if said:
            text, note = said
            found[at] = Repaired(text, (*lines[at].notes, f"ocr_repair: {note}"))
    return found


def _parted(page: _Page, place: int) -> tuple[str, str] | None:
    """`2.4岁` where question 2 is due begins with the age of four."""
    match = _DECIMAL.match(page.lines[place])
    if match is None:
        return None
    number = int(match[1])
    if number != page.before(place) + 1 or page.after(place) != number + 1:
        return None
    rest = page.lines[place][match.start(2) :]
    return f"{number}．　{rest}", f"number_parted: {match[0]} → {number}．{match[2]}"


def _pointed(page: _Page, place: int) -> tuple[str, str] | None:
    """`2，知觉` where question 2 is due, and options or question 3 come next."""
    match = _COMMA.match(page.lines[place])
    if match is None:
        return None
    number = int(match[1])
    options = any(_OPTION.match(text) for text in page.lines[place + 1 : place + 4])
    if number != page.before(place) + 1 or not (options or page.after(place) == number + 1):
        return None
    page.numbers = sorted([*page.numbers, (place, number)])
    rest = page.lines[place][match.end() :]
    return f"{number}．{rest}", f"number_point: {match[0].strip()} → {number}．"


def _unpointed(page: _Page, place: int) -> tuple[str, str] | None:
    """`62结合` where question 62 is due and 63 comes next, or its options do."""
    match = _BARE.match(page.lines[place])
    if match is None:
        return None
    number = int(match[1])
    options = any(_OPTION.match(text) for text in page.lines[place + 1 : place + 4])
    follows = _BARE.match(page.lines[place + 1]) if place + 1 < len(page.lines) else None
    going_on = follows is not None and int(follows[1]) == number + 1
    after = page.after(place) == number + 1
    if number != page.before(place) + 1 or not (options or after or going_on):
        return None
    page.numbers = sorted([*page.numbers, (place, number)])
    rest = page.lines[place][match.end() :]
    return f"{number}．{rest}", f"number_point: {match[0].strip()} → {number}．"


def _keyed(page: _Page, place: int) -> tuple[str, str] | None:
    """The only answer without a number between those of 7 and 9 in a key is that of 8."""
    text, number = page.lines[place], page.before(place) + 1
    if number == 1 or page.after(place) != number + 1 or not _ANSWER.match(text):
        return None
    last = max(i for i, _ in page.numbers if i < place)
    following = min(i for i, _ in page.numbers if i > place)
    bare = [line for line in page.lines[last + 1 : following] if _ANSWER.match(line)]
    if len(bare) > 1 or not all("答案】" in page.lines[i] for i in (last, following)):
        return None
    return f"{number}．{text}", f"number_restored: {number}"


def _numbered(page: _Page, place: int) -> tuple[str, str] | None:
    text = page.lines[place]
    if not _bare_stem(text) or not _OPTION.match(page.lines[place + 1]):
        return None
    if place and _bare_stem(page.lines[place - 1]) and not _TAGGED.match(text):
        return None  # two lines: which of them lost the number?
    head = max((h for h in page.heads if h < place), default=-1)
    number = page.before(place, head) + 1
    if page.after(place) != number + 1 or _waits(page, place):
        return None
    return f"{number}．{text}", f"number_restored: {number}"


def _bare_stem(text: str) -> bool:
    marks = (_NUMBER, _COMMA, _DECIMAL, _ANY_OPTION, _HEADING)
    return bool(text.strip()) and not any(mark.match(text) for mark in marks)


def _waits(page: _Page, stem: int) -> bool:
    """Has the number before had no options yet, so that this line is the rest of its stem?"""
    last = max((i for i, _ in page.numbers if i < stem), default=None)
    if last is None:
        return False
    return not any(_ANY_OPTION.match(text) for text in page.lines[last + 1 : stem])


def inferred(questions: Sequence[Printed]) -> tuple[Printed, ...]:
    """Questions between 1 and 10 that are as many as the numbers between bear these numbers."""
    found = list(questions)
    last = -1  # place of the latest question with a number
    for at, question in enumerate(questions):
        if not question.number.isdigit():
            continue
        between = range(last + 1, at)
        first = int(questions[last].number) + 1 if last >= 0 else 0
        if between and last >= 0 and int(question.number) - first == len(between):
            for number, place in enumerate(between, first):
                notes = (*found[place].notes, f"number_inferred: {number}")
                found[place] = replace(found[place], number=str(number), notes=notes)
        last = at
    return tuple(found)
