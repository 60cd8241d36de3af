"""Numbers of questions as a book prints them: 例7, [7], 2-7, ①; lost ones, by their neighbours."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from ocr.habits.confusions import Repaired
from ocr.habits.headings import NUMBERED, flat, is_heading, numeral, over_key
from parsing import Printed

FEW = 3  # questions with such labels that make a style
RISING = 0.6  # share of the numbers that follow the one before
STYLES = {
    "example": re.compile(
        r"^\s*[【\[]?\s*例\s*题?\s*(?P<n>\d{1,3})\s*(?:[·・‧•.,、/|]?\s*(?P<kind>单选|多选|不定项|判断|填空|简答|案例)题?\s*)?"
        r"[】\]]?\s*[.、:]?\s*(?=\D)"
    ),
    "bracket": re.compile(r"^\s*[\[【［〔]\s*(?P<n>\d{1,3})\s*[\]】］〕]\s*"),
    "no": re.compile(
        r"^\s*[（(【\[]?\s*N[oO0]\s*[.。:]?\s*(?P<n>\d{1,3})\s*[)）】\]]?\s*[.、:]?\s*(?=\D|$)"
    ),
    "nth": re.compile(
        r"^\s*[（(【\[]?\s*第\s*(?P<n>\d{1,3})\s*题(?![\s.、:)）】\]]*(?:参考)?答案)\s*[)）】\]]?\s*[.、:]?\s*"
    ),
    "bare": re.compile(
        r"^\s*(?P<n>\d{1,3})\s{0,2}(?=[\u4e00-\u9fff“《])(?![年月日岁个名%种分天小时周次人])"
    ),
    "compound": re.compile(
        r"^\s*(?P<chapter>[1-9]\d?(?:[-.]\d{1,2})?)\s?[-—–一.]\s?(?P<n>\d{1,3})(?![\d.%-])\s*[.、:]?\s*(?=[^\d\sA-H]|[A-Z][a-z])"
    ),
}
_COMPOUND = (
    r"(?<![\d.-]){}\s?[-—–一.]\s?(\d{{1,3}})(?![\d.-])\s?[.、:]?(?=\s?选?\s?[(【]?\s?[A-H√×])"
)
_WORDS = r"(?<![\d.-]){}\s?[-—–.]\s?(\d{{1,3}})\s*[.、:]?\s*(?=[\u4e00-\u9fff“《])"
_LED = re.compile(r"^\s*[\[【(〔［]?\s*(?:参考|正确)?答\s?案\s*[\]】)〕］:]")
SEVERAL = 2  # numbers of one chapter in a line that make a key
_ANY = re.compile(r"^\s*(\d{1,3})\s{0,2}(?=[\u4e00-\u9fff“《]|[a-zA-Z]+\s?[=\u4e00-\u9fff])")
_KIND = re.compile(
    r"^\d{1,3}[.．]\s*(?P<kind>单选|多选|判断|填空|简答|论述|名词解释|不定项选择)题?\s*(?:难度\s*[:：]?\s*\S{1,6}\s*)?$"
)
_STEM = re.compile(r"^\s*[(（【]?\s*(?:例\s*)?\d{1,3}\s*[)）】.．、]")
ASKED = 5  # questions with an ordinal and options that make a style
COUNTED = 0.8  # of them: each follows the one before
NEAR = 3  # lines within which the options of a question begin
_ORDINALS = (
    re.compile(r"\s*([①-⑳])\s*[.、]?\s*"),
    re.compile(r"\s*[(]\s*([一二三四五六七八九十]{1,3})\s*[)]\s*[.、]?\s*"),
    re.compile(r"\s*([一二三四五六七八九十]{1,3})\s*、\s*"),
)
_VALUES = {numeral(n): n for n in range(1, 100)} | {
    sign: n for n, sign in enumerate("①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳", 1)
}
_FIRST = re.compile(r"^\s*[(【\[]?\s*A\s*[.、)】\]:\s]")
_SAID = (
    r"\s*([A-H]{1,8}|[√×对错]|[甲乙丙丁戊己]{1,5}|[是非])"
    r"(?=[^a-z\u4e00-\u9fff]|[一二三四五六七八九十]|$)"
)
_LETTERS = str.maketrans("甲乙丙丁戊己是非", "ABCDEF对错")


def number_style(texts: Iterable[str]) -> re.Pattern[str] | None:
    """The style in which most of these lines print their numbers, None for the plain one."""
    lines = [flat(text) for text in texts]
    runs = {
        name: _run([m for text in lines if (m := style.match(text))])
        for name, style in STYLES.items()
    }
    best = max(runs, key=lambda name: runs[name])
    return STYLES[best] if runs[best] >= FEW else None


def _run(marks: Sequence[re.Match[str]]) -> int:
    """How many numbers follow the one before in their chapter, 0 where too few of them do."""
    pairs = [(m.groupdict().get("chapter"), int(m["n"])) for m in marks]
    rising = sum(b == (a[0], a[1] + 1) for a, b in pairwise(pairs))
    return rising + 1 if len(pairs) >= FEW and rising >= RISING * (len(pairs) - 1) else 0


def due_number(text: str, style: re.Pattern[str] | None, last: int) -> int:
    """The bare number of a line where it is the next one, 0 for none: 8人在… after question 7."""
    match = _ANY.match(flat(text)) if style is STYLES["bare"] else None
    return int(match[1]) if match and int(match[1]) == last + 1 else 0


def plain_numbers(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter and of its key with 7． for numbers of the book's style."""
    style = number_style(lines[at].text for at in body)
    if style is None:
        return {}
    found = (style.match(flat(lines[at].text)) for at in body)
    chapters = dict.fromkeys(m["chapter"] for m in found if m and "chapter" in m.groupdict())
    number = 0  # of the question before
    said: dict[int, Repaired] = {}
    for at in (*body, *key):
        line = Repaired(plain_key(lines[at].text, chapters), lines[at].notes)
        said[at], number = _with_number(line, style, number)
    return said


