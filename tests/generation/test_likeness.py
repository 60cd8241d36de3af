"""Questions told anew: synonyms in the stem, another name of the key, options of their own."""

import json
from typing import Any

from bench.planted_blind import ROWS, SETS, read_rows
from generation.answers import Question
from generation.siblings import alike, same_answer
from tests.generation.gate_items import INDEX

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
