"""Keys in the margin, headings, tabs, books in traditional script, books to learn by heart."""

import pytest

from ocr.habits.confusions import in_simplified, repair
from ocr.habits.headings import is_heading, whole_name
from ocr.layout.answers_beside import answer_columns, key_strip, with_key
from ocr.layout.columns import Row
from ocr.layout.geometry import Piece
from ocr.layout.headers_footers import PageShape, find_headers_footers
from ocr.layout.paragraphs import bracketed_numbers


def stems(count: int, first: int = 1) -> list[Piece]:
    return [
        Piece(
            n,
            f"{n}．下列心理现象中属于感觉的是（　　）。",
            1.0,
            100,
            200.0 * n,
            700,
            200.0 * n + 30,
        )
        for n in range(first, first + count)
    ]


def test_a_block_beside_the_text_is_its_key() -> None:
    text = stems(5)
    head = Piece(50, "答案", 1.0, 900, 210, 960, 240)
    whole = [Piece(50 + n, f"{n}{'ABCD'[n % 4]}", 1.0, 900, 240.0 + 45 * n, 950, 270.0 + 45 * n)
             for n in (1, 2, 3)]  # fmt: skip
    apart = [Piece(60, "4", 1.0, 900, 420, 915, 450), Piece(61, "C.", 1.0, 930, 420, 955, 450)]
    strip = key_strip([*text, head, *whole, *apart])
    assert {p.at for p in strip} == {50, 51, 52, 53, 60, 61}
    rows = with_key([Row((p,), 100, 960, 0) for p in text], strip)
    assert [row.text for row in rows[5:]] == ["1．B", "2．C", "3．D", "4．C"]


def test_a_key_in_columns_is_no_block_beside_text() -> None:
    cells = [
        Piece(10 * n + column, f"{n + 5 * column}．A", 1.0, x, 50.0 * n, x + 60, 50.0 * n + 30)
        for n in range(1, 6)
        for column, x in enumerate((100, 400, 700))
    ]
    assert key_strip(cells) == []


def test_a_column_of_answers_goes_on_over_the_pages() -> None:
    pages = []
    for first in (1, 6, 11):
        text = stems(5, first)
        pages.append(
            text + [Piece(100 + p.at, "ABCDE"[p.at % 5], 1.0, 900, p.y0, 925, p.y1) for p in text]
        )
    words = [Piece(p.at, "同化", 1.0, 890, p.y0, 950, p.y1) if p.at > 100 else p for p in pages[1]]
    found = answer_columns([pages[0], words, pages[2]])
    assert [len(column) for column in found] == [5, 5, 5]


def test_boxes_of_an_answer_card_are_no_answers() -> None:
    boxes = [Piece(n, "C", 1.0, 600, 60.0 * n, 620, 60.0 * n + 30) for n in range(1, 12)]
    text = [Piece(90, "考生须知：答题卡不得折叠、污损。", 1.0, 100, 20, 600, 50)]
    assert answer_columns([[*boxes, *text]]) == [[]]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("多项选择", "多项选择题"),
        ("二、複選題", "二、複選題"),
        ("◎名词解释", "名词解释"),
        ("判断对错", "判断对错题"),
        ("（三）填空题", "（三）填空题"),
    ],
)
def test_headings_in_the_words_of_the_grammar(line: str, name: str) -> None:
    assert is_heading(line)
    assert whole_name(line) == name


@pytest.mark.parametrize("line", ["A．选择", "判断推理能力", "多项选择测验的信度"])
def test_what_only_begins_like_a_heading(line: str) -> None:
    assert not is_heading(line)
    assert whole_name(line) == line


def test_a_tab_beside_the_text_is_no_text() -> None:
    pages = [
        PageShape([*stems(5), Piece(77, "题库", 1.0, 940, 600 + n, 990, 630 + n)], 2000)
        for n in range(4)
    ]
    assert [roles.get(77) for roles in find_headers_footers(pages)] == ["header"] * 4


def test_a_book_in_traditional_script_stays_in_it() -> None:
    lines = ["當創造性活動接近突破時出現的心理狀態是（　　）。", "反饋是反射活動的結果。"]
    assert not in_simplified(lines)
    assert repair(lines[0], simplified=False).text == lines[0]
    assert in_simplified(["当创造性活动接近突破时出现的心理状态是（　　）。", "心理學的对象"])


def test_bracketed_numbers_are_those_of_questions_where_options_follow() -> None:
    case = ["（1）本案例属于（）。", "A．焦虑", "B．抑郁", "C．强迫", "D．恐惧"]
    assert bracketed_numbers(case * 3)
    assert not bracketed_numbers(
        ["（1）疾病因素。", "（2）治疗因素。", "（3）信息因素。", "A．焦虑"]
    )
