"""Signs strewn over a page are cut, and only where there are several."""

import pytest

from parsing.page.inside_lines import Kept, drop_letters, drop_residue


def cut(*lines: str) -> tuple[list[str], list[tuple[int, str, str]]]:
    kept = Kept(list(lines), list(range(len(lines))))
    drop_residue(kept)
    return kept.texts, [(rest.line, rest.rule, rest.text) for rest in kept.noise]


def test_signs_against_copying_are_cut_from_two_on() -> None:
    guard, other = '0 p" Z# ] E) e) M', "& J% r3 E) ]# C7"
    texts, noise = cut(f"甲是( )。{guard}", f"{other} 满分:2 分")
    assert texts == ["甲是( )。", "满分:2 分"]
    assert noise == [(1, "copy_guard", f"{other} "), (0, "copy_guard", guard)]
    assert cut(f"甲是( )。{guard}")[1] == []


@pytest.mark.parametrize("line", ["( B ) A. 甲 ( C ) B. 乙", "y = a * x + b * z", "t = 2 . 5 * 3"])
def test_keys_and_formulas_are_no_such_signs(line: str) -> None:
    assert cut(line, line, line) == ([line] * 3, [])


def test_marks_of_quotation_are_cut_from_four_on() -> None:
    assert cut("1.>甲", "2.>乙", "3.>丙", "4.>丁")[0] == ["1.甲", "2.乙", "3.丙", "4.丁"]
    assert cut("1.>甲", "2.>乙", "3.>丙") == (["1.>甲", "2.>乙", "3.>丙"], [])
    assert cut(*["A->乙", "5>3", "a=>丙", "<b>丁"] * 2)[1] == []


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (["A.甲", "B.乙", "C.丙", "A", "B", "C", "B"], ["A.甲", "B.乙", "C.丙", "B"]),
        (["A.甲", "B.乙", "C.丙", "A"], ["A.甲", "B.乙", "C.丙", "A"]),  # a key
        (["A.甲", "B.乙", "C.丙", "A", "B"], ["A.甲", "B.乙", "C.丙", "A", "B"]),
        (["答案", "A", "B", "C"], ["答案", "A", "B", "C"]),  # a row of keys
    ],
)
def test_letters_to_click_on_are_dropped(lines: list[str], left: list[str]) -> None:
    kept = Kept(list(lines), list(range(len(lines))))
    drop_letters(kept)
    assert kept.texts == left
    assert {rest.rule for rest in kept.noise} <= {"option_letters"}
