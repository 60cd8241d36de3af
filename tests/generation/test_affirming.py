"""Wrong options that are right as well, by the explanation or by their form."""

import pytest

from generation.affirming import affirmed, described, foreign, praised

WRONG = ["随意注意", "有意后注意", "分配性注意"]


@pytest.mark.parametrize(
    ("explanation", "told"),
    [
        ("A、C两项都正确，故选A。", True),
        ("A项正确，其实C项也对。", True),
        ("没有预定目的，有意后注意也说得通。", True),
        ("二者均正确。", True),
        ("B、D都正确地描述了别的注意，不符合题意。", False),
        ("A项正确，C项也要意志努力，不选。", False),
        ("没有预定目的，有意后注意也有目的。", False),
    ],
)
def test_an_explanation_that_lets_another_hold(explanation: str, *, told: bool) -> None:
    assert bool(affirmed("A", WRONG, explanation)) == told


def test_an_explanation_that_names_two_with_both() -> None:
    right, wrong = "“这一生全完了”", ["“别人应该公平”", "“他为人不好”", "“天都塌了”"]
    said = "“全完了”与“天都塌了”都把后果想得可怕。"
    assert praised(right, wrong, said) == wrong[2]
    assert praised(right, wrong, "“全完了”把后果想得可怕，“天都塌了”则不然。") == ""


@pytest.mark.parametrize(
    ("right", "wrong", "other"),
    [
        ("自变量", ["控制变量", "研究者操纵的变量", "因变量"], "研究者操纵的变量"),
        ("从众", ["服从", "利他", "顺从多数人而改变行为"], "顺从多数人而改变行为"),
        ("自变量", ["控制变量", "无关变量", "因变量"], ""),
        ("生存需要", ["归属需要", "尊重需要", "自我实现的需要"], ""),
        ("自变量", ["被控制的变量", "研究者操纵的变量", "因变量"], ""),
        ("研究者操纵的变量", ["控制变量", "研究者测量的变量", "因变量"], ""),
    ],
)
def test_a_description_among_names(right: str, wrong: list[str], other: str) -> None:
    assert described(right, wrong) == other


def test_a_foreign_name_among_chinese_ones() -> None:
    assert foreign(["投射", "projection", "升华", "退行"]) == "projection"
    assert foreign(["投射", "EPQ", "升华", "退行"]) == ""
    assert foreign(["id", "ego", "superego", "投射"]) == ""
