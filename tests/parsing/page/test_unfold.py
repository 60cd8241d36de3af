"""Papers run together are broken where their parts begin; others stay as they are."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsing.page.inside_lines import Kept
from parsing.page.unfold import LONG, unfold

FILLER = "心理现象" * 60  # what makes a page one of long lines


def broken(*lines: str) -> list[str]:
    kept = Kept(list(lines), list(range(len(lines))))
    unfold(kept)
    return kept.texts


def test_headings_numbers_and_keys_begin_lines() -> None:
    paper = f"试题{FILLER}一、单选题1.甲属于A.乙B.丙2.丁属于A.戊B.己二、判断题1.庚。"
    paper += "参考答案一、1.A2.B二、1.√"
    assert broken(paper) == [
        f"试题{FILLER}",
        "一、单选题",
        "1.甲属于A.乙B.丙",
        "2.丁属于A.戊B.己",
        "二、判断题",
        "1.庚。",
        "参考答案",
        "一、",
        "1.A",
        "2.B",
        "二、",
        "1.√",
    ]


def test_a_page_of_numbered_lines_stays_whole() -> None:
    lines = [f"{n}.简述甲。要点:1.{FILLER}2.乙3.丙" for n in (1, 2, 3, 4)]
    assert broken(*lines) == lines


def test_a_page_of_short_lines_stays_whole() -> None:
    lines = ["1.甲2.乙3.丙", *["心理学是研究心理现象的科学。"] * 60]
    assert broken(*lines) == lines


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("1.甲D.102.乙3.丙", ["1.甲D.10", "2.乙", "3.丙"]),  # behind a digit of its own
        ("1.甲3.乙4.丙5.丁", ["1.甲", "3.乙", "4.丙", "5.丁"]),  # one of them lacks
        ("1.甲(1)乙(2)丙(3)丁2.戊3.己", ["1.甲(1)乙(2)丙(3)丁", "2.戊", "3.己"]),
        ("。 A 1.甲 B 2.乙 C 3.丙", ["。", " A 1.甲 ", "B 2.乙 ", "C 3.丙"]),  # keys before numbers
        ("1.甲答案:A2.乙答案:B3.丙", ["1.甲答案:A", "2.乙答案:B", "3.丙"]),
        ("(1.)甲(2.)乙(3.)丙", ["(1.)甲", "(2.)乙", "(3.)丙"]),
        ("单选: 1、甲多选: 2、乙单选: 3、丙", ["单选: 1、甲", "多选: 2、乙", "单选: 3、丙"]),
        ("1 甲的乙2 丙的丁3 戊的己", ["1 甲的乙", "2 丙的丁", "3 戊的己"]),
        ("B01.甲02.乙03.丙", ["B", "01.甲", "02.乙", "03.丙"]),
        ("1.3岁的甲2.8个月的乙3.丙", ["1.3岁的甲", "2.8个月的乙", "3.丙"]),
        ("共2.5分,又1.5分,再3.5分", ["共2.5分,又1.5分,再3.5分"]),  # decimals
        ("甲得分 评卷人 乙", ["甲", "乙"]),
    ],
)
def test_which_numbers_count_on(text: str, pieces: list[str]) -> None:
    assert broken(FILLER + "。", text)[1:] == pieces


def test_a_title_that_names_the_key_is_no_key() -> None:
    text = f"模拟试卷及答案解析一、单选题1.甲{FILLER}"
    assert broken(text)[:2] == ["模拟试卷及答案解析", "一、单选题"]
    assert broken(f"参考答案1.甲{FILLER}") == [f"参考答案1.甲{FILLER}"]


@given(
    st.lists(
        st.lists(
            st.sampled_from(
                ["1.", "2、", "一、单选题", "参考答案", "A.", "甲", "(", "3 ", "得分评卷人"]
            )
        )
        .map("".join)
        .map(lambda text: text * (LONG // 20)),
        max_size=4,
    )
)
def test_no_character_is_lost_and_each_piece_keeps_its_line(lines: list[str]) -> None:
    kept = Kept(list(lines), list(range(len(lines))))
    unfold(kept)
    found = Counter[tuple[int, str]]()
    cut = ((rest.line, rest.text) for rest in kept.noise)
    for number, text in [*zip(kept.numbers, kept.texts, strict=True), *cut]:
        found.update((number, sign) for sign in text)
    assert found == Counter((i, sign) for i, text in enumerate(lines) for sign in text)
    assert kept.numbers == sorted(kept.numbers)


def test_a_key_above_its_questions_stays_a_line_of_its_own() -> None:
    paper = f"试题{FILLER}一、单选题1.A 2.B 3.C1.甲属于A.乙B.丙2.丁属于A.戊B.己3.庚属于A.辛B.壬"
    assert broken(paper) == [
        f"试题{FILLER}",
        "一、单选题",
        "1.A 2.B 3.C",
        "1.甲属于A.乙B.丙",
        "2.丁属于A.戊B.己",
        "3.庚属于A.辛B.壬",
    ]


def test_the_last_letter_of_an_answer_is_no_key_of_the_next_question() -> None:
    paper = (
        f"试题{FILLER}本题答案:A, D3、甲是()A.乙B.丙答案:A, B4、丁是()A.戊B.己答案:A, C5、庚是()"
    )
    assert [line[:2] for line in broken(paper)[1:]] == ["3、", "4、", "5、"]
