"""Numbers that the detector missed."""

import pytest

from ocr.habits.confusions import Repaired
from ocr.habits.numbers import restored, restored_key

OPTIONS = ["A．甲　　B．乙", "C．丙　　D．丁"]


def read(*lines: str, key: bool = False) -> list[str]:
    known = {at: Repaired(text, ()) for at, text in enumerate(lines)}
    change = restored_key if key else restored
    return [(known | change(known, range(len(lines))))[at].text for at in range(len(lines))]


def test_first_and_middle_numbers_come_back() -> None:
    first = read("一、单项选择题", "感觉是（　　）。", *OPTIONS, "2．知觉是（　　）。", *OPTIONS)
    assert first[1] == "1．感觉是（　　）。"
    middle = read("1．感觉是（　　）。", *OPTIONS, "记忆是？", *OPTIONS, "3．知觉是", *OPTIONS)
    assert middle[3] == "2．记忆是？"


def test_a_number_glued_to_a_digit_is_parted_from_it() -> None:
    lines = read("1．感觉是？", *OPTIONS, "2.4岁的小宇", *OPTIONS, "3．知觉是？", *OPTIONS)
    assert lines[3] == "2．　4岁的小宇"
    assert read("1．感觉是？", "1.5倍于前", "2．知觉")[1] == "1.5倍于前"


def test_the_lost_number_of_an_answer_in_a_key() -> None:
    lost = read("7．【答案】A", "【答案】B", "9．【答案】C", key=True)
    assert lost[1] == "8．【答案】B"
    two = ["7．【答案】A", "【答案】B", "【答案】D", "9．【答案】C"]
    assert read(*two, key=True) == two
    below = ["7．感觉是？", *OPTIONS, "【答案】B", "9．知觉是？", *OPTIONS, "【答案】C"]
    assert read(*below, key=True) == below


def test_a_comma_for_the_point_of_a_number_that_is_due() -> None:
    lines = read("1．感觉是？", *OPTIONS, "2，知觉是？", *OPTIONS, "3，记忆是？", *OPTIONS)
    assert [lines[3], lines[6]] == ["2．知觉是？", "3．记忆是？"]
    assert read("11．简述感觉。", "12，简述知觉。", "13．简述记忆。")[1] == "12．简述知觉。"
    assert read("11．得分为", "20，高于常模。", *OPTIONS)[1] == "20，高于常模。"


def test_numbers_without_a_point_that_go_on_from_line_to_line() -> None:
    lines = read("1．简述感觉。", "2简述知觉。", "3简述记忆。", "4．简述思维。")
    assert lines == ["1．简述感觉。", "2．简述知觉。", "3．简述记忆。", "4．简述思维。"]
    alone = ["1．简述感觉。", "2岁儿童的知觉有何特点？", "简述记忆。", "4．简述思维。"]
    assert read(*alone) == alone


@pytest.mark.parametrize(
    "lines",
    [
        [
            "1．长的题干，",
            "它的后半是（　　）。",
            *OPTIONS,
            "3．知觉是",
            *OPTIONS,
        ],  # 2 is elsewhere
        ["1．感觉是", *OPTIONS, "记忆是（　　）。", *OPTIONS, "2．知觉是", *OPTIONS],  # no room
        ["1．感觉是", *OPTIONS, "记忆是（　　）。", "2．知觉是", *OPTIONS],  # no options
        ["案例一", "求助者说的是（　　）。", "B．乙"],
        [],
    ],
)
def test_left_alone(lines: list[str]) -> None:
    assert read(*lines) == lines


def test_each_is_noted() -> None:
    lines = {at: Repaired(t, ()) for at, t in enumerate(["感觉是？", *OPTIONS, "2．知觉"])}
    assert restored(lines, range(4))[0].notes == ("ocr_repair: number_restored: 1",)
