"""Two sums of one concept that are solved by one formula."""

import pytest

from generation.formulae import formula
from generation.gates import cousins, siblings
from tests.generation.gate_items import INDEX, made

CONCEPT = "标准分数"


def test_a_formula_has_every_number_the_same() -> None:
    assert formula("标准误＝20÷√100＝2。") == formula("30 ÷ √36 ＝ 5，故选B。") == "0/√0=0"


@pytest.mark.parametrize("solution", ["370－290＝80毫秒。", "四分之三即75%。", ""])
def test_one_operation_is_no_formula(solution: str) -> None:
    assert formula(solution) == ""


def test_a_sum_with_other_numbers_and_words_is_doubted() -> None:
    first = made(
        CONCEPT, "calculation", "r1",
        stem="总体标准差为20，随机抽取100人，样本平均数的标准误为（　）",
        right="2", wrong="20|0.2|5", explanation="标准误＝20÷√100＝2。",
    )  # fmt: skip
    again = made(
        CONCEPT, "calculation", "r2",
        stem="从σ＝30的总体中抽36名被试，抽样分布的离散程度等于（　）",
        right="5", wrong="30|0.83|6", explanation="30÷√36＝5。",
    )  # fmt: skip
    other = made(
        CONCEPT, "calculation", "r3", stem="平均数为50、标准差为10，得70分者的T分数是（　）",
        right="70", wrong="20|2|50", explanation="50＋10×（70－50）÷10＝70。",
    )  # fmt: skip
    assert siblings([first, again, other]) == {}
    assert list(cousins([first, again, other], INDEX)) == ["r2"]
