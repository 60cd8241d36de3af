"""What is read of a model's answer, and the rule of what cannot be read."""

import pytest

from asking.journal import Entry
from generation.answers import read_answer


@pytest.mark.parametrize(
    ("output", "finish", "rule"),
    [
        ("抱歉，我无法提供这类内容。", "stop", "refusal"),
        ('{"questions": [{"stem": "一', "length", "truncated"),
        ("好的，下面是四道题：", "stop", "invalid_json"),
        ('{"questions": []}', "stop", "too_few_questions"),
        ('{"questions": ["一", 2, null, {}]}', "stop", "unreadable_question"),
        ("[[[[", "stop", "invalid_json"),
        ("", "stop", "invalid_json"),
        ("null", "stop", "invalid_json"),
        ("[" * 100_000, "stop", "invalid_json"),
    ],
)
def test_an_answer_without_questions_has_a_rule(output: str, finish: str, rule: str) -> None:
    entry = Entry(key="k", purpose="write", subject="c", output=output, finish=finish)
    reading = read_answer(entry)
    assert not reading.questions
    assert reading.faults[0].rule == rule
    assert reading.reason()


def test_fences_thinking_letters_and_lettered_options_are_understood() -> None:
    question = (
        '{"stem": "一", "options": {"A": "A. 甲", "B": "（B）乙", "C": "丙", "D": "丁"}, '
        '"answer": "b", "explanation": "因为"}'
    )
    text = f'<think>先想 {{"questions"</think>\n```json\n{{"questions": [{question}]}}\n```'
    reading = read_answer(Entry(key="k", purpose="write", subject="c", output=text))
    [(number, read)] = reading.questions
    assert (number, read.options, read.answer) == (1, ["甲", "乙", "丙", "丁"], "B")
    assert [fault.rule for fault in reading.faults] == ["too_few_questions"]
