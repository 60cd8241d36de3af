"""The printer of papers: repeatable, and true to what it says."""

from dataclasses import replace

import pytest

from papers import LAYOUTS, NOISES, Item, render
from papers.breaks import break_line

CASE = "一般资料：求助者，女性，20岁。\n案例介绍：失眠一个月。"
ITEMS = [
    Item("首因效应属于（　　）。", ("社会知觉", "感觉", "需要", "能力"), "A", "最初的印象最深。"),
    Item("记忆的环节有（　　）。", ("识记", "保持", "再认", "迁移"), "ABC", "", "MAQ"),
    Item("求助者的症状是（　　）。", ("失眠", "幻觉"), "A", "", "SCQ", CASE),
    Item("应进一步了解的有（　　）。", ("病程", "起因", "星座"), "AB", "", "MAQ", CASE),
    Item("知觉具有恒常性。", (), "对", "", "TF"),
    Item("什么是定势？", (), "先前活动造成的准备状态。", "", "QA"),
]


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_question_is_printed_where_the_truth_says(name: str) -> None:
    paper = render(ITEMS, LAYOUTS[name], seed=3)
    assert len(paper.expected) == len(paper.items) == len(ITEMS)
    printed = "".join(paper.lines).replace(" ", "")
    for truth, item in zip(paper.expected, paper.items, strict=True):
        assert 0 <= truth.lines[0] <= truth.lines[1] < len(paper.lines)
        assert item.stem[:4] in "".join(paper.lines[truth.lines[0] : truth.lines[1] + 1])
        assert truth.material.replace("\n", "") in printed
    assert (paper.key_lines is not None) == (
        LAYOUTS[name].answers == "key" and LAYOUTS[name].key_place == "page"
    )


@pytest.mark.parametrize("name", ["plain", "wrapped", "key:ranges:page"])
def test_the_same_seed_prints_the_same_paper(name: str) -> None:
    layout = replace(LAYOUTS[name], noise=tuple(NOISES))
    assert render(ITEMS, layout, seed=1) == render(ITEMS, layout, seed=1)
    assert render(ITEMS, layout, seed=1).lines != render(ITEMS, layout, seed=2).lines


def test_noise_changes_no_question() -> None:
    noisy = replace(LAYOUTS["plain"], noise=("adverts", "furniture", "page_marks"))
    plain = [replace(q, lines=(0, 0)) for q in render(ITEMS, LAYOUTS["plain"]).expected]
    assert [replace(q, lines=(0, 0)) for q in render(ITEMS, noisy).expected] == plain


def test_lines_break_as_printers_do() -> None:
    rows = break_line("知觉的恒常性（constancy）指条件变化时，知觉映象保持不变。", 8)
    assert "".join(rows) == "知觉的恒常性（constancy）指条件变化时，知觉映象保持不变。"
    assert all(row[0] not in "，。）" for row in rows)
    assert any("constancy" in row for row in rows)
    assert break_line("短", 8) == ["短"]
