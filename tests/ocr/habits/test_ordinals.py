"""Questions numbered ①, （一） or 一、, and keys that name them so."""

import pytest

from ocr.habits.confusions import Repaired
from ocr.habits.numbers import number, plain_ordinals

STEMS = ("感觉是什么", "知觉是什么", "记忆是什么", "思维是什么", "情绪是什么")
OPTIONS = "A．甲　　B．乙　　C．丙　　D．丁"


def chapter(marks: list[str], key: str) -> tuple[dict[int, Repaired], list[int]]:
    text = ["一、单项选择题"]
    for mark, stem in zip(marks, STEMS, strict=True):
        text += [f"{mark}{stem}？", OPTIONS]
    text += ["参考答案", key]
    return {at: Repaired(said, ()) for at, said in enumerate(text)}, list(range(len(text)))


@pytest.mark.parametrize(
    ("marks", "key"),
    [
        ("① ② ③ ④ ⑤", "①A②D③B④C⑤A"),
        ("（一） （二） （三） （四） （五）", "（一）A（二）D（三）B（四）C（五）A"),
        ("一、 二、 三、 四、 五、", "一、A　二、D　三、B　四、C　五、A"),
    ],
)
def test_numbers_and_key_become_plain(marks: str, key: str) -> None:
    lines, places = chapter(marks.split(), key)
    found = plain_ordinals(lines, places, [])
    assert [found[at].text for at in range(1, 10, 2)] == [
        f"{n}．{stem}？" for n, stem in enumerate(STEMS, 1)
    ]
    assert found[12].text.split() == ["1．A", "2．D", "3．B", "4．C", "5．A"]
    assert 0 not in found  # the heading


def test_statements_within_a_question_are_no_numbers() -> None:
    text = ["1．下列说法正确的有", "①甲对", "②乙对", "③丙对", "④丁对", "⑤戊对", OPTIONS]
    lines = {at: Repaired(said, ()) for at, said in enumerate(text)}
    assert plain_ordinals(lines, list(lines), []) == {}


def test_values_of_ordinals() -> None:
    assert [number(said) for said in ("①", "⑫", "一", "十", "十二", "二十", "二十一", "百")] == [
        1, 12, 1, 10, 12, 20, 21, 0,
    ]  # fmt: skip
