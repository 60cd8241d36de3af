"""What pages of single questions print around a stem is no part of it."""

import pytest

from parsing import parse

ROW = "A.焦虑 B.强迫 C.恐惧 D.抑郁"
STEM = "反复检查门锁，明知没有必要，这种现象属于（ ）。"


def _one(text: str) -> tuple[str, int, str, str]:
    (found,) = parse(text).questions
    return found.stem, len(found.options), found.answer, found.explanation


@pytest.mark.parametrize("label", ["问题 ", "试题　", "题干 "])
def test_a_word_and_a_blank_before_the_stem(label: str) -> None:
    text = f"{label}{STEM}\n\n选项 {ROW}\n\n答案B\n\n解析这是典型的强迫行为。\n"
    assert _one(text) == (STEM, 4, "B", "这是典型的强迫行为。")


@pytest.mark.parametrize(
    ("above", "below", "rule"),
    [("“微信扫一扫”进入某某题库刷题及模考\n", "", "advert"), ("", "【资料图】\n", "site_furniture"),
     ("微信扫一扫，下载离线题库\n", "", "advert"), ("", "（配图）\n", "site_furniture")],
)  # fmt: skip
def test_banners_and_marks_of_pictures(above: str, below: str, rule: str) -> None:
    text = f"{above}{STEM}\n{below}A.焦虑\nB.强迫\nC.恐惧\nD.抑郁\n参考答案：B\n"
    assert _one(text)[:3] == (STEM, 4, "B")
    assert [rest.rule for rest in parse(text).leftovers] == [rule]


def test_a_star_before_a_stem_is_not_its_word() -> None:
    rest = "\nA.甲 B.乙 C.丙 D.丁\n答案：A\n"
    paper = f"1.{{0}}感觉是（ ）{rest}2.知觉是（ ）{rest}"
    assert [q.stem for q in parse(paper.format("★")).questions] == ["感觉是（ ）", "知觉是（ ）"]
