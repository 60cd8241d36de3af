"""Titles of chapters with what was joined to them, and headings as few books print them."""

import pytest

from ocr.book import Chapter
from ocr.chapters.chapters import find_title, part
from ocr.chapters.sheet_lines import bare_heading
from ocr.layout.columns import Row, find_gutter
from ocr.layout.geometry import Piece
from ocr.layout.paragraphs import Paragraph

YEARS = [
    Chapter(title=f"{year}年攻读硕士学位研究生入学考试试题", exam="GEE", subject="普通心理学")
    for year in (2022, 2023)
]


def paragraph(text: str) -> Paragraph:
    piece = Piece(0, text, 0.9, 0, 0, 300, 30)
    return Paragraph(text, [Row((piece,), 0, 300, 0, page=1)])


def test_a_long_title_is_known_with_what_was_joined_to_it() -> None:
    said = "2023年攻读硕士学位研究生入学考试试题科目名称：心理学专业综合考试时间：180分钟"
    assert find_title(said, YEARS) == 1
    assert find_title("2023年攻读硕士学位研究生入学考试试题参考答案及解析", YEARS) is None


def test_a_book_without_any_title_is_read_where_its_chapters_are_alike() -> None:
    lines = [paragraph("1．感觉是什么？"), paragraph("2．知觉是什么？")]
    sections, outside_ = part(lines, YEARS)
    assert (sections[0].body, outside_) == ([0, 1], [])
    other = [YEARS[0], Chapter(title="第二章　发展心理学", exam="TQE", subject="中学教师心理学")]
    assert part(lines, other)[1] == [0, 1]


@pytest.mark.parametrize(
    ("printed", "plain"),
    [
        ("▍真题在线·单选", "单选题"),
        ("课前热身，填空", "填空题"),
        ("甲、判断对的打“√”，错的打“×”", "一、判断题"),
    ],
)
def test_headings_in_the_form_of_the_grammar(printed: str, plain: str) -> None:
    assert bare_heading(printed) == plain


def test_numbers_that_count_across_make_no_columns() -> None:
    said = "×（这是随意的说法）"
    rows = [
        Piece(2 * row + side, f"{2 * row + side + 1}. {said}", 0.9, x, y, x + 400, y + 30)
        for row, y in enumerate(range(100, 400, 50))
        for side, x in enumerate((0, 500))
    ]
    assert find_gutter(rows) is None
