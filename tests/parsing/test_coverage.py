"""No text is lost: what a paper says is in a field of a question or in a leftover."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsyexam.text import fold
from papers import LAYOUTS, NOISES, Item, Layout, render
from papers.choices import CHOICE_STYLES
from papers.keys import KEY_STYLES
from papers.materials import MATERIAL_STYLES
from papers.numbering import NUMBER_STYLES
from papers.replies import REPLY_STYLES
from papers.sections import SECTION_STYLES
from parsing import Parsed, parse

MARKS = re.compile(
    r"明德教育|故选|[一二三四五六七八九十]{1,3}、|参考|正确|标准|试题|本题|考点|答案|解析|第\d+题|题目|名词解释|[单多]项?选择?题?|不定项选?择?题?"
    r"|判断题?|填空题?|简答题?|问答题?|论述题?|[^\w\s]|_|\d+|[A-H]|[√×]|答|析|无|题号|选项"
)
OPTION = re.compile(r"\W*[A-H]\W?[^\W\d_]")
GARBAGE = [
    "四、1.B 2.A 3.C", "九、1-5 ABCDA", "（五）1.√ 2.×", "1.B 2.A", "单选题：1B 2A 3C", "√×√",
    "参考答案", "答案：C", "蓝莓大象漂流", "蓝莓7大象", "1.银杏信封", "十、银杏灯塔", "3）薄荷滑梯",
    "【解析】琥珀风筝", "故选C", "题号 1 2\n答案 B A", "A.珊瑚邮筒", "答：芦苇钟表",
    "第九章 雪松铃铛",
    "案例三：石榴帆船", "（8～9题共用题干）", "无", "【苔藓】陀螺", "1", "A", "答案：1.B 2.A 3.C",
    "一、", "多选题 竹筏", "E.胡桃", "参考答案：陶罐", "12.", "一、单项选择题答案", "得分 评卷人",
]  # fmt: skip
CASE = "一般资料：求助者，女，30岁，教师。\n案例介绍：求助者近两个月情绪低落，睡眠很差。"
ITEMS = [
    Item("人对声音的感觉是（　　）。", ("听觉", "视觉", "味觉", "嗅觉"), "A", "声波引起听觉。"),
    Item("暗适应属于（　　）。", ("知觉", "视觉适应", "听觉适应"), "B", ""),
    Item("记忆的环节有（　　）。", ("识记", "保持", "重现", "顿悟"), "ABC", "顿悟属学习。", "MAQ"),
    Item("求助者的心境属于（　　）。", ("抑郁", "欣快", "淡漠"), "A", "近两月低落。", "SCQ", CASE),
    Item("还应了解（　　）。", ("病程", "诱因", "血型"), "AB", "", "MAQ", CASE),
    Item("气质有好坏之分。", (), "错", "", "TF"),
    Item("什么是定势？", (), "先前活动造成的心理准备。", "", "QA"),
]
QUICK = settings(max_examples=150)


def compact(text: str) -> str:
    return re.sub(r"\s", "", fold(text))


def said(parsed: Parsed) -> str:
    """Everything that the records say."""
    texts = [rest.text for rest in parsed.leftovers]
    for q in parsed.questions:
        fields = (q.section, q.chapter, q.material, q.stem, q.answer, q.explanation, *q.options)
        texts += [*fields, *q.notes]
    return "\n".join(map(compact, texts))


def lost(parsed: Parsed, lines: list[str], page: str) -> list[str]:
    """Lines with words that no record holds, and keys whose letters went nowhere."""
    held, out = said(parsed), []
    for i, line in enumerate(lines):
        words = [w for w in MARKS.sub(" ", fold(line)).split() if compact(w) not in held]
        rests = "".join(r.text for r in parsed.leftovers if (r.line, r.page) == (i, page))
        spans = [
            (q, s)
            for q in parsed.questions
            for s in (q.also if page == "paper" else (q.key_lines,))
            if s
        ]
        asked = page == "paper" and any(q.lines[0] <= i <= q.lines[1] for q in parsed.questions)
        told = "".join(
            "".join((q.answer, q.material, q.explanation, *q.options, *q.notes))
            for q, span in spans
            if span[0] <= i <= span[1]
        )
        letters = [] if asked or OPTION.match(fold(line)) else re.findall("[A-H√×]", fold(line))
        spoken = re.findall("[A-H√×对错]", fold(rests + told))
        if words or len(letters) > len(spoken):
            out.append(line)
    return out


LAYOUT = st.builds(
    Layout,
    name=st.just("drawn"),
    numbering=st.sampled_from(list(NUMBER_STYLES)),
    options=st.sampled_from(list(CHOICE_STYLES)),
    answers=st.sampled_from([*REPLY_STYLES, "key", "key", "key"]),
    sections=st.sampled_from(list(SECTION_STYLES)),
    material=st.sampled_from(list(MATERIAL_STYLES)),
    key=st.sampled_from(list(KEY_STYLES)),
    key_place=st.sampled_from(["end", "section", "chapter", "page"]),
    run_on=st.booleans(),
    chapters=st.sampled_from([0, 0, 2]),
    wrap=st.sampled_from([0, 0, 30]),
    noise=st.lists(st.sampled_from(list(NOISES)), max_size=2, unique=True).map(tuple),
)
INSERTS = st.lists(st.tuples(st.floats(0, 1), st.sampled_from(GARBAGE)), max_size=6)


@QUICK
@given(LAYOUT, INSERTS, INSERTS, st.integers(0, 9))
def test_no_text_is_lost(
    layout: Layout, more: list[tuple[float, str]], keyed: list[tuple[float, str]], seed: int
) -> None:
    paper = render(ITEMS, layout, seed=seed)
    lines = spoiled(paper.lines, more)
    key = spoiled(paper.key_lines, keyed) if paper.key_lines else None
    parsed = parse(lines, key=key)
    assert lost(parsed, lines, "paper") == []
    assert key is None or lost(parsed, key, "key") == []


@pytest.mark.parametrize("name", LAYOUTS)
def test_no_layout_loses_text(name: str) -> None:
    paper = render(ITEMS, replace(LAYOUTS[name]), seed=1)
    parsed = parse(paper.lines, key=paper.key_lines)
    assert lost(parsed, list(paper.lines), "paper") == []


def spoiled(lines: tuple[str, ...], more: list[tuple[float, str]]) -> list[str]:
    out = list(lines)
    for share, text in more:
        at = round(share * len(out))
        out[at:at] = text.split("\n")
    return out
