"""Instructions, answer cards, headings and runs of answers; labels printed in a book's own way."""

import pytest

from ocr.chapters.sheet_lines import bare_heading, entries, outside
from ocr.habits.confusions import Repaired
from ocr.habits.numbers import plain_numbers
from ocr.habits.options import circled_options


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("1 A B C D E 15 A B C D E 29 A B C D E", "answer_card"),
        ("一、单项选择题（每题只有一个正确答案）", ""),
        ("1．下列说法中，正确答案是（　　）。", ""),
        ("参考答案", ""),
    ],
)
def test_what_is_no_part_of_a_question(text: str, rule: str) -> None:
    assert outside(text) == rule


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("参考答案与解析", "参考答案"),
        ("习题答案", "参考答案"),
        ("乙、是非题", "二、是非题"),
        ("丁、名词解释", "四、名词解释"),
        ("第一题　单项选择（每题4分，共20分）", "一、单项选择（每题4分，共20分）"),
        ("第三题　1)错误　2)正确", "三、1)错误　2)正确"),
        ("[填空]", "填空题"),
        ("[判断]（正确的划“√”，错误的划“×”）", "判断题（正确的划“√”，错误的划“×”）"),
        ("[知觉]", "[知觉]"),
        ("［多选］", "［多选］"),
        ("附录一　各单元自测练习答案", "参考答案"),
        ("第一题　心理学是什么？", "第一题　心理学是什么？"),
        ("---------------- 参考答案 ----------------", "参考答案"),
        ("Part II Multiple Choice 多项选择(3 points each)", "二、多项选择题"),
        ("Answer Key 参考答案", "参考答案"),
        ("甲、乙两名学生的成绩", "甲、乙两名学生的成绩"),
    ],
)
def test_headings(text: str, bare: str) -> None:
    assert bare_heading(text) == bare


def test_runs_of_answers_come_apart_below_a_keys_heading_only() -> None:
    run = "23.说服对象24.集中性25.参与"
    assert list(entries([(0, "参考答案"), (1, run)]))[1:] == [
        (1, "23.说服对象"),
        (1, "24.集中性"),
        (1, "25.参与"),
    ]
    assert list(entries([(0, "练习"), (1, run)])) == [(0, "练习"), (1, run)]


def relabel(*texts: str) -> list[str]:
    lines = {at: Repaired(text, ()) for at, text in enumerate(texts)}
    for form in (circled_options, plain_numbers):
        lines |= form(lines, range(len(texts)), ())
    return [line.text for line in lines.values()]


def test_circled_options_become_letters_also_behind_a_pencil() -> None:
    assert relabel(
        "(1)信度是【③】", "①甲____②乙", "③丙____④丁",
        "(2)效度是【①】", "甲____②乙____③丙",
        "(3)常模是【④】", "②甲____②乙____③丙", "(4)难度是", "①甲", "(5)方差是", "①甲",
    )[:7] == [
        "(1)信度是【C】", "A．甲　　B．乙", "C．丙　　D．丁",
        "(2)效度是【A】", "A．甲　　B．乙　　C．丙",
        "(3)常模是【D】", "A．甲　　B．乙　　C．丙",
    ]  # fmt: skip


def test_enumerations_in_a_lettered_book_stay() -> None:
    texts = ("1．下列说法：①甲②乙", "A．①", "B．②", "①甲", "C．①②")
    assert relabel(*texts) == list(texts)


def test_examples_and_numbers_in_brackets() -> None:
    assert relabel("例1 甲", "例2 乙", "例3 丙") == ["1．甲", "2．乙", "3．丙"]
    assert relabel("[1]甲", "[2]乙", "[3]丙") == ["1．甲", "2．乙", "3．丙"]
    assert relabel("例1 甲", "乙") == ["例1 甲", "乙"]
