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
_PART = re.compile(r"^\s*(?:Part|Section)\s*[IVX\d]{1,4}\b")
_NO_WORD = re.compile(rf"^(\s*{_NUMBER}(?!名词解释)(?!材料分析|案例分析){_KINDS})\s*$")
_BEFORE_FIRST = re.compile(rf"^(?P<head>\s*{_NUMBER}{_KINDS}[题題])\s+(?=1\s?[.、](?!\d))")
_SIGNED = re.compile(r"^\s*[◎★☆●■◆▲※□▶►▷]\s*")
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
    return any(pattern.match(line) for pattern in (_BARE, _NUMBERED, _ASKED, _PART, DASHED))


def parted(text: str) -> list[str]:
    """填空题　1.三　2.哺乳 as a heading and what stands beside it; any other line as it is."""
    match = _BEFORE_FIRST.match(flat(text))
    return [match["head"], text[match.end() :]] if match else [text]


def whole_name(text: str) -> str:
    """多项选择 as 多项选择题, without signs around it; any other line as it is."""
    if is_heading(text):
        text = _SIGNED.sub("", text).rstrip(":：")
    return f"{text.rstrip()}题" if _NO_WORD.match(flat(text)) else text
