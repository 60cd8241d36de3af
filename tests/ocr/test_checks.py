"""Doubts about a question come from its structure."""

from dataclasses import replace

import pytest

from ocr.alarms import SURE
from ocr.checks import WEIGHTS, doubt, torn, unlike_blanks, without_case
from parsing import Printed


def printed(
    number: str = "2",
    declared: str = "SCQ",
    stem: str = "心理学研究的对象是（　　）。",
    options: tuple[str, ...] = ("甲", "乙", "丙", "丁"),
    answer: str = "B",
) -> Printed:
    return Printed(number, declared, "", "", "", stem, options, answer, "", (), (), (0, 1))


def reasons(question: Printed, before: Printed | None = None) -> list[str]:
    found = doubt(question, before or printed(number="1"), [0.9])
    assert (found.confidence < 1) == bool(found.reasons)
    assert all(reason.partition(":")[0] in WEIGHTS for reason in found.reasons)
    return [reason.partition(":")[0] for reason in found.reasons]


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (printed(number="5"), "number_out_of_sequence"),
        (printed(options=(), declared="FILL", answer="激情3.外部4.有意"), "answer_runs_on"),
        (printed(options=("甲", "乙____", "丙", "丁")), "option_gap"),
        (printed(options=(), declared="TF", answer="X。安全型依恋"), "verdict_unclear"),
        (printed(options=(), declared="TF", answer="十"), "verdict_unclear"),
        (printed(options=("甲", "乙", "丙", "丁本报订阅热线各地邮局均可订阅")), "option_long"),
        (printed(stem="心理学研究的对象是（　　）。\n内"), "stray_line"),
        (printed(number=""), "number_missing"),
        (printed(options=("甲", "乙", "丙")), "options_missing"),
        (printed(options=("甲", "", "丙", "丁")), "option_empty"),
        (printed(options=("甲", "乙", "甲", "丁")), "options_alike"),
        (printed(answer=""), "answer_missing"),
        (printed(answer="E"), "answer_beyond_options"),
        (printed(answer="AB"), "answer_count"),
        (printed(declared="MAQ", answer="A"), "answer_count"),
        (printed(stem="心理学（psychology研究的对象是什么"), "brackets_unbalanced"),
        (printed(stem="心理学研究l的对象是什么"), "unlikely_character"),
        (printed(stem="心理学研究ж的对象是什么"), "unlikely_character"),
        (printed(stem="心理学研究的对象是____。"), "blank_guessed"),
        (printed(stem="是？"), "stem_short"),
    ],
)
def test_reason(question: Printed, reason: str) -> None:
    assert reasons(question) == [reason]


def test_a_sound_question_has_none() -> None:
    assert reasons(printed()) == []
    assert reasons(printed(number="1"), printed(number="9")) == []
    assert reasons(printed(declared="QA", options=(), answer="略述。")) == []


def test_a_poorly_read_line_lowers_the_confidence() -> None:
    assert doubt(printed(number="1"), None, [0.99, 0.6]).reasons == ("low_score",)


def test_a_question_about_a_text_that_is_not_there_is_doubted() -> None:
    stem = "请结合材料，分析李老师遵循了哪些原则。"
    asked = printed(declared="QA", stem=stem, options=(), answer="长善救失原则。")
    assert reasons(asked) == ["material_missing"]
    assert reasons(replace(asked, material="小辉上课经常讲话，作业拖拉。")) == []


def test_a_person_whose_case_is_in_no_question_is_missed_by_those_about_it() -> None:
    left = ["一般资料：小雯，女，14岁，初二学生。", "小学教育，男女同校"]
    asked = [
        printed(stem="小雯目前的主要问题是（　　）。"),
        printed(stem="首先应当（　　）。", options=("让小雯回到课堂", "教小雯学会放松")),
        printed(stem="小雯目前的主要问题是（　　）。"),
        printed(stem="小学教育的特点是（　　）。"),
    ]
    asked[2] = replace(asked[2], material="小雯，女，14岁。")
    assert without_case(asked, left) == [("material_missing",), ("material_missing",), (), ()]
    assert without_case(asked, left[1:]) == [()] * 4


def test_a_statement_that_goes_on_for_lines_is_doubted() -> None:
    stem = "注意是一种独立的心理过程。"
    judged = printed(declared="TF", stem=stem, options=(), answer="错")
    assert reasons(judged) == []
    assert reasons(replace(judged, stem=f"{stem}\n考点3　学习的动机")) == ["statement_goes_on"]


def test_what_a_second_reading_saw_is_looked_at() -> None:
    found = doubt(replace(printed(), notes=("doubt:read_again",)), printed(number="1"), [0.9])
    assert found.reasons == ("read_again",)
    assert found.confidence < SURE


TOLD = "动机是激发和维持有机体行动的内部动力。"


@pytest.mark.parametrize(
    "odd",
    [
        printed(number="6", options=("甲", "乙", "丙", "丁 7. 下一题的题干是（　　）。A. 戊")),
        printed(number="6", options=("甲", "乙", "丙", "学习动机— 12 —")),
        printed(number="6", options=("甲", "B.乙", "丙", "丁")),
        printed(number="6", stem="提出情绪三维说的是（　　）【某某大学2011】"),
        printed(number="6", options=(), answer=f"{TOLD}分析：只答要点者得一半分数。"),
        printed(number="6", options=(), answer=f"{TOLD}(61)"),
        printed(number="6", options=(), answer=f"{TOLD}\n【本章小结】本章讲动机。"),
        printed(number="6", options=(), answer=f"{TOLD}\n江南师范大学2009年研究生考试试题"),
    ],
)
def test_texts_that_look_torn_among_the_others_are_doubted(odd: Printed) -> None:
    choices = [
        printed(number=str(n), stem=f"心理学第{n}种观点的代表人物是（　　）。") for n in range(1, 6)
    ]
    open_ = [
        printed(number=str(n), stem=f"动机{n}", options=(), declared="QA", answer=TOLD)
        for n in range(1, 6)
    ]
    fine = choices if odd.options else open_
    *others, last = torn([*fine, odd])
    assert others == [()] * 5
    [reason] = last
    assert reason.startswith("looks_torn: ")
    assert doubt(odd, fine[-1], [0.9], told=last).confidence < 0.8


def test_a_stem_without_a_blank_among_many_with_one_is_doubted() -> None:
    usual = [printed(str(n)) for n in range(1, 25)]
    cut = printed("25", stem="心理学研究的")
    open_one = printed("26", stem="心理学研究什么", options=(), declared="QA")
    assert [bool(found) for found in unlike_blanks([*usual, cut, open_one])] == [
        *(24 * [False]),
        True,
        False,
    ]
    assert not any(unlike_blanks([replace(q, stem="心理学研究的对象是") for q in usual]))
