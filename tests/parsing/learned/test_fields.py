"""Which question an answer belongs to, by the labels of a page's units."""

from dataclasses import replace

from parsing.learned.fields import Stretches, free, stretches
from parsing.learned.places import labels, locate
from parsing.learned.units import units
from parsing.records import Printed
from tests.parsing.learned.test_second import question

PAGE = (
    "一、名词解释\n1.感觉\n2.知觉\n二、简答题\n1.简述记忆\n参考答案\n一、名词解释\n"
    "1.感觉:对个别属性的反映。\n2.知觉:对整体的反映。\n二、简答题\n1.识记与保持和回忆。"
)
TRUE = (
    question("感觉", answer="对个别属性的反映。"),
    question("知觉", answer="对整体的反映。"),
    question("简述记忆", answer="识记与保持和回忆。"),
)


def _told(page: str, true: tuple[Printed, ...]) -> tuple[list[Stretches], list[str]]:
    found = units(page)
    named = labels(found, locate(page, true))
    return stretches(page, found, named), named


def test_answers_in_words_in_a_key_go_by_number_and_order() -> None:
    told, _ = _told(PAGE, TRUE)
    said = ["".join(PAGE[a:b] for row in one.answers for a, b in row) for one in told]
    assert said == [one.answer for one in TRUE]


def test_an_entry_of_a_key_is_no_line_of_its_question() -> None:
    told, _ = _told(PAGE, TRUE)
    assert [PAGE[a:b] for a, b in told[0].spans()] == ["感觉"]
    assert [PAGE[a:b] for a, b in told[0].spans(far=True)] == ["对个别属性的反映。"]
    assert told[2].spans(far=True) == []


def test_an_answer_without_a_number_is_the_last_questions() -> None:
    page = "1.感觉是\nA知觉\nB反映\n答案:B\n2.记忆是\nA过程\nB状态\n答案:A"
    first = question("感觉是", "知觉", "反映", answer="B")
    second = question("记忆是", "过程", "状态", answer="A")
    told, _ = _told(page, (first, second))
    assert [page[one.answers[0][0][0]] for one in told] == ["B", "A"]


def test_what_is_free_holds_the_key_with_its_explanations() -> None:
    page = "1.感觉是\nA知觉\nB反映\n答案\n1.B 解析:它反映个别属性。"
    one = replace(question("感觉是", "知觉", "反映"), explanation="它反映个别属性。")
    found = units(page)
    named = labels(found, locate(page, (one,)))
    assert "E" in {name[-1] for name in named}
    assert page[slice(*list(free(found, named))[-1])] == "\n答案\n1.B 解析:它反映个别属性。"
