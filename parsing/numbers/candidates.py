"""Numbers and tags that may begin a question: a text → candidates, each with a prior weight.

A number alone proves nothing (enumerations, decimals, years, segment counters); the sequence is
chosen by `starts`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from parsing.records import ALPHABET, HAN
from parsing.words import AFTER, TAG

_RISING = "(?=[A-H])" + "".join(rf"(?:{letter}[、,]?\s?)?" for letter in ALPHABET)
_LETTER_OR_TRUTH = rf"(?:{_RISING}|[√×✓✗✔✘]|对|错|正确|错误)"  # ( B )3. but not (EE)3.
_LED = (
    rf"(?:[(\[【]\s{{0,8}}(?P<lead>{_LETTER_OR_TRUTH})?\s{{0,8}}[)\]】]\s?"
    r"(?=\d{1,3}\s?[.、]|\d{1,3}[^\S\n]?[\u3400-\u9fff“「『《]|[(\[【]\s?\d{1,3}\s?[)\]】]|第\s?\d{1,3}\s?[题问]))?"
)
_NUM = (
    r"(?:(?:第\s?(?P<di>[1-9]\d{0,3})\s?[题问]|(?:题目|试题|习题|题|(?i:question|q))\s?(?P<ask>\d{1,3})"
    r"(?=\s?[:.、)]|[^\S\n]*\n))\s?[:.、)]?"
    r"|(?:例题?|典例|变式(?:训练|题)?)\s?(?P<example>[1-9]\d?)(?=\s|[\u3400-\u9fff“《【(])"
    r"|[\[【]\s?(?:题干|题目|试题|例题?|第)\s?(?P<box>\d{1,3})\s?题?\s?[\]】]\s?:?"
    r"|[(\[【]\s?(?P<paren>\d{1,3})\s?[)\]】]\s?[.、]?"
    r"|(?P<dot>\d{1,3}(?<!\b0))\s{0,2}[.·•。](?P<deci>(?=\d))?"
    r"|(?P<pause>\d{1,3})\s{0,2}(?:、|,(?!\d))"
    r"|(?P<close>\d{1,3})\s?[)\]]"
    r"|(?P<colon>\d{1,3})\s?:(?!\d)"
    r"|(?P<alone>\d{1,3})[^\S\n]*(?=\n)"
    r"|(?P<blank>\d{1,3})[^\S\n]{1,4}(?P<year>(?=\d))?(?=[^\s.,])"
    r"|(?P<fused>\d{1,3})(?=[12]\d{3}年)|(?P<glued>\d{1,3})(?=[^\s\d.,、:%)\]/~\-—–A-Za-z]"
    r"|[A-Z][型类组]|[A-Z]{2})"
    r"|(?P<ocr>[lI]{1,2})\s?[.、]|(?P<ell>L)(?=[\u3400-\u9fff“《])(?![型类组]|[^\n]{0,80}\n[^\S\n]{0,9}[(]1[)]))"
)
_LEAD = (
    r"[^\S\n]{0,40}(?:[★☆*※●■◆▲•◎#]{1,3}\s?|-\s(?=(?:问题|题目|例题?|试题)\s?:))?"
    r"(?:例题?\s?[:.]\s?(?=\d{1,3}\s?[.、])|_{2,12}\s?(?=\d{1,3}\s?[.、)])"
    r"|[\[【](?![^\]】\n]{0,6}[答解析案注释选判填])(?!简|论述|名词|辨|问|单|多)[\u3400-\u9fff]{2,6}[\]】]\s?(?=\d{1,3}\s?[.、]))?"
)
_WORD = (
    rf"(?:(?:(?:题目|例题?|问题|试题|考题|示例|样题|范例)\s?(?P<ordinal>\d{{1,3}}|[{HAN}]{{1,3}})?\s?(?:\(\d{{1,3}}分\)\s?)?[:.]|例、)"
    r"|[\[【]\s?(?:题目|例题?|问题|试题)\s?[\]】])"
)
_LINE = re.compile(
    rf"{_LEAD}(?:(?P<tag>{TAG})[^\S\n]?)?(?:{_LED}{_NUM}[^\S\n]{{0,4}}(?P<after>{TAG}|{AFTER})?"
    r"|(?P<named>判断题|单选题|多选题|填空题|简答题|名词解释题?)(?=[\u3400-\u9fff“《])(?!每|共|本|考[察查]|主要|要求|通常|侧重|旨在|[是的占])"
    rf"|(?P<han>[{HAN}]{{1,3}})\s?[、.]\s?(?=\S)"
    rf"|(?P<word>{_WORD})"
    rf"|(?P<none>(?<=[\]】)>:.、]\s)|(?<=[\]】)>:.、])))"
)
_FAST = re.compile(
    r"(?m)^(?=[^\S\n]{0,40}(?:[_\d(\[【<★☆*※●■◆▲•◎#第lILQq一二三四五六七八九十]|[单多不判填简论问名选辨案情材][^\n]{0,9}[\d:]|题[目\d]"
    r"|例|[变典][式例]|示例|样题|范例|考题|问题|试题|习题|-\s(?:问题|题目|例|试题)|(?:判断题|单选题|多选题|填空题|简答题|名词解释题?)[\u3400-\u9fff“《]))"
)
_INLINE = re.compile(
    rf"(?=[\d(\[【<第单多不判填简论问选辨案情材练練{HAN}])(?:(?:(?<![\d.,~\-–—/a-z(\[【\n+=×±])|(?<=[A-H]\.)|(?<=[)\]】]\.)|(?<=[:\]】]×)){_LED}(?:(?P<dot>(?!0)\d{{1,3}})\s?\.(?!\d)"
    rf"|(?P<count>\d{{1,3}})\.(?=\d{{1,4}}(?:世纪|年|岁|位|名|个|月|日|小时|分钟|秒))"
    rf"|(?P<pause>\d{{1,3}})、)[^\S\n]{{0,2}}(?P<after>{TAG}|{AFTER})?"
    r"|(?<=\s)(?P<colon>[1-9]\d{0,2}):(?!\d)[^\S\n]{0,2}"
    rf"|(?<![\d.])(?P<typed>[1-9]\d{{0,2}})[^\S\n]{{1,2}}(?P<type>(?:单选题|多选题|判断题|不定项选择题|单项选择题|多项选择题))[^\S\n]?"
    rf"|(?<![\d.,~\-–—/a-z(\[【\n+=×±\s])(?P<blank>[1-9]\d{{0,2}})[^\S\n](?=[\u3400-\u9fff“\"《A-Z]"
    rf"|\d{{1,4}}[^\S\n]?(?:年|岁|世纪|位|名|个))"
    rf"|(?<=[\s。)])(?P<han>[{HAN}]{{1,3}})、(?=[^\n]{{6,160}}?\(\s?\d{{1,3}}\s?分\s?\))"
    r"|第\s?(?P<di>[1-9]\d{0,3})\s?题(?![,，到至~\-—、])\s?[:.)]?[^\S\n]{0,2}"
    rf"|[练練][习習]题\s?(?P<ordinal>[{HAN}]{{1,3}})\s?:[^\S\n]{{0,2}}"
    rf"|(?<=\S)(?P<tag>{TAG})\s?(?P<tagged>\d{{1,3}})(?:\s?[.、]|(?=[\u3400-\u9fff])))"
)
# a unit behind a number (11人, 3小时), not a word that begins with its character (11人体, 3小学)
UNIT = re.compile(
    r"小时|世纪|人(?![体格际类们本])|个(?![体性人别案])|名(?!词)|条(?!件)|分(?![析配化类离裂])|天(?![才性])"
    r"|年(?!龄)|次(?!要)|[岁月日周秒时种项%度位倍级点厘毫米公℃题页章节]"
)
_STYLES = ("pause", "blank", "colon", "han", "di")  # of numbers inside lines, besides a dot
_WORDED = ("word", "han", "none")  # numbers in words, or none
_LINE_STYLES = (
    *(
        "word",
        "han",
        "di",
        "ask",
        "example",
        "box",
        "paren",
        "dot",
        "pause",
        "close",
        "colon",
        "alone",
    ),
    *("blank", "fused", "glued", "ocr", "none"),
)
_ITEM = re.compile(r"^[^\S\n]{0,20}[-–—•●][^\S\n]{0,20}\n(?=[^\n]*\S)", re.MULTILINE)
# a dash before a sentence that asks by an empty bracket
_ASKED_ITEM = re.compile(
    r"^[^\S\n]{0,20}[-–—•●·][^\S\n]{1,3}(?=[^\n]{6,200}[(]\s{0,9}[)]\s?[。.]?[^\S\n]*$)",
    re.MULTILINE,
)
_ITEMS = 3  # dashes alone on their lines; fewer of them are rules between parts
# chosen on rendered papers and golden cases (make bench-parse)
_INSIDE, _INSIDE_ENDED = -0.5, -0.4  # a number inside a line, and behind a sentence's end
_DECIMAL = 0.7  # against: 1.5, 3 1908年
_OF_UNIT = 0.9  # against: 11人, 3小时
_HUNDREDS = 0.7  # against: 112 某縣國民中學…, 105 學年度
_CUT = 0.2  # against: 534岁 as 5 and 34岁
_TYPED_WEIGHT = 0.5  # 3 单选题 inside a line: the type's name says what the number is
_OPTION_MARK = re.compile(r"[(\[【][A-H][)\]】]\s?\Z")  # an option's text begins with a number
_TWICE = re.compile(r"(\d{1,3})(?:\s?[.、](?!\d)|[^\S\n](?=[^\s\d]))\s?")
BASE = {
    "di": 1.0, "ask": 0.9, "example": 0.9, "box": 1.0, "alone": 0.3, "han": 0.5, "row": -0.2,
    "item": 0.6,
    "paren": 0.7, "keyed": 1.0, "dot": 1.0, "pause": 1.0, "close": 0.7, "colon": 0.4,
    "blank": 0.5, "fused": 0.0, "glued": 0.1, "ocr": 0.3, "word": 0.8, "none": 0.9,
}  # fmt: skip


class Start(NamedTuple):
    """A place where a question may begin."""

    pos: int
    end: int  # where the stem begins
    number: int  # 0 = unnumbered
    style: str
    tag: str = ""  # printed type tag
    inline: bool = False
    weight: float = 0.0
    lead: tuple[int, int] = (0, 0)  # a key in brackets before the number: ( B )3.


def candidates(text: str, start: int, end: int, *, inline: bool = True) -> list[Start]:
    """Every number or tag in a stretch that may begin a question, in order."""
    places = {m.end() for m in _FAST.finditer(text, start, end)} | {start}
    matches = (_LINE.match(text, place, end) for place in sorted(places))
    found = [s for m in matches if m and m[0] for s in _at_line(text, m)]
    found += _items(text, start, end)
    if inline:
        found += _inside(text, start, end, {at for s in found for at in (s.pos, s.end)})
    found.sort(key=lambda s: (s.pos, s.end))
    return [once_more(text, s) for s in found]


def _inside(text: str, start: int, end: int, taken: set[int]) -> Iterator[Start]:
    """Numbers inside lines; `taken` = where those at lines' heads begin and end."""
    for m in _INLINE.finditer(text, start, end):
        at = m.start()
        if not taken.isdisjoint(m.span()) or _OPTION_MARK.search(text, max(start, at - 5), at):
            continue
        style = next((s for s in _STYLES if m[s]), "dot")
        printed = m[style] or m["tagged"] or m["count"] or m["typed"] or m["ordinal"]
        tag = m["after"] or m["tag"] or m["type"] or ""
        if m["type"] or m["ordinal"] or m["han"] or (tag[:1] in "[【" and tag):
            weight = _TYPED_WEIGHT
        else:
            ended = style == "dot" and text[at - 1] in "。？?！!；;)"
            weight = _INSIDE_ENDED if ended else _INSIDE
        lead = m.span("lead") if m["lead"] else (0, 0)
        yield Start(*m.span(), _counted(printed), style, tag, True, weight, lead)


