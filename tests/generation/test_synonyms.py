"""Options that say the same in other words, or that hold beside the right one."""

import pytest

from generation.synonyms import holds_too, synonymous


@pytest.mark.parametrize(
    ("options", "twice"),
    [
        (["更好", "没有变化", "更差", "更佳"], True),
        (["信度系数升高", "信度系数提高", "信度系数降低", "不变"], True),
        (["无意注意", "不随意注意", "有意后注意", "选择性注意"], True),
        (["自下而上的加工", "数据驱动的加工", "平行的加工", "系列的加工"], True),
        (["概率变大", "方差变大", "概率变小", "方差变小"], False),
        (["有意注意", "无意注意", "有意后注意", "选择性注意"], False),
        (["甲＞乙，升高", "甲＜乙，提高", "乙＞甲", "甲＝乙"], False),
    ],
)
def test_synonyms(options: list[str], *, twice: bool) -> None:
    assert (synonymous(options) is not None) == twice


@pytest.mark.parametrize(
    ("right", "wrong", "other"),
    [
        ("等于15", ["等于12", "大于14", "等于18"], "大于14"),
        ("15", ["12", "18", "不超过15"], "不超过15"),
        ("15", ["12", "18", "小于15"], ""),
        ("大于14", ["等于15", "等于12", "小于3"], ""),
        ("从众", ["服从", "依从", "大于14"], ""),
    ],
)
def test_bounds_that_hold_of_the_right_number(right: str, wrong: list[str], other: str) -> None:
    assert holds_too(right, wrong) == other
