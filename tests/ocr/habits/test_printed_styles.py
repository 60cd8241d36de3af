"""Numbers, letters, points and boxes in a book's own style."""

import pytest

from ocr.habits.confusions import Repaired
from ocr.habits.headings import flat
from ocr.habits.numbers import (
    due_number,
    number_style,
    plain_key,
    plain_numbers,
)
from ocr.layout.geometry import Piece
from ocr.layout.margins import tick_boxes


def lines(*texts: str) -> dict[int, Repaired]:
    return {at: Repaired(text, ()) for at, text in enumerate(texts)}


def texts_of(before: dict[int, Repaired], after: dict[int, Repaired]) -> list[str]:
    return [(before | after)[at].text for at in sorted(before)]


@pytest.mark.parametrize(
    "form", ["No.{}　感觉", "例{}．感觉", "[{}]感觉", "第{}题　感觉", "2-{} 感觉", "{}感觉"]
)
def test_numbers_in_a_style_of_their_own_become_plain(form: str) -> None:
    before = lines(*(form.format(n) for n in (1, 2, 3, 4)))
    after = plain_numbers(before, list(before), [])
    assert [t.split("．")[0] for t in texts_of(before, after)] == ["1", "2", "3", "4"]


def test_plain_numbers_keep_their_form_and_notes_of_answers_are_no_style() -> None:
    assert number_style(["1. 感觉", "2. 知觉", "3. 记忆"]) is None
    assert number_style(["第1题：答案D", "第2题：答案A", "第3题：答案C"]) is None


def test_a_bare_number_counts_where_it_is_due() -> None:
    style = number_style(["1感觉", "2知觉", "3记忆", "4思维"])
    assert due_number("8人在经历压力事件时", style, 7) == 8
    assert due_number("8人在经历压力事件时", style, 5) == 0


def test_keys_lose_the_number_of_their_chapter() -> None:
    assert plain_key("2-1 B　2-12 C", ["2"]) == "1．B　12．C"
    assert plain_key("2-1　选B。回避得到加强。", ["2"]) == "1．选B。回避得到加强。"
    words = "〔答案〕2-6 具体运算　2-7 顺应"
    assert plain_key(words, ["2"]) == "〔答案〕6．具体运算　7．顺应"
    assert plain_key("由2-6 岁的儿童和2-7 岁的儿童", ["2"]) == "由2-6 岁的儿童和2-7 岁的儿童"
    assert plain_key("〔答案〕2-6 岁", ["2"]) == "〔答案〕2-6 岁"


def test_boxes_before_options_go_where_the_book_prints_many() -> None:
    page: list[Piece] = []
    for row in range(4):
        y = 100.0 + 50 * row
        page += [
            Piece(len(page), "○", 0.9, 100, y, 125, y + 30),
            Piece(len(page) + 1, "A. 感觉", 0.9, 130, y, 250, y + 30),
            Piece(len(page) + 2, "□ B. 知觉", 0.9, 400, y, 560, y + 30),
        ]
    bare, alone = tick_boxes([page])
    assert alone == [{0, 3, 6, 9}]
    assert {p.text for p in bare[0]} == {"A. 感觉", "B. 知觉"}
    assert tick_boxes([page[:3]])[1] == [set()]


def test_a_flat_line_is_as_long_as_it_was() -> None:
    assert flat("（①）Ａ．½Ⅳ") == "(①)A.½Ⅳ"


def test_boxes_before_letters_without_points_and_before_verdicts() -> None:
    texts = [
        "002中国古代心理卫生思想的理论基础是(　　)",
        "□A 形神一体论____口B养心之道",
        "□C健身之术　　□D 整体恒动论",
        "026气质类型没有好坏之分。□对　□错",
        "027遗忘的进程先快后慢。　□正确 错误",
        "□对",
    ]
    page = [Piece(at, text, 0.99, 100, 40 * at, 700, 40 * at + 30) for at, text in enumerate(texts)]
    bare, alone = tick_boxes([page])
    assert [p.text for p in bare[0]] == [
        texts[0],
        "A．形神一体论____B．养心之道",
        "C．健身之术　　D．整体恒动论",
        "026气质类型没有好坏之分。",
        "027遗忘的进程先快后慢。",
    ]
    assert alone == [{5}]


def test_the_kind_beside_a_number_is_its_tag() -> None:
    texts = ["第1题  单选  难度：★★", "第2题  判断  难度：★", "第3题  单选择偶是指什么？"]
    lines = {at: Repaired(text, ()) for at, text in enumerate(texts)}
    found = plain_numbers(lines, range(3), ())
    assert [r.text for r in found.values()] == [
        "1．【单选题】", "2．【判断题】", "3．单选择偶是指什么？",
    ]  # fmt: skip
