"""Printed numbers, and numbers that headings declare, against the questions found."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ocr.alarms import alarms, declared
from ocr.book import Layout
from ocr.census import lost_labels
from ocr.chapters.segment import Segmented, segment
from ocr.layout.assemble import assemble
from ocr.layout.paragraphs import Paragraph
from tests.ocr.test_alarms import book, page, question

JUDGED = ("意志行动总是有目的的。", "气质类型有好坏之分。", "遗忘的进程先快后慢。")


def read(*texts: str) -> tuple[Segmented, list[Paragraph]]:
    title = book().about.chapter[0].title
    text = assemble([(1, page(title, *texts))], Layout())
    return segment(book(), text.paragraphs), text.paragraphs


def rules(parsed: Segmented, paragraphs: Sequence[Paragraph]) -> list[str]:
    return [alarm.rule for alarm in alarms(parsed, paragraphs).found]


def test_a_statement_that_goes_on_with_the_numbers_is_lost() -> None:
    parsed, paragraphs = read(*question(1), *question(2), f"3．{JUDGED[0]}", f"4．{JUDGED[1]}")
    parsed.questions = parsed.questions[:2]
    assert [label.number for label in lost_labels(parsed, paragraphs)] == [3, 4]


def test_a_list_in_an_answer_is_no_loss() -> None:
    listed = [f"{at}．{text}" for at, text in enumerate(JUDGED, 1)]
    parsed, paragraphs = read(*question(1), *question(2), *listed)
    parsed.questions = parsed.questions[:2]
    assert lost_labels(parsed, paragraphs) == []


def test_a_section_that_begins_again_at_1_inside_another_question_is_lost() -> None:
    again = ["1．离开注意，心理活动就难以进行。（　　）", "2．注意的分散就是注意的转移。（　　）"]
    parsed, paragraphs = read(*question(1), *question(2), *again)
    last = parsed.questions[1]
    after = tuple(range(last.paragraphs[0], len(paragraphs)))
    parsed.questions = [parsed.questions[0], replace(last, paragraphs=after)]
    assert [label.number for label in lost_labels(parsed, paragraphs)] == [1, 2]


def test_another_style_of_number_is_no_question() -> None:
    parsed, paragraphs = read(*question(1), *question(2), "（3）对这件事，你有什么感受？")
    assert lost_labels(parsed, paragraphs) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("一、单项选择题（本大题共20小题，每小题1分）", 20),
        ("二、判断题（每题2分，共10分）", 5),
        ("（三）简答题(每小题5分,满分15分)", 3),
        ("四、论述题（15分）", 0),
        ("五、填空题（每空1分，共10分）", 0),
        ("12．测验共30题，某人答对24题。", 0),
        ("A．选择题共20题", 0),
    ],
)
def test_headings_declare_how_many_questions_follow(text: str, count: int) -> None:
    assert declared(text) == count


def test_fewer_questions_than_declared_raise_an_alarm() -> None:
    heading = "一、单项选择题（每小题2分，共{}分）"
    parsed, paragraphs = read(heading.format(6), *question(1), *question(2))
    (found,) = alarms(parsed, paragraphs).found
    assert (found.page, found.rule) == (1, "count_short")
    assert found.said.endswith("3 questions, 2 found")
    assert rules(*read(heading.format(4), *question(1), *question(2))) == []


def test_a_question_without_the_answer_that_others_have_raises_an_alarm() -> None:
    parsed, paragraphs = read(*question(1), *question(2), *question(3)[:2])
    (found,) = alarms(parsed, paragraphs).found
    assert (found.rule, found.said) == ("answers_missing", "of 3")
    bare = [line for number in (1, 2, 3) for line in question(number)[:2]]
    assert rules(*read(*bare)) == []  # a book that prints no answers
