"""Repairs of what a paper prints around a question: numbers, type tags, scores, references."""

import re

from cleaning.repair import TextRepair
from cpsyexam.text import CJK

_OPEN, _CLOSE = r"[(（\[【]", r"[)）\]】]"
_TYPE = r"(?:单项?选择?|多项?选择?|不定项选择?|判断选择?)"
TAG = rf"{_OPEN}\s*{_TYPE}题?\s*{_CLOSE}"
_WORD = r"(?:单选|多选|单项选择|多项选择|不定项选择|不定项)"
_SCORE = (
    rf"{_OPEN}\s*(?:本题|本小题|每题|每小题|共|计|满分)?\s*\d{{1,2}}(?:\.\d)?\s*分"
    rf"(?:[，,][^()（）]{{0,12}}分)?\s*{_CLOSE}"
)
_PAGE = (
    rf"{_OPEN}\s*(?:见|参见)?\s*(?:教材)?\s*(?:\d{{0,2}}\s?P[l\d]{{1,4}}|第?\s*\d+\s*页)\s*{_CLOSE}"
)
_EXAM = rf"{_OPEN}[^()（）\[\]【】]{{0,16}}(?:19|20)\d\d\s*(?:年?研|年真题|年统考|真题){_CLOSE}"
_REFERENCE = r"\d{1,2}-\d{1,3}"
_NUMBER = r"(?:\d{1,3})"

_HEADS = [
    re.compile(rf"^\s*{_NUMBER}?\s*[.．、:：]?\s*{TAG}\s*[.．、:：]?\s*"),
    re.compile(rf"^\s*{_NUMBER}?\s*{_WORD}题?\s*[:：]\s*(?:{_NUMBER}\s*[.．、])?\s*"),
    re.compile(rf"^\s*(?:{_WORD}题|问题)\s+(?=\S)"),
    re.compile(rf"^\s*第\s*{_NUMBER}\s*题\s*[.．、:：\s]\s*"),
    re.compile(rf"^\s*{_PAGE}\s*"),
    re.compile(rf"^\s*{_SCORE}\s*"),
    re.compile(rf"^\s*[?？.．·•]\s*(?=[{CJK}（(“《A-Za-z])"),
]
_NUMBERED = re.compile(rf"^\s*(?:({_NUMBER})\s*[.．、](?![\d.．])|({_NUMBER}),(?=[{CJK}])|"
                       rf"[(（]({_NUMBER})[)）][.．、]?(?=\S))\s*")  # fmt: skip
_TAILS = [
    re.compile(rf"\s*{TAG}\s*[。.]?\s*$"),
    re.compile(rf"(?<=[\s。.．?？！!)）】”…：:_]){_WORD}题\s*[。.]?\s*$"),
    re.compile(rf"{_WORD}\s*[。.]?\s*$"),
    re.compile(rf"(?<=[\s。.．?？)）】：:_])\s*{_SCORE}\s*[。.]?\s*$"),
    re.compile(rf"\s*{_PAGE}\s*[。.]?\s*$"),
    re.compile(rf"\s*{_EXAM}\s*$"),
    re.compile(rf"(?<=[)）】?？。])\s*{_REFERENCE}\s*[。.]?\s*$"),
]
_INNER = re.compile(
    rf"(?:(?<=[\n。！？!?…）)])|^)\s*(?:{_NUMBER}\s*{TAG}|{_NUMBER}?\s*{_WORD}题?\s*[:：]\s*"
    rf"(?:{_NUMBER}\s*[.．、]\s*)?)"
)
_CONFIRM = re.compile(
    r"\s*(?:确认答案|查看答案|显示答案|点击查看答案|收藏本题|本题答案)\s*[。.]?\s*$"
)
_LABEL = re.compile(
    r"^\s*(?:【\s*(?:参考答案|正确答案|答案要点|答案|答|解析|答案解析)\s*】[:：]?|"
    r"(?:参考答案|正确答案|答案)\s*[:：]\s*(?:[A-H][\s,，、;；.。]*)+(?:答案)?解析\s*[:：]|"
    r"(?:参考答案|正确答案|答案要点|答案解析|答案|答|解析)\s*[:：](?!\s*[A-H](?:[^A-Za-z]|$)))\s*"
)
_MARKED = rf"{TAG}|{_WORD}|{_SCORE}|{_PAGE}"


def strip_head(stem: str) -> str:
    """A stem without number, type tag, score or page reference in front.

    `12岁儿童`, `1.5倍`, `3个月` and stems that enumerate (1. … 2. …) keep their numbers.
    """
    for pattern in _HEADS:
        rest = pattern.sub("", stem, count=1)
        if rest != stem and rest.strip():
            return rest
    match = _NUMBERED.match(stem)
    if match and stem[match.end() :].strip():
        number = int(next(g for g in match.groups() if g))
        follows = rf"(?:^|[^\d]){number + 1}\s*[.．、)）]"
        if not re.search(follows, stem[match.end() :]):
            return stem[match.end() :]
    return stem


def strip_tail(stem: str) -> str:
    """A stem without type tag, score or page reference behind."""
    for pattern in _TAILS:
        rest = pattern.sub("", stem, count=1)
        if rest != stem and rest.strip():
            return rest
    return stem


def strip_inner(stem: str) -> str:
    """A case with its question set off where the paper printed `多选:71、` between them."""
    rest = _INNER.sub("\n", stem)
    return rest.strip("\n") if rest != stem and rest.strip() else stem


def strip_confirm(text: str) -> str:
    """Text without the button words that web pages leave behind it."""
    rest = _CONFIRM.sub("", text)
    return rest if rest.strip() else text


def strip_label(text: str) -> str:
    """A model answer or explanation without its own heading."""
    rest = _LABEL.sub("", text, count=1)
    return rest if rest.strip() else text


def repairs() -> list[TextRepair]:
    """The mark repairs, in order."""
    return [
        TextRepair(
            "button_text",
            "button words of web pages (确认答案) are taken out",
            r"(?:答案|本题)\s*[。.]?\s*$",
            strip_confirm,
            ("stem", "options", "explanation"),
        ),
        TextRepair(
            "inner_mark",
            "number and type tag between a case and its question become a new line",
            rf"{_WORD}题?\s*[:：]|\d\s*{TAG}",
            strip_inner,
            ("stem",),
        ),
        TextRepair(
            "leading_mark",
            "question number, type tag, score and page reference in front of a stem go",
            rf"^\s*(?:{_OPEN}?\s*第?\s*\d|{_OPEN}\s*(?:\d|P|见|教材|本|每|共|计|满|单|多|不|判)|单|多|不|问题\s|[?？.．·•])",
            strip_head,
            ("stem",),
        ),
        TextRepair(
            "trailing_mark",
            "type tag, score and page reference behind a stem go",
            rf"(?:{_MARKED}|{_EXAM})题?\s*[。.]?\s*$|\d-\d{{1,3}}\s*[。.]?\s*$|{_WORD}题\s*[。.]?\s*$",
            strip_tail,
            ("stem",),
        ),
        TextRepair(
            "label",
            "headings such as 答案： and 解析： in front of answers and explanations go",
            r"^\s*(?:【\s*(?:参考|正确|答|解析)|参考答案|正确答案|答|解析)",
            strip_label,
            ("explanation", "answer"),
        ),
    ]