def plain_key(text: str, chapters: Iterable[str]) -> str:
    """A line of a key whose numbers have that of their chapter before them: 2-1 B → 1．B."""
    led = _LED.match(flat(text)) is not None
    for chapter in chapters:
        text = re.sub(_COMPOUND.format(re.escape(chapter)), r"\1．", text)
        words = re.compile(_WORDS.format(re.escape(chapter)))
        if led and len(words.findall(text)) >= SEVERAL:  # 答案 2-6 具体运算　2-7 顺应
            text = words.sub(r"\1．", text)
    return text


def _with_number(line: Repaired, style: re.Pattern[str], last: int) -> tuple[Repaired, int]:
    """A line with its number in the plain form, and that number, or `last` where it has none."""
    if due := due_number(line.text, style, last):
        rest = line.text.lstrip().lstrip("0")[len(str(due)) :].lstrip()
        return line.with_text(f"{due}．{rest}", f"number_printed: {due}"), due
    match = style.match(flat(line.text))
    if match is None:
        plain = _STEM.match(line.text)
        return line, int(re.sub(r"\D", "", plain[0]) or last) if plain else last
    kind = match.groupdict().get("kind")
    text = f"{match['n']}．" + (f"【{kind}题】" if kind else "") + line.text[match.end() :]
    if alone := _KIND.match(flat(text)):  # 第1题　单选　难度：★★
        text = f"{match['n']}．【{alone['kind']}题】"
    printed = line.text[: match.end()].strip()
    return line.with_text(text, f"number_printed: {printed}"), int(match["n"])


def plain_ordinals(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter and of its key with 1． for an ordinal."""
    plain = {at: flat(lines[at].text) for at in (*body, *key)}
    style = ordinal_style([plain[at] for at in body])
    if style is None:
        return {}
    found: dict[int, Repaired] = {}
    cut = next((i for i in reversed(range(len(body))) if over_key(plain[body[i]])), len(body))
    last = 0
    for at in body[:cut]:
        match = style.match(plain[at])
        if is_heading(plain[at]):
            last = 0
        elif match and number(match[1]) == last + 1:
            last += 1
            printed = f"number_printed: {match[0].strip()}"
            found[at] = lines[at].with_text(f"{last}．{lines[at].text[match.end() :]}", printed)
    entry = re.compile(style.pattern + _SAID)
    for at in (*body[cut:], *key):
        said = entry.sub(lambda m: f"　{number(m[1])}．{m[2].translate(_LETTERS)}　", plain[at])
        if said != plain[at]:
            found[at] = lines[at].with_text(said.replace("_", "").strip())
    return found


def ordinal_style(texts: Sequence[str]) -> re.Pattern[str] | None:
    """The style in which these folded lines number questions that have options, or None."""
    for style in _ORDINALS:
        numbers = list(_asked(texts, style))
        rising = sum(after == before + 1 for before, after in pairwise(numbers))
        if len(numbers) >= ASKED and rising >= COUNTED * (len(numbers) - 1):
            return style
    return None


def number(ordinal: str) -> int:
    """1 for ① and 一, 12 for ⑫ and 十二; 0 for what is none."""
    return _VALUES.get(ordinal, 0)


def _asked(texts: Sequence[str], style: re.Pattern[str]) -> Iterator[int]:
    """Numbers of the lines below which options begin before any other number stands."""
    for i, text in enumerate(texts):
        match = style.match(text)
        if match is None or is_heading(text):
            continue
        for below in texts[i + 1 : i + 1 + NEAR]:
            if NUMBERED.match(below) or style.match(below):
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
