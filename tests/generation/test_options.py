"""What options say: numbers in several spellings, texts that are the same or only look alike."""

import pytest

from generation.options import called_one, number, readings, reworded, same, shuffled


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("0.25", (0.25, "")), ("25%", (0.25, "")), ("1/4", (0.25, "")), ("四分之一", (0.25, "")),
        ("九成", (0.9, "")), ("十二种", (12.0, "种")), ("12种", (12.0, "种")),
        ("-3分", (-3.0, "分")),
        ("约8克", (8.0, "克")), ("甲，大0.04", None), ("二因素说", None), ("从众", None),
    ],
)  # fmt: skip
def test_numbers_in_several_spellings(text: str, found: tuple[float, str] | None) -> None:
    assert number(text) == found


def test_a_percentage_is_read_both_ways() -> None:
    assert readings("5%") == [0.05, 5.0]
    assert readings("5") == [5.0]
    assert readings("从众") == []


@pytest.mark.parametrize(
    ("options", "twice"),
    [
        (["0.25", "25%", "0.5", "0.75"], True),
        (["12种", "十二种", "7种", "6种"], True),
        (["5%", "5", "0.5", "50"], False),
        (["8克", "8毫克", "6克", "6毫克"], False),
        (["信度比较高", "信度较高", "灵活", "省时"], True),
        (["角色间冲突", "角色之间的冲突", "角色内冲突", "角色不清"], True),
        (["甲，大0.04", "乙，大0.04", "甲，大0.4", "乙，大0.4"], False),
        (["正强化", "负强化", "正惩罚", "负惩罚"], False),
        (["甲＜乙＜丙", "甲＝乙＝丙", "丙＜乙＜甲", "乙＜甲＜丙"], False),
        (["半年", "6个月", "1年", "2年"], True),
        (["两周", "14天", "1个月", "3个月"], True),
        (["2周", "1个月", "2个月", "1年"], False),
        (["矩阵制", "矩阵制结构", "直线制", "职能制"], True),
        (["布鲁纳", "布鲁纳（J. S. Bruner）", "奥苏贝尔", "加涅"], True),
        (["咨询态度", "咨询理论", "咨询方法", "咨询技能"], False),
        (["F检验", "f检验", "Z检验", "卡方检验"], False),
        (["+5.00", "-5.00", "+1.25", "1.00"], False),
        (["归因理论", "归因偏差", "理论", "效应"], False),
    ],
)
def test_options_that_say_the_same(options: list[str], *, twice: bool) -> None:
    assert (same(options) is not None) == twice


@pytest.mark.parametrize(
    ("options", "alike"),
    [
        (["大脑的右半球", "右侧大脑半球", "左侧的小脑", "丘脑的下部"], True),
        (["由弱到强", "由强到弱", "随机安排", "任意选择"], False),
        (["内部、不稳定、可控的", "内部、稳定、不可控的", "外部、稳定的", "外部的"], False),
        (["同化", "顺应", "化同", "平衡"], False),
    ],
)
def test_options_of_the_same_characters(options: list[str], *, alike: bool) -> None:
    assert (shuffled(options) is not None) == alike


@pytest.mark.parametrize(
    ("options", "alike"),
    [
        (["征得来访者的同意", "得到来访者同意", "向家属保密", "先教会放松"], True),
        (["对问题进行分析", "对问题加以分析", "提出建议", "表示赞同"], True),
        (["有意注意", "有意后注意", "无意注意", "选择注意"], False),
        (["性格差异", "人格差异", "气质差异", "能力差异"], False),
        (["信度高则效度高", "效度高则信度高", "信度低则效度高", "二者无关"], False),
    ],
)
def test_options_in_other_words(options: list[str], *, alike: bool) -> None:
    assert (reworded(options) is not None) == alike


def test_options_that_a_text_calls_one_thing() -> None:
    options = ["感觉记忆", "瞬时记忆", "短时记忆", "长时记忆"]
    assert called_one(options, "感觉记忆又称瞬时记忆，容量很大。") == ("感觉记忆", "瞬时记忆")
    assert called_one(options, "感觉记忆不同于短时记忆，即容量更大。") is None
