"""Cases that several questions share, where a book prints them without a line of their own.

`（12～14题共用题干）女，42岁…` runs on behind its label; below 材料分析题 a passage may stand with
no label at all. The grammar knows cases by labels on lines, so each of them gets one.
"""

import re
from collections.abc import Iterator, Sequence

from ocr.habits.headings import flat, is_heading, numeral

PUT = re.compile(
    r"材料[一二三四五六七八九十]{1,2}："
)  # before a passage without a number of its own
LONG = 40  # characters of a passage
TWENTY = 20  # cases from which their numbers are not worth the risk
ASKS = 60  # characters that a question below a passage has at most
_RANGED = re.compile(
    r"^\s*[(\[【]\s*第?\s?\d{1,3}\s?题?\s?[-~—–至到]{1,2}\s?第?\s?\d{1,3}\s?题?[^()\[\]【】。]{0,12}"
    r"(?:题干|材料|案例|病例|资料|备选答案|共用)[^()\[\]【】。]{0,4}[)\]】]\s?:?\s*(?=[^\s:])"
)
_SECTION = re.compile(  # one that may hold a passage, with its instruction
    r"^\s*(?:[(]?[一二三四五六七八九十]{1,3}[)]?\s*[、.]?)?\s*"
    r"(?:(?:材料|案例|情境|情景|个案)(?:分析|阅读|解答|应用|问答)?题?\s*(?:\(.*\)?)?"
    r"|(?:综合(?:应用|分析|运用)?|应用|分析|论述|问答|实验设计)题?\s*(?:[(].*[)]?|:.*)?)\s*$"
)
_KEY = re.compile(r"^[^。?:]{0,30}答\s?案[^。?:]{0,12}$")
_NUMBERED = re.compile(r"^\s*[(\[【]?\s*\d{1,3}\s*[.、)\]】](?!\d)")
_MARKED = re.compile(
    r"^\s*(?:[(\[【]?\s*(?:\d{1,3}|[A-H]|[一二三四五六七八九十]{1,3})\s*[.、)\]】:]|[【\[①-⑳]"
    r"|(?:材料|案例|资料|情境|情景|阅读|个案|背景|病历|问题|第)\s?[\d一二三四五六七八九十:下以]|答)"
)
_OTHER = re.compile(  # it announces questions by itself, or is an instruction
    r"(?:完成|回答)\s?(?:第|\d|下|以下|后|所附|问题|各题|有关)[^。,]{0,10}[。.:]?\s*$|[小每本各]题|答题|作答"
)
_QUESTION = re.compile(r"[?？]\s*$|请|试|如何|怎样|分析|简述|谈谈|说明|结合|根据|哪些|什么")
Line = tuple[int, str]


def cases_labelled(lines: Sequence[Line]) -> list[Line]:
    """The lines with a label on a line of its own, or at the head of the line, for each case."""
    parted = [part for line in lines for part in _parted(line)]
    given = _unannounced(parted)
    found = list(parted)
    for count, (i, text) in enumerate(sorted(given), 1):
        found[i] = (parted[i][0], f"材料{numeral(count)}：{text}")
    return found


def _parted(line: Line) -> Iterator[Line]:
    at, text = line
    match = _RANGED.match(flat(text))
    if match and len(flat(text)) == len(text):
        yield at, text[: match.end()].rstrip(" 　:：")
        yield at, text[match.end() :]
    else:
        yield line


def _unannounced(lines: Sequence[Line]) -> list[tuple[int, str]]:
    """Places of passages without a label in sections of such questions, and their text."""
    found = []
    habit = within = False
    for i, (_, text) in enumerate(lines):
        plain = flat(text)
        if _KEY.match(plain):
            break
        if (opens := _SECTION.match(plain) is not None) or is_heading(text):
            within, habit = opens, False
            continue
        before = flat(lines[i - 1][1]) if i else ""
        first = _SECTION.match(before) is not None
        if within and (first or (habit and _asks(before))) and _passage(plain, lines[i + 1 :]):
            found.append((i, text))
            habit = True
    return found if len(found) < TWENTY else []


def _asks(plain: str) -> bool:
    """Is it a whole question, which no passage goes on with?"""
    marks = _NUMBERED.match(plain), _QUESTION.search(plain)
    return len(plain) <= ASKS and all(marks)


def _passage(plain: str, below: Sequence[Line]) -> bool:
    """A long text without a mark, below which numbered questions begin before another heading."""
    if len(plain) < LONG or _MARKED.match(plain) or _OTHER.search(plain):
        return False
    for _, text in below:
        if is_heading(text) or _SECTION.match(flat(text)) or _KEY.match(flat(text)):
            return False
        if _NUMBERED.match(flat(text)):
            return True
    return False
