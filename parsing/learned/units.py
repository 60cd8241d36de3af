"""A page's text as units for labelling: label words, runs of Chinese, numbers, letters, signs."""

import re
from typing import NamedTuple

from parsing import vocabulary

_TYPES = (
    *("判断题", "单选题", "单项选择题", "多选题", "多项选择题", "选择题", "简答题", "论述题"),
    *("名词解释", "填空题"),
)
_WORDS = (
    *vocabulary.ANSWER,
    *vocabulary.EXPLANATION,
    *_TYPES,
    *("答案解析", "试题解析", "本题考查", "我的答案", "你的答案", "您的答案", "学生答案"),
    *("正解", "选项", "正确", "错误", "案例", "材料", "题目", "难度", "来源", "收藏", "纠错"),
    *("考点", "知识点", "分析", "点击", "显示", "查看", "得分", "分值", "故选", "不正确"),
)
# words of one character, only where their neighbours show that they are no part of a sentence
_SINGLE = (
    r"第(?=\s?\d)|(?<=\d)[题分]|(?<=[\[(【\n])[答解问题](?=[\])】:])|(?<=\n)[答解问题](?=:)"
    r"|选(?=\s?[A-H])|(?<=[\[(【\s:])[对错](?=[\])】\s]|\Z)"
)
_WORD = "|".join([*sorted(set(_WORDS), key=lambda word: (-len(word), word)), _SINGLE])
_LATIN = r"[A-Za-z]{2,}(?=[A-H]\s?[.、:)])|[A-Za-z]{3,}|[A-Za-z]{2}(?![.、:)])"
_UNIT = re.compile(
    rf"(?P<break>\n)|(?P<blank> +)|(?P<number>[0-9]+)|(?P<latin>{_LATIN})|(?P<letter>[A-Za-z])"
    rf"|(?P<word>{_WORD})|(?P<han>[\u3400-\u9fff])|(?P<sign>.)",
    re.DOTALL,
)
# stretches that no unit goes beyond: words are of Chinese characters alone
_APART = re.compile(r"[\u3400-\u9fff]+|[A-Za-z]+|[0-9]+|[\n.,:;?()、。\[\]【】“”√_]")


class Unit(NamedTuple):
    """A stretch of a text. Kinds: break, blank, number, latin, letter, word, han, sign."""

    start: int
    end: int
    kind: str
    text: str


def fewest(text: str) -> int:
    """How many units a folded text has at least, counted in a fraction of the time."""
    return len(_APART.findall(text))


def units(text: str) -> list[Unit]:
    """The units of a folded text, in order; together they are the text."""
    out: list[Unit] = []
    for found in _UNIT.finditer(text):
        kind = found.lastgroup or "sign"
        if kind == "han" and out and out[-1].kind == "han":
            start = out[-1].start
            out[-1] = Unit(start, found.end(), "han", text[start : found.end()])
        else:
            out.append(Unit(found.start(), found.end(), kind, found[0]))
    return out
