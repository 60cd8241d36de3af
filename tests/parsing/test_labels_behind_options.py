"""A label behind the last option announces the key: never a tick, never the learner's choice."""

import random

import pytest

from parsing import parse
from parsing.alarm import THRESHOLD

ASKED = (
    ("气质的生理基础是（ ）。", ("体液", "高级神经活动类型", "体型", "血型"), "B"),
    ("下列属于内部动机的是（ ）。", ("求知欲", "奖金", "分数", "表扬"), "A"),
    ("桑代克的学说是（ ）。", ("顿悟说", "认知说", "试误说", "建构说"), "C"),
    ("暗适应主要依赖（ ）。", ("锥体细胞", "杆体细胞", "双极细胞", "水晶体"), "B"),
    ("首因效应是（ ）。", ("最后印象", "以偏概全", "以己度人", "第一印象"), "D"),
    ("短时记忆的容量约为（ ）。", ("七加减二", "三", "二十", "无限"), "A"),
)
KEYS = [key for _, _, key in ASKED]


@pytest.mark.parametrize("label", ["【正确答案】：", "[正确答案]:", "(正确答案): ", "【正确答案】"])
@pytest.mark.parametrize("mark", ["、", ".", "．"])
@pytest.mark.parametrize("rows", ["glued", "blanks", "a line", "lines"])
def test_a_label_behind_the_last_option_is_no_tick(label: str, mark: str, rows: str) -> None:
    between, last = {
        "glued": ("", ""),
        "blanks": (" ", " "),
        "a line": (" ", "\n"),
        "lines": ("\n", "\n"),
    }[rows]
    text = "".join(
        f"{n}{mark}{stem}{last}"
        + between.join(f"{x}{mark}{o}" for x, o in zip("ABCD", options, strict=True))
        + f"{between[:1]}{label}{key}{last}"
        for n, (stem, options, key) in enumerate(ASKED, 1)
    )
    assert [q.answer for q in parse(text).questions] == KEYS


@pytest.mark.parametrize("end", ["", ";", "。"])
@pytest.mark.parametrize("lost", [0, 1])
def test_what_a_learner_chose_is_never_the_key(end: str, lost: int) -> None:
    """With letters and texts on one line, and where the right ones are missing altogether."""
    dice = random.Random(5)
    rows = []
    for n, (stem, options, key) in enumerate(ASKED, 1):
        own = dice.choice([x for x in "ABCD" if x != key])
        named = dict(zip("ABCD", options, strict=True))
        right = "" if lost else f"正确答案:{key}:{named[key]}{end}"
        rows += [f"{n}. (单选题, 5分){stem}", *(f"{x}. {o}" for x, o in named.items())]
        rows += [f"我的答案:{own}:{named[own]};{right}", "0分", "AI讲解"]
    found = parse("\n".join(rows)).questions
    assert [q.answer for q in found] == ([""] * len(ASKED) if lost else KEYS)
    assert not any("分" in q.explanation or "AI" in q.explanation for q in found)


@pytest.mark.parametrize("said", ["此项为本题正确答案", "此项为本题正 确答案"])
def test_a_sentence_marks_an_option_wherever_it_stands(said: str) -> None:
    text = "一、A1型题\n" + " ".join(
        f"{n}.{stem} "
        + " ".join(
            f"【{x}】{o}" + f" 【{said}】" * (x == key)
            for x, o in zip("ABCD", options, strict=True)
        )
        + " 本题思路:略。"
        for n, (stem, options, key) in enumerate(ASKED[:2], 1)
    )
    parsed = parse(text)
    assert [q.answer for q in parsed.questions] == KEYS[:2]
    assert parsed.alarm < THRESHOLD
