"""A book's own forms of keys, labels, titles and headings, as the grammar knows them."""

import re

import pytest

from cpsyexam.text import fold
from ocr.chapters.sheet_lines import bare_heading, key_title, outside, without_paper_key
from ocr.habits.confusions import Repaired, rows
from ocr.habits.headings import Mark, When, formed, forms, is_heading, marks, whole_name
from ocr.habits.numbers import plain_numbers
from ocr.habits.options import plain_forms


def lines(*texts: str) -> dict[int, Repaired]:
    return {at: Repaired(text, ()) for at, text in enumerate(texts)}


@pytest.mark.parametrize(
    "title",
    [
        "★参考答案★",
        "附：参考答案",
        "参 考 答 案",
        "练 习 题 答 案",
        "答 案",
        "◎答案与提示",
        "——参考答案及解析——",
    ],
)
def test_titles_over_keys(title: str) -> None:
    assert key_title(title)
    if title not in ("参 考 答 案", "答 案"):  # the grammar knows them
        assert bare_heading(title) == "参考答案"


@pytest.mark.parametrize("text", ["【答案】√", "【答案】", "答案：B", "2．答案与解析有何不同？"])
def test_answers_are_no_titles(text: str) -> None:
    assert bare_heading(text) == text
    assert not key_title("【答案】√")


@pytest.mark.parametrize(
    ("printed", "plain"),
    [
        ("简答：", "简答题"),
        ("四、名词解释：", "四、名词解释"),
        ("二、正误判断", "二、正误判断题"),
    ],
)
def test_headings_of_sections(printed: str, plain: str) -> None:
    assert is_heading(printed)
    assert whole_name(printed) == plain


def test_what_is_no_heading_keeps_its_colon() -> None:
    assert whole_name("下列说法正确的是：") == "下列说法正确的是："
    assert is_heading("三、情境分析题（共20分）")
    assert not is_heading("三、本大题为情境题，请先读材料")


def test_a_kind_within_the_number_s_bracket() -> None:
    said = lines(
        *(f"【例题{n}·{kind}】下列说法" for n, kind in ((1, "单选"), (2, "判断"), (3, "多选")))
    )
    found = plain_numbers(said, range(3), [])
    assert found[1].text == "2．【判断题】下列说法"


def test_blanks_below_the_title_of_a_key_are_those_of_questions() -> None:
    said = dict(
        enumerate(["1．甲", "习题答案", "1．B", "二、填空题", "1．____是意识。", "2．记忆____"])
    )
    assert without_paper_key(list(said), said) == (list(said), [])
    short = dict(enumerate(["1．甲", "习题答案", "1．B", "2．C"]))
    assert without_paper_key(list(short), short)[1] == [1, 2, 3]


def test_time_and_share_of_right_answers_are_furniture() -> None:
    assert outside("限时：10分钟　　用时：______　　正确率：______") == "sheet_furniture"


@pytest.mark.parametrize("when", ["first", "last", "heading"])
def test_examples_of_the_table(when: When) -> None:
    for form, _ in forms(when):
        assert any(printed != plain for printed, plain in form.examples), form.id
        for printed, plain in form.examples:
            if when == "heading":
                assert bare_heading(printed) == plain
            else:
                said = lines("参考答案", *[printed] * form.few)
                assert (said | formed(when, said, list(said), []))[1].text == plain


@pytest.mark.parametrize("mark", rows("marks", Mark))
def test_what_begins_a_line_of_its_own(mark: Mark) -> None:
    own = re.compile(rf"\s*(?:{mark.pattern})")
    assert any(
        own.match(text) and marks().match(text) for text in (mark.example, fold(mark.example))
    )
    assert not marks().match("感觉是知觉的基础")


def test_forms_are_applied_one_after_the_other() -> None:
    said = lines(
        "例1　情绪有（　）。（单选）", "例2　心境有（　）。（单选）", "例3　意志有（　）。（多选）"
    )
    found = plain_forms(said, range(3), [])
    assert found[2].text.startswith("3．")
