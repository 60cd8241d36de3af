"""Explanations that go the other way than the right option."""

import pytest

from generation.doubting import suspect
from tests.generation.gate_items import INDEX, made

TESTED = "题目同质时增加测验的长度，信度系数一般会（　）"


def _doubted(stem: str, right: str, wrong: str, explanation: str) -> bool:
    item = made(stem=stem, right=right, wrong=wrong, explanation=explanation)
    notes = suspect(item, INDEX)
    return any(note.startswith("doubt:explanation_to_the_contrary") for note in notes)


@pytest.mark.parametrize(
    ("right", "wrong", "explanation"),
    [
        ("变小", "变大|不变|变为零", "测验越长，随机误差越能抵消，信度随之升高。"),
        ("提高", "降低|不变|时高时低", "题目之间误差互相抵消，结果反而下降。"),
    ],
)
def test_an_explanation_that_goes_the_other_way_is_doubted(
    right: str, wrong: str, explanation: str
) -> None:
    assert _doubted(TESTED, right, wrong, explanation)


@pytest.mark.parametrize(
    ("right", "wrong", "explanation"),
    [
        ("提高", "降低|不变|变为零", "测验越长，信度越高。"),
        ("提高", "降低|不变|变为零", "随机误差减小，信度因而提高。"),  # both: cause and result
        ("提高", "不变|变为零|无法判断", "随机误差减少。"),  # no option for a fall
        ("降低", "提高|不变|变为零", "题目增加以后，误差互相抵消。"),  # the stem's own word
    ],
)
def test_other_explanations_are_not(right: str, wrong: str, explanation: str) -> None:
    assert not _doubted(TESTED, right, wrong, explanation)


def test_a_stem_that_asks_for_what_does_not_hold_is_not_doubted() -> None:
    stem = "下列关于测验长度的说法，不正确的是（　）"
    wrong = "题目多时误差会抵消|信度随长度提高|题目要同质"
    assert not _doubted(stem, "信度随长度降低", wrong, "题目多时信度升高。")
