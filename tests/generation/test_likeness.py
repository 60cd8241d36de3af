"""Questions told anew: synonyms in the stem, another name of the key, options of their own."""

import json
from typing import Any

from bench.planted_blind import ROWS, SETS, read_rows
from generation.answers import Question
from generation.gates import cousins
from generation.siblings import alike, same_answer
from tests.generation.gate_items import INDEX, made

REWORDED = ROWS.with_name("planted_reworded.jsonl")


def asked(row: dict[str, Any]) -> Question:
    options = [row["options"][letter] for letter in "ABCD"]
    told = {name: row[name] for name in ("answer", "explanation")}
    return Question(stem=row["question"], options=options, **told)


def test_most_reworded_questions_ask_the_same() -> None:
    originals = {row["question"]: row for path in SETS[5:8] for row in read_rows(path)}
    rows = [json.loads(line) for line in REWORDED.read_text("utf-8").splitlines()]
    pairs = [(asked(originals[row["of"]]), asked(row)) for row in rows]
    found = [alike(one, two) or same_answer(one, two, INDEX.rarity) for one, two in pairs]
    assert len(found) == 39
    assert sum(found) >= 35


def test_a_stem_that_tells_the_answer_of_a_sibling_is_doubted() -> None:
    asked = made(
        concept="双因素理论", name="r2", right="保健因素", wrong="激励因素|内部动机|自我实现",
        stem="食堂和空调改善之后，员工不再抱怨，但并未更加努力。食堂和空调属于（　）",
    )  # fmt: skip
    teller = made(
        concept="双因素理论", right="只能消除员工的不满", wrong="使员工满意|引起不公平|提高期望值",
        stem="改善食堂和空调这类保健因素，所起的作用是（　）",
    )  # fmt: skip
    other = made(concept="双因素理论", right="消除不满", stem="薪酬和工作条件所起的作用是（　）")
    assert cousins([asked, teller], INDEX)["r2"].startswith("doubt:sibling_tells_answer 改善")
    apart = made(concept="双因素理论", right="麦克利兰", stem="没有提出保健因素的学者是（　）")
    assert "r2" not in cousins([asked, other], INDEX)
    assert "r2" not in cousins([asked, apart], INDEX)


def test_what_a_wrong_option_names_otherwise_is_another_question() -> None:
    first = Question(
        stem="虚无假设为真，检验却拒绝了它，这时所犯的错误是（　）", answer="A",
        options=["第一类错误", "第二类错误", "抽样误差", "测量误差"],
        explanation="虚无假设为真而被拒绝，是第一类错误。",
    )  # fmt: skip
    second = Question(
        stem="虚无假设为假，检验却没有拒绝它，这时所犯的错误是（　）", answer="B",
        options=["Ⅰ型错误", "Ⅱ型错误", "抽样误差", "测量误差"],
        explanation="虚无假设为假而未被拒绝，是Ⅱ型错误。",
    )  # fmt: skip
    assert not same_answer(first, second, INDEX.rarity)


def question(stem: str, options: str, explanation: str) -> Question:
    """A question whose first option is right."""
    return Question(stem=stem, options=options.split("|"), answer="A", explanation=explanation)


def test_a_name_is_ruled_out_without_what_all_options_begin_with() -> None:
    first = question(
        "没有经过探索就按父母的意愿作出承诺，这种状态是（　）",
        "同一性早闭|同一性延缓|同一性达成|同一性扩散", "没有探索而有承诺。",
    )  # fmt: skip
    second = question(
        "正在积极探索而还没有作出承诺，这种状态是（　）",
        "延缓|早闭|达成|扩散", "正在探索而没有承诺。",
    )  # fmt: skip
    assert not same_answer(first, second, INDEX.rarity)


def test_sums_of_the_same_numbers_are_one_however_these_are_written() -> None:
    first = question(
        "韦伯分数为1/20，标准重量为400克，至少增加多少才能觉察（　）", "20克|5克|8克|40克",
        "400×1/20＝20（克）。",
    )  # fmt: skip
    second = question(
        "手提400克的人，重量的韦伯比值是0.05，恰好感到变重须添（　）", "20克|2克|10克|25克",
        "0.05乘以400，得20克。",
    )  # fmt: skip
    other = question(
        "手提800克的人，重量的韦伯比值是0.05，恰好感到变重须添（　）", "40克|2克|10克|25克",
        "0.05乘以800，得40克。",
    )  # fmt: skip
    assert same_answer(first, second, INDEX.rarity)
    assert not same_answer(first, other, INDEX.rarity)
