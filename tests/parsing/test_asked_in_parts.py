"""A case whose question is asked in parts is one question, where nothing there is answered."""

import pytest

from parsing import Printed, grammar, parse

CASE = (
    "五年级学生小强的数学成绩原来属于中等。上学期几次单元测验都没有及格，他觉得“自己天生就笨”，"
    "从此上课不听讲。"
)
KEY = """参考答案
三、简答题
10.【答案】创设问题情境。
四、材料分析题
11.【参考答案】（1）小强把失败归因于能力。
（2）引导他归因于努力不够。
"""
SIMPLE = "三、简答题\n10.简述培养学习兴趣的方法。\n四、材料分析题\n"
PARTS = "（1）分析小强厌学的原因。{}\n（2）如果你是小强的老师，你会怎样帮助他？{}"


def last(above: str, parts: str = PARTS.format("", ""), key: str = KEY) -> Printed:
    found = parse(f"{SIMPLE}{above}\n{parts}\n{key}".splitlines()).questions
    assert [question.number for question in found] == ["10", "11"]
    return found[-1]


@pytest.mark.parametrize("above", [f"11.{CASE}", f"11.{CASE}\n问题：", f"11.材料\n{CASE}\n问题："])
def test_the_case_is_material_and_the_parts_are_the_stem(above: str) -> None:
    question = last(above)
    assert question.material == CASE
    assert question.stem == PARTS.format("", "")
    assert question.answer == "（1）小强把失败归因于能力。\n（2）引导他归因于努力不够。"
    assert question.options == ()
    assert "stem:parts" in question.notes


def test_what_announces_the_case_stays_with_the_parts() -> None:
    question = last(f"11.阅读材料，回答下列问题。\n{CASE}")
    assert question.material == CASE
    assert question.stem == f"阅读材料，回答下列问题。\n{PARTS.format('', '')}"


def test_points_of_parts_are_noted_and_cut() -> None:
    question = last(f"11.{CASE}\n问题：", PARTS.format("（8分）", "（10分）"))
    assert question.stem == PARTS.format("", "")
    noted = [note for note in question.notes if note.startswith("dropped:score")]
    assert sorted(noted) == ["dropped:score （10分）", "dropped:score （8分）"]


def test_what_asks_itself_is_no_case() -> None:
    asked = "某测验的标准差为15，信度系数为0.84，平均分为100。对一名得110分的被试请完成："
    parts = "（1）计算他的测量标准误。\n（2）说明他的真分数可能在哪里？"
    question = grammar.parse(f"{SIMPLE}11.{asked}\n{parts}\n{KEY}".splitlines()).questions[-1]
    assert question.material == ""
    assert question.stem == f"{asked}\n{parts}"


def test_parts_that_are_answered_one_by_one_are_questions() -> None:
    parts = "（1）分析厌学的原因。\n答案：归因于能力。\n（2）如何帮助他？\n答案：引导他努力。"
    found = grammar.parse(f"四、材料分析题\n11.{CASE}\n{parts}".splitlines()).questions
    assert [question.answer for question in found][-2:] == ["归因于能力。", "引导他努力。"]


def test_parts_with_options_are_questions() -> None:
    parts = "（1）他的归因是（　）。\nA.甲　B.乙　C.丙\n（2）这属于（　）。\nA.丁　B.戊　C.己"
    found = grammar.parse(f"四、案例题\n11.{CASE}\n{parts}".splitlines()).questions
    assert [question.options for question in found] == [("甲", "乙", "丙"), ("丁", "戊", "己")]
