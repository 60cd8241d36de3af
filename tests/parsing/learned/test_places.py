"""Where the fields of known questions stand in a page."""

from dataclasses import replace

from parsing import Printed
from parsing.learned.places import labels, locate
from parsing.learned.units import units

PAGE = (
    "练习\n1.属于感觉的是( B )\nA.知觉\nB.反映\n答案：B\n解析：见第一章。\n"
    "2.记忆有三个环节。\n答案：对"
)


NOTHING = Printed("", "", "", "", "", "", (), "", "", (), (), (0, 0))


def asked(stem: str, options: tuple[str, ...] = (), **more: str) -> Printed:
    return replace(NOTHING, stem=stem, options=options, **more)  # type: ignore[arg-type]


QUESTIONS = (
    asked("属于感觉的是( )", ("知觉", "反映"), answer="B", explanation="见第一章。"),
    asked("记忆有三个环节。", answer="对"),
)


def fields(page: str, questions: tuple[Printed, ...]) -> list[tuple[str, str, int]]:
    return [(page[p.start : p.end], p.kind, p.question) for p in locate(page, questions)]


def test_fields_are_found_where_they_are_printed() -> None:
    found = fields(PAGE, QUESTIONS)
    assert ("属于感觉的是( B )", "S", 0) in found
    assert [text for text, kind, _ in found if kind == "O"] == ["知觉", "反映"]
    assert ("见第一章。", "E", 0) in found
    assert ("记忆有三个环节。", "S", 1) in found


def test_a_key_is_sought_behind_a_label_or_in_a_bracket_not_among_the_options() -> None:
    answers = [p for p in locate(PAGE, QUESTIONS) if p.kind == "A"]
    assert [PAGE[p.start : p.end] for p in answers] == ["B", "对"]
    assert all(PAGE[p.start - 2] in " （(案" for p in answers)


def test_a_letter_with_nothing_to_show_it_is_no_answer() -> None:
    page = "属于感觉的是\nA.知觉\nB.反映"
    assert not [p for p in locate(page, QUESTIONS[:1]) if p.kind == "A"]


def test_an_option_begins_behind_a_mark_not_inside_another_word() -> None:
    page = "1.属于气质的是\nA.非多血质型\nB.多血质"
    found = locate(page, (asked("属于气质的是", ("非多血质型", "多血质")),))
    assert [p.start for p in found if p.kind == "O"] == [page.index("非多"), page.rindex("多血质")]


def test_what_is_not_on_the_page_has_no_place() -> None:
    assert locate(PAGE, (asked("思维的特征是间接性", ("甲乙丙",)),)) == []


def test_labels_begin_each_field_once_and_leave_marks_outside() -> None:
    found = units(PAGE)
    named = labels(found, locate(PAGE, QUESTIONS))
    assert [name for name in named if name[0] == "B"] == ["BS", "BA", "BO", "BO", "BE", "BS", "BA"]
    told = {unit.text: name for unit, name in zip(found, named, strict=True)}
    assert told["练习"] == told["答案"] == told["1"] == "X"
