"""Habits of papers: boxes for marks, names on the margin, passages, keys with names beside them."""

from ocr.chapters.grammar_lines import cases_labelled
from ocr.habits.headings import parted
from ocr.layout.columns import Row
from ocr.layout.geometry import Piece
from ocr.layout.headers_footers import PageShape, find_headers_footers
from ocr.layout.key_tables import tokens
from ocr.layout.margins import find_margin, score_boxes
from ocr.layout.paragraphs import row_text


def piece(at: int, text: str, x0: float, y0: float, wide: float = 0.0) -> Piece:
    return Piece(at, text, 0.99, x0, y0, x0 + (wide or 30 * len(text)), y0 + 30)


def test_boxes_for_marks_stand_beside_headings() -> None:
    head = piece(0, "二、填空题（每空2分，共10分）", 470, 176)
    assert score_boxes([piece(1, "得分", 260, 180), head]) == {1}
    assert score_boxes([piece(1, "得分 评卷人", 260, 150), head]) == {1}
    table = [piece(1, "题号", 260, 400), piece(2, "得分", 260, 450), piece(3, "总分", 900, 400)]
    assert score_boxes([head, *table]) == set()


def test_headings_of_sections_are_no_headers() -> None:
    pages = []
    for at, kind in enumerate(("二、填空题（每空2分，共10分）", "六、案例分析题（每小题10分）")):
        body = [
            piece(k, f"{k}. 消费者的购买动机具有多样性。", 240, 300 + 60 * k) for k in range(1, 9)
        ]
        pages.append(PageShape([piece(0, kind, 470, 100 + at), *body], 2100))
    assert find_headers_footers(pages) == [{}, {}]


def test_names_of_fields_on_the_margin_are_no_text() -> None:
    lines = [
        piece(k, "消费者对商品的认识过程开始于感觉而终于思维", 240, 60 * k, 1100)
        for k in range(1, 9)
    ]
    field = Piece(20, "学号", 0.99, 130, 240, 168, 312)
    assert find_margin([*lines, field]) == {20}


def test_names_of_sections_beside_a_key_are_headings() -> None:
    assert parted("填空题　　1.三　　2.哺乳") == ["填空题", "1.三　　2.哺乳"]
    assert parted("三、单项选择题 1. D 2. B") == ["三、单项选择题", "1. D 2. B"]
    assert parted("填空题　　1.5分") == ["填空题　　1.5分"]


def test_a_tab_between_letter_and_option_is_no_blank() -> None:
    row = [piece(0, "A、", 100, 0), piece(1, "泰勒", 260, 0), piece(2, "B、", 400, 0),
           piece(3, "梅奥", 560, 0)]  # fmt: skip
    assert row_text(row, 30) == "A、泰勒　　B、梅奥"
    blank = [piece(0, "1. 购买动机具有", 100, 0), piece(1, "性和冲突性。", 500, 0)]
    assert row_text(blank, 30) == "1. 购买动机具有____性和冲突性。"


def test_a_speck_below_a_letter_of_a_key_is_no_point() -> None:
    def said(*texts: str) -> list[str] | None:
        row = Row(tuple(piece(k, t, 140 * k, 0) for k, t in enumerate(texts)), 0, 1200, 0)
        found = tokens(row, 0)
        return [t.answer for t in found] if found else None

    assert said("B", "C.", "D", "A", "A") == ["B", "C", "D", "A", "A"]
    assert said("A.", "B.", "C.", "D.") is None


def test_a_passage_below_an_open_section_is_a_case() -> None:
    passage = (
        "某研究者考察背景音乐对成绩的影响，"
        "八十名大学生随机分成四组，各接受一种处理后完成同一份测验。"
    )
    lines = [(0, "四、综合题：第25～27小题，每小题10分，共30分。"), (1, passage),
             (2, "25. 指出该实验的自变量及其水平。"), (3, "26. 分析该结果的意义。")]  # fmt: skip
    assert cases_labelled(lines)[1] == (1, f"材料一：{passage}")
    orders = "本题共三小题，请把答案写在答题纸的指定位置上，写在试题卷上的一律无效，字迹要清楚。"
    assert cases_labelled([lines[0], (1, orders), *lines[2:]])[1] == (1, orders)
