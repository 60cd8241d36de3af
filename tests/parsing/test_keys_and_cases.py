"""Keys behind the last question's label, cases with two headings, and what readers chose."""

import pytest

from parsing import Parsed, Printed, parse

NAMES = (
    ("气质类型包括（ ）", "胆汁质", "多血质", "黏液质", "抑郁质"),
    ("下列属于情绪状态的有（ ）", "心境", "激情", "应激", "美感"),
    ("提出需要层次理论的是（ ）", "罗杰斯", "马斯洛", "弗洛伊德", "华生"),
)


def _choices() -> list[str]:
    """Three questions with their options on lines."""
    rows = [zip("ABCD", options, strict=True) for _, *options in NAMES]
    return [
        f"{n}.{stem}\n" + "\n".join(f"{letter}.{text}" for letter, text in row)
        for n, ((stem, *_), row) in enumerate(zip(NAMES, rows, strict=True), 1)
    ]


def _read(*lines: str) -> tuple[Printed, ...]:
    return parse("\n".join(lines)).questions


def _dropped(parsed: Parsed, place: int) -> list[str]:
    notes = parsed.questions[place].notes
    return [note for note in notes if note.startswith("dropped:own_answer")]


@pytest.mark.parametrize("mark", ["、", ".", ")"])
def test_the_last_label_of_several_questions_is_the_key_of_all(mark: str) -> None:
    key = "\n".join(f"{n}{mark}{letters}" for n, letters in enumerate(("ABCD", "ABC", "BC"), 1))
    found = _read("一、多项选择题", *_choices(), f"答案：{key}")
    assert [q.answer for q in found] == ["ABCD", "ABC", "BC"]


def test_a_key_that_names_an_option_that_is_not_there_is_no_key_of_all() -> None:
    found = _read("一、单项选择题", *_choices(), "答案：1、A\n2、F\n3、B")
    assert [q.answer for q in found[:2]] == ["", ""]


def test_a_case_with_two_headings_is_for_the_questions_that_one_of_them_names() -> None:
    case = "求助者，女性，33岁，因失眠两个月前来咨询。"
    found = _read("案例一", "（1～2题共用题干）", case, *_choices())
    assert [q.material for q in found] == [case, case, ""]
    assert [q.stem for q in found] == [stem for stem, *_ in NAMES]


def test_a_line_below_what_a_reader_chose_is_not_part_of_it() -> None:
    one, two, three = _choices()
    parsed = parse(
        f"{one}\n我的答案：B\n题目收录于第三章。\n正确答案：ABCD\n"
        f"{two}\n正确答案：ABC\n我的答案：\nBD\n{three}\n正确答案：B"
    )
    assert [q.answer for q in parsed.questions] == ["ABCD", "ABC", "B"]
    assert _dropped(parsed, 0) == ["dropped:own_answer 我的答案：B"]
    assert _dropped(parsed, 1) == ["dropped:own_answer 我的答案：\nBD"]
    assert [rest.text for rest in parsed.leftovers] == ["题目收录于第三章。"]


@pytest.mark.parametrize(("many", "cut"), [(8, True), (3, False)])
def test_a_topic_behind_the_last_option_goes_where_most_questions_have_one(
    many: int, *, cut: bool
) -> None:
    last = "D.动作由强到弱，效果也随之递减。"
    rows = [
        f"{n}.与第{n}条定律相符的是（ ）\nA.强度不变。\nB.强度增加。\nC.先增后减。\n{last}"
        + (" 消费行为" if n <= many else "")
        for n in range(1, 9)
    ]
    found = _read(*rows)
    tails = {q.options[-1].removeprefix(last[2:]).strip() for q in found}
    assert tails == ({""} if cut else {"", "消费行为"})
