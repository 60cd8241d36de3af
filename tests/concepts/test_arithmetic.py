"""Arithmetic of worked solutions, and what must never be run."""

import pytest

from concepts.arithmetic import equations, evaluate


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2/100", 0.02),
        ("10*sqrt(1-0.84)", 4.0),
        ("15÷√25", 3.0),
        ("２×（３＋４）", 14.0),
        ("2^3", 8.0),
        ("3²", 9.0),
        ("-3+1", -2.0),
        ("50%", 0.5),
        ("log10(100)", 2.0),
    ],
)
def test_value(text: str, value: float) -> None:
    assert evaluate(text) == pytest.approx(value)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')", "open('x')", "a+1", "(1).__class__", "[1]*9", "'a'*9",
        "9**9**9", "9999999**19", "2**1000", "lambda: 1", "1 if 1 else 2", "sqrt(1, 2)", "True+1",
        "sqrt(-1)", "(-8)**0.5", "1/0", "", "(" * 150, "1+" * 150 + "1", "1e400", "exp(800)",
    ],
)  # fmt: skip
def test_nothing_else_is_computed(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        evaluate(text)


def test_equations_of_a_solution() -> None:
    text = "标准误为SEM=10*sqrt(1-0.84)=4，所以95%的区间为60±1.96*4≈60±7.84，1/3=0.33。"
    found = [(e.left, e.right, e.error) for e in equations(text)]
    assert found == [("10*sqrt(1-0.84)", "4", 0.0), ("1/3", "0.33", 0.0)]


def test_a_wrong_equation_has_an_error() -> None:
    [found] = equations("加权平均为(40*80+60*70)/(40+60)=75")
    assert found.error == pytest.approx(1.0)


def test_rounding_is_no_error_and_no_excuse() -> None:
    assert [e.error > 0 for e in equations("2/3=0.67, 2/3=0.66")] == [False, True]


def test_names_are_no_numbers() -> None:
    assert list(equations("x1=3，y=2+3x，所以8=2+3x，H0: μ1=μ2，F(2,27)=9，M±1=2")) == []