def once_more(text: str, s: Start) -> Start:
    """Behind a number that is printed twice: 1.1、 and 1.1"""
    again = _TWICE.match(text, s.end) if text[s.end : s.end + 1].isdecimal() else None
    if not again or int(again[1]) != s.number:
        return s
    if not again[0].strip().isdecimal():
        return s._replace(end=again.end())
    back = _DECIMAL * (s.style == "dot" and not s.inline)
    return s._replace(end=again.end(), weight=s.weight + back)


def _items(text: str, start: int, end: int) -> list[Start]:
    """Dashes alone on their lines, and before sentences that ask by an empty bracket."""
    found = [m for m in _ITEM.finditer(text, start, end) if m.end() < end]
    if len(found) < _ITEMS and _dashes(text) < _ITEMS:
        found = []
    asked = list(_ASKED_ITEM.finditer(text, start, end))
    found += asked if len(asked) >= _ITEMS else []
    return [Start(m.start(), m.end(), 0, "item", weight=BASE["item"]) for m in found]


@lru_cache(maxsize=4)
def _dashes(text: str) -> int:
    """How many dashes stand alone on lines of the whole page."""
    return sum(1 for _ in _ITEM.finditer(text))


def _at_line(text: str, m: re.Match[str]) -> list[Start]:
    """What may begin at a line's head: a number, which may be read in several ways, or a word."""
    if m["named"] is not None:
        return [Start(m.start("named"), m.end(), 0, "none", m["named"], False, 0.2)]
    if m["ell"] is not None:
        at = m.start("ell")
        ways = ((1, BASE["ocr"]), (0, BASE["ocr"] - _CUT))  # 1, or another number: L首次…
        return [Start(at, m.end(), n, "ocr", weight=weight) for n, weight in ways]
    style = next(s for s in _LINE_STYLES if m[s] is not None)
    tag = m["tag"] or m["after"] or ""
    pos = m.start() + len(m[0]) - len(m[0].lstrip())
    if style in _WORDED:
        number = _counted(m["ordinal" if style == "word" else style] or "")
        bare = style == "none" and not m["tag"]
        return [] if bare else [Start(pos, m.end(), number, style, tag, False, BASE[style])]
    digits = m[style]
    number = len(digits) if style == "ocr" else int(digits)
    weight = BASE[style] - _DECIMAL * (m["deci"] is not None or m["year"] is not None)
    if style in ("glued", "blank"):
        weight -= _OF_UNIT * (not tag and UNIT.match(text, m.end()) is not None)
        weight -= _HUNDREDS * (number >= 100)
    cuts = range(1, len(digits)) if style in ("glued", "fused") and not tag else ()
    first, style = m.start(style), "glued" if style == "fused" else style
    lead = m.span("lead") if m["lead"] else (0, 0)
    return [
        Start(pos, m.end(), number, style, tag, False, weight, lead),
        *(
            Start(pos, first + cut, int(digits[:cut]), style, tag, False, weight - _CUT)
            for cut in cuts
        ),
    ]


def _counted(printed: str) -> int:
    """A printed ordinal: 12, 十二; 0 for none."""
    if not printed or printed.isdecimal():
        return int(printed or 0)
    tens, _, ones = printed.rpartition("十")
    high = (HAN.index(tens[-1]) + 1 if tens else 1) if "十" in printed else 0
    return 10 * high + (HAN.index(ones[-1]) + 1 if ones else 0)
