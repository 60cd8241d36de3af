"""Numbers that the detector missed or misread, as the grammar and its neighbours tell them."""

import pytest

from ocr.habits.numbers import inferred
from parsing import parse

OPTIONS = ["A．甲　　B．乙", "C．丙　　D．丁"]


def read(*lines: str) -> list[tuple[str, str]]:
    return [(q.number, q.stem) for q in inferred(parse(lines).questions)]


def test_first_and_middle_numbers_come_back() -> None:
    first = read("一、单项选择题", "感觉是（　　）。", *OPTIONS, "2．知觉是（　　）。", *OPTIONS)
    assert first == [("1", "感觉是（　　）。"), ("2", "知觉是（　　）。")]
    middle = read("1．感觉是（　　）。", *OPTIONS, "记忆是？", *OPTIONS, "3．知觉是", *OPTIONS)
    assert middle[1] == ("2", "记忆是？")


def test_each_is_noted() -> None:
    asked = inferred(parse(["感觉是？", *OPTIONS, "2．知觉是？", *OPTIONS]).questions)
    assert "number_inferred: 1" in asked[0].notes
    assert not any("inferred" in note for note in asked[1].notes)


@pytest.mark.parametrize(
    ("second", "stem"),
    [
        ("2.4岁的小宇是", "4岁的小宇是"),
        ("2，知觉是？", "知觉是？"),
        ("2知觉是（　　）。", "知觉是（　　）。"),
    ],
)
def test_a_number_that_is_due_without_its_point(second: str, stem: str) -> None:
    lines = ["1．感觉是？", *OPTIONS, second, *OPTIONS, "3．记忆是？", *OPTIONS]
    assert read(*lines) == [("1", "感觉是？"), ("2", stem), ("3", "记忆是？")]


def test_a_number_with_no_room_is_not_made_up() -> None:
    asked = ["1．感觉是", *OPTIONS, "记忆是（　　）。", *OPTIONS, "2．知觉是", *OPTIONS]
    assert [number for number, _ in read(*asked)] in (["1", "", "2"], ["1", "2"])
