"""Lines folded in place, headings of sections, and forms that a book prints (forms.toml)."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal

from cpsyexam.config import Settings
from cpsyexam.text import NUMERALS, fold
from ocr.habits.confusions import Repaired, rows
from parsing import words
from parsing.words import any_of

_KEPT = frozenset("①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳❶❷❸❹❺❻❼❽❾❿ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩ")
_KINDS = (
    r"(?:(?:单项|多项|不定项|最佳|案例)?选择|单选|多选|判断(?:对错|正误|是非|改错)?|正误判断|[ABCX]\d?型|填空|简答|论述|问答|名词解释|材料分析|案例分析"
    r"|计算|辨析|單一選擇|單選|複選|多重選擇|選擇|是非|填充|簡答|論述|問答|申論|名詞解釋|解釋名詞)"
)
_NUMBER = (
    r"(?:\(?[一二三四五六七八九十壹貳贰參叁肆伍陸陆柒捌玖拾]{1,3}\)?\s*[、.]?"
    r"|第[一二三四五六七八九十\d]{1,2}部分)?\s*"
)
_SIGN = r"[◎★☆●■◆▲※□▶►▷]?\s*"
_BARE = re.compile(rf"^\s*{_SIGN}[【\[]?{_NUMBER}{_KINDS}[题題]?[】\]]?\s*(?:\([^()]*\)?|:)?\s*$")
_ASKED = re.compile(  # 三、情境分析题（共20分）
    r"^\s*[一二三四五六七八九十]{1,3}\s*[、.]\s*[^\s,。?:()]{1,10}[题題]\s*(?:\(.*)?$"
)
_PART = re.compile(r"^\s*(?:Part|Section)\s*[IVX\d]{1,4}\b")
_LEVEL = re.compile(rf"^\s*{_SIGN}[【\[]?{any_of(words.LEVELS)}[】\]]?\s*$")  # 能力提升
_NO_WORD = re.compile(rf"^(\s*{_NUMBER}(?!名词解释)(?!材料分析|案例分析){_KINDS})\s*$")
_BEFORE_FIRST = re.compile(rf"^(?P<head>\s*{_NUMBER}{_KINDS}[题題])\s+(?=1\s?[.、](?!\d))")
NUMBERED = re.compile(r"^\s*(\d{1,3})\s*[.．、](?!\d)")  # 3．, as a question begins
FIRST = re.compile(r"^\s*[(（\[【]?\s*[Aa]\s*[.．、·:：)）\]】]")  # as options begin
_SIGNED = re.compile(r"^\s*[◎★☆●■◆▲※□▶►▷]\s*")
DASHED = re.compile(  # ------ 参考答案 ------
    r"^\s*[-—–=~～*·]{3,}\s*([^-—–=~～*·]{2,16}?)\s*[-—–=~～*·]{3,}\s*$"
)
ORDINALS = {  # of other sorts as Chinese numerals
    sign: numeral
    for signs in ("壹貳參肆伍陸柒捌玖拾", "壹贰叁肆伍陆柒捌玖拾", "甲乙丙丁戊己庚辛壬癸")
    for sign, numeral in zip(signs, NUMERALS, strict=True)
} | dict(zip(("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"), NUMERALS, strict=True))
_OVER_KEY = re.compile(r"^\W{0,3}[^,。?]{0,12}答\s?案[^,。?\d]{0,8}$")

_KEY_HEADING = re.compile(
    r"^\W{0,3}(?:本页|本节|本课)?(?:参考|标准|正确)?答\s?案(?:[速与及和、][\u4e00-\u9fff]{1,4}|解析)?\W{0,3}$"
)


@lru_cache(1 << 14)  # a line is asked for some sixty times
def flat(text: str) -> str:
    """As long as `text`: full-width forms folded, what would change its length left alone."""
    return "".join(_flat(char) for char in text)


def _flat(char: str) -> str:
    folded = char if char in _KEPT else fold(char)
    return folded if len(folded) == 1 else char


def over_key(plain: str) -> bool:
    """Does a folded line end as a title over a key does: 第一章 答案与解析?"""
    return _OVER_KEY.match(plain) is not None


class Mark(Settings):
    """A pattern at the begin of a line that no line before goes on with."""

    pattern: str
    example: str


@cache
def marks() -> re.Pattern[str]:
    """All marks of `marks.toml`."""
    return re.compile(rf"^\s*(?:{'|'.join(mark.pattern for mark in rows('marks', Mark))})")


def numeral(count: int) -> str:
    """一 for 1, 十二 for 12, up to 99."""
    tens, ones = divmod(count, 10)
    return NUMERALS[tens - 1] * (tens > 1) + "十" * (tens > 0) + NUMERALS[ones - 1] * (ones > 0)


def key_heading(plain: str) -> bool:
    """Is a folded line a title over a key and nothing else: 参考答案及解析?"""
    return _KEY_HEADING.match(plain) is not None


def is_heading(text: str) -> bool:
    """Is this line the heading of a section of questions, and nothing else?"""
    line = flat(text)
    return any(p.match(line) for p in (_BARE, _ASKED, _PART, _LEVEL, DASHED))


def parted(text: str) -> list[str]:
    """填空题　1.三　2.哺乳 as a heading and what stands beside it; any other line as it is."""
    match = _BEFORE_FIRST.match(flat(text))
    return [match["head"], text[match.end() :]] if match else [text]


def whole_name(text: str) -> str:
    """多项选择 as 多项选择题, without signs around it; any other line as it is."""
    if is_heading(text):
        text = _SIGNED.sub("", text).rstrip(":：")
    return f"{text.rstrip()}题" if _NO_WORD.match(flat(text)) else text


When = Literal["first", "last", "heading"]


class Form(Settings):
    """A pattern and what it becomes where `few` lines have it; `examples` are pairs to test."""

    id: str
    when: When
    pattern: str
    replace: str
    why: str
    few: int = 1
    keys: bool = False  # in the lines of a key alone
    noted: bool = False
    examples: tuple[tuple[str, str], ...]


@cache
def forms(when: When) -> tuple[tuple[Form, re.Pattern[str]], ...]:
    """The forms of the table that are looked for then, in order."""
    known = rows("forms", Form)
    return tuple((form, re.compile(form.pattern)) for form in known if form.when == when)


def formed(
    when: When, lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter and of its key that have such forms, as the grammar knows them."""
    heads = [at for at, place in enumerate(body) if over_key(flat(lines[place].text))]
    keys = [*(body[heads[-1] :] if heads else ()), *key]
    found: dict[int, Repaired] = {}
    for form, pattern in forms(when):
        own = {at: found.get(at, lines[at]) for at in (keys if form.keys else (*body, *key))}
        marks = {at: mark for at, line in own.items() if (mark := pattern.search(line.text))}
        if len(marks) >= form.few:
            found |= {
                at: own[at].with_text(
                    pattern.sub(form.replace, own[at].text),
                    *([f"{form.id}: {mark[0].strip()}"] * form.noted),
                )
                for at, mark in marks.items()
            }
    return found
