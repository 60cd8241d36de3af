"""What changes around a question never moves an answer to another question."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from papers import LAYOUTS, Item, render
from parsing import Parsed, parse
from parsing.keys.values import tags
from parsing.source_text import fold
from tests.matrix import some

GOLDEN = Path(__file__).parent / "golden"
FURNITURE = ("纠错 收藏 笔记", "难度：★★", "查看解析", "上一题 下一题", "第3页 共12页")
ITEMS = [
    Item("感觉的适应中由明到暗称为（　　）。", ("明适应", "暗适应", "对比", "后像"), "B"),
    Item("提出“最近发展区”的是（　　）。", ("皮亚杰", "布鲁纳", "维果茨基", "加涅"), "C"),
    Item("属于投射测验的是（　　）。", ("罗夏测验", "16PF", "EPQ", "MMPI"), "A"),
    Item(
        "下列属于意志品质的有（　　）。", ("自觉性", "果断性", "敏感性", "自制力"), "ABD", "", "MAQ"
    ),
    Item("思维的特征有（　　）。", ("间接性", "概括性", "随意性", "模糊性"), "AB", "", "MAQ"),
]


def answers(parsed: Parsed) -> dict[str, str]:
    """Answer by the options' texts: what a question is, wherever it stands."""
    return {"|".join(q.options): q.answer for q in parsed.questions if len(q.options) > 1}


def moved(before: Parsed, after: Parsed) -> list[str]:
    """Questions whose answer is another one than before; a missing answer is none."""
    first = answers(before)
    return [
        key
        for key, answer in answers(after).items()
        if answer and key in first and answer != first[key]
    ]


def papers() -> dict[str, list[str]]:
    golden = {
        folder.name: (folder / "paper.txt").read_text("utf-8").split("\n")
        for folder in sorted(GOLDEN.iterdir())
    }
    names = [n for n in LAYOUTS if n.startswith(("answers:", "key:", "options:", "number:"))]
    return golden | {n: list(render(ITEMS, replace(LAYOUTS[n])).lines) for n in names}


PAPERS = papers()


@pytest.mark.parametrize("name", some(PAPERS, 3))
def test_furniture_moves_no_answer(name: str) -> None:
    lines = PAPERS[name]
    before = parse(lines)
    ends = sorted({q.lines[1] + 1 for q in before.questions}, reverse=True)
    spoiled = list(lines)
    for i, at in enumerate(ends):
        spoiled.insert(at, FURNITURE[i % len(FURNITURE)])
    assert moved(before, parse(spoiled)) == []


@pytest.mark.parametrize("name", some(PAPERS, 3))
def test_a_lost_number_moves_no_answer(name: str) -> None:
    lines = PAPERS[name]
    before = parse(lines)
    for question in before.questions[:3]:
        at = question.lines[0]
        head, number, rest = lines[at].partition(question.number or "\0")
        if not number or len(head) > 3:
            continue
        spoiled = [*lines[:at], head + rest.lstrip(".．、)）:： "), *lines[at + 1 :]]
        assert moved(before, parse(spoiled)) == []


@pytest.mark.parametrize("name", ["plain", "answers:brackets", "key:ranges:end", "key:table:end"])
def test_the_order_of_options_without_a_key_says_nothing(name: str) -> None:
    lines = list(render(ITEMS, LAYOUTS[name]).lines)
    before = parse(lines)
    dice = random.Random(name)
    for question in before.questions:
        first, last = question.lines
        body = [n for n in range(first + 1, last + 1) if not tags(fold(lines[n]), 0, 99)]
        mixed = [lines[n] for n in body]
        dice.shuffle(mixed)
        spoiled = list(lines)
        for n, line in zip(body, mixed, strict=True):
            spoiled[n] = line
        found = parse(spoiled).questions
        after = {(q.section, q.number): q.answer for q in found if q.answer}
        for q in before.questions:
            assert after.get((q.section, q.number), q.answer) == q.answer
