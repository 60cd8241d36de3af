"""Lines folded in place, and the headings of sections, as papers print them."""

import re
from functools import lru_cache

from cpsyexam.text import fold

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
_NUMBERED = re.compile(
    r"^\s*\([一二三四五六七八九十]{1,3}\)\s*[^,。?]{0,14}(?:题|选择|判断|填空|解释|分析)\s*(?:\(.*)?$"
)
_ASKED = re.compile(  # 三、情境分析题（共20分）
    r"^\s*[一二三四五六七八九十]{1,3}\s*[、.]\s*[^\s,。?:()]{1,10}[题題]\s*(?:\(.*)?$"
)
_HAN = "一二三四五六七八九十"
_ROMAN = "ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩ"
_LED = re.compile(  # 题型二　判断题, §2 判断题, Ⅱ类 判断题, ～判断题～
    rf"^\s*(?:题型\s?(?P<type>[{_HAN}])|§\s?(?P<paragraph>10|[1-9])|(?P<class>[{_ROMAN}])\s?类|第(?P<task>[{_HAN}])大题"
    rf"|[~～]{{1,2}}(?=.*[~～]$))\s*[、.:]?\s*(?P<name>{_KINDS}[题題]?\s*(?:\([^()]*\))?)\s*[~～]{{0,2}}\s*$"
)
_PART = re.compile(r"^\s*(?:Part|Section)\s*[IVX\d]{1,4}\b")
_NO_WORD = re.compile(rf"^(\s*{_NUMBER}(?!名词解释)(?!材料分析|案例分析){_KINDS})\s*$")
_BEFORE_FIRST = re.compile(rf"^(?P<head>\s*{_NUMBER}{_KINDS}[题題])\s+(?=1\s?[.、](?!\d))")
_JUDGED = re.compile(r"判断(?:对错|正误|是非)题?")
_SIGNED = re.compile(r"^\s*[◎★☆●■◆▲※□▶►▷]\s*")
_NAMES = {
    "單一選擇題": "单项选择题",
    "單選題": "单项选择题",
    "複選題": "多项选择题",
    "多重選擇題": "多项选择题",
    "選擇題": "选择题",
    "是非題": "判断题",
    "填充題": "填空题",
    "簡答題": "简答题",
    "論述題": "论述题",
    "申論題": "论述题",
    "問答題": "问答题",
    "名詞解釋": "名词解释",
    "解釋名詞": "名词解释",
}
_TRADITIONAL = re.compile(rf"(?P<name>{'|'.join(_NAMES)})")
DASHED = re.compile(  # ------ 参考答案 ------
    r"^\s*[-—–=~～*·]{3,}\s*([^-—–=~～*·]{2,16}?)\s*[-—–=~～*·]{3,}\s*$"
)


@lru_cache(1 << 14)  # a line is asked for some sixty times
def flat(text: str) -> str:
    """As long as `text`: full-width forms folded, what would change its length left alone."""
    return "".join(_flat(char) for char in text)


def _flat(char: str) -> str:
    folded = char if char in _KEPT else fold(char)
    return folded if len(folded) == 1 else char


def is_heading(text: str) -> bool:
    """Is this line the heading of a section of questions, and nothing else?"""
    line = flat(text)
    return any(pattern.match(line) for pattern in (_BARE, _NUMBERED, _ASKED, _LED, _PART, DASHED))


def parted(text: str) -> list[str]:
    """填空题　1.三　2.哺乳 as a heading and what stands beside it; any other line as it is."""
    match = _BEFORE_FIRST.match(flat(text))
    return [match["head"], text[match.end() :]] if match else [text]


def whole_name(text: str) -> str:
    """多项选择 as 多项选择题, 複選題 likewise; any other line as it is."""
    text = _SIGNED.sub("", text) if is_heading(text) else text
    text = _ordered(text).rstrip(":：") if is_heading(text) else text
    if is_heading(text) and (traditional := _TRADITIONAL.search(text)):
        return text[: traditional.start()] + _NAMES[traditional["name"]] + text[traditional.end() :]
    text = _JUDGED.sub("判断题", text) if is_heading(text) else text
    return f"{text.rstrip()}题" if _NO_WORD.match(flat(text)) else text


def _ordered(text: str) -> str:
    """题型二　判断题 as 二、判断题; any other line as it is."""
    led = _LED.match(flat(text))
    if led is None:
        return text
    told = led["type"] or led["task"]
    place = _HAN.find(told) if told else _ROMAN.find(led["class"] or " ")
    place = int(led["paragraph"]) - 1 if led["paragraph"] else place
    return f"{_HAN[place]}、{led['name']}" if place >= 0 else led["name"]
