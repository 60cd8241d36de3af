"""What stands between the lines of papers in the wild: all invented."""

import random
from collections.abc import Callable

Lines = list[tuple[str, int]]  # text, index of its question or -1
Spoil = Callable[[Lines, random.Random], Lines]

_ADVERTS = (
    "更多心理学考试资料请加QQ群：123456789",
    "关注微信公众号“某某题库”，免费领取历年真题",
    "本资料来源于某某题库网 www.example.com，转载请注明出处",
    "扫描下方二维码下载APP，海量试题免费做",
    "编辑推荐：2015年心理咨询师考试报名时间汇总",
    "点击查看更多>>某某网校辅导课程",
)
_BOILERPLATE = (
    "心理学试题库_第1页",
    "已阅读5页，还剩18页未读，继续免费阅读",
    "文档简介",
    "版权说明：本文档由用户提供并上传，收益归属内容提供方，若内容存在侵权，请进行举报或认领",
    "下载文档",
    "第3页 共12页",
    "上一页 下一页",
    "PAGEPAGE44",
)
_FURNITURE = (
    "得分 评卷人",
    "题号 一 二 三 四 总分",
    "绝密★启用前",
    "密封线内不要答题",
    "试卷代号：2013",
)


def _between(texts: tuple[str, ...], share: float) -> Spoil:
    def spoil(lines: Lines, dice: random.Random) -> Lines:
        out: Lines = []
        for i, (text, owner) in enumerate(lines):
            if (i == 0 or lines[i - 1][1] != owner or owner < 0) and dice.random() < share:
                out.append((dice.choice(texts), -1))
            out.append((text, owner))
        return out

    return spoil


def _inside(texts: tuple[str, ...], share: float) -> Spoil:
    def spoil(lines: Lines, dice: random.Random) -> Lines:
        out: Lines = []
        for line in lines:
            if dice.random() < share:
                out.append((dice.choice(texts), -1))
            out.append(line)
        return out

    return spoil


def _blank_lines(lines: Lines, dice: random.Random) -> Lines:
    return [out for line in lines for out in ((line, ("", -1)) if dice.random() < 0.3 else (line,))]


def _indents(lines: Lines, dice: random.Random) -> Lines:
    return [(dice.choice(("", "　　", "  ", "\u3000", " ")) + text, owner) for text, owner in lines]


def _trailing(lines: Lines, dice: random.Random) -> Lines:
    return [(text + dice.choice(("", " ", "　", "\u200b")), owner) for text, owner in lines]


NOISES: dict[str, Spoil] = {
    "adverts": _between(_ADVERTS, 0.1),
    "boilerplate": _between(_BOILERPLATE, 0.1),
    "furniture": _between(_FURNITURE, 0.1),
    "page_marks": _inside(("第3页 共12页", "- 7 -", "第 12 页"), 0.03),
    "blank_lines": _blank_lines,
    "indents": _indents,
    "trailing": _trailing,
}
