"""Labels of a book's own: options of other styles, digits, quoted options, keys without a title."""

import pytest

from ocr.confusions import Repaired
from ocr.geometry import Piece
from ocr.numbered_options import numbered_options
from ocr.option_styles import in_letters
from ocr.quoted_options import letters_for_quotes
from ocr.sheet_lines import bare_heading
from ocr.untitled_keys import titled

WORDS = ("感觉", "知觉", "记忆", "思维")


def pieces(*texts: str) -> list[Piece]:
    return [
        Piece(at, text, 0.9, 0.0, 50.0 * at, 200.0, 50.0 * at + 30) for at, text in enumerate(texts)
    ]


def said(page: list[list[Piece]]) -> list[str]:
    return [piece.text for piece in page[0]]


def lines(*texts: str) -> dict[int, Repaired]:
    return {at: Repaired(text, ()) for at, text in enumerate(texts)}


@pytest.mark.parametrize(
    "labels",
    [
        ("(a)", "(b)", "(c)", "(d)"),
        ("a ", "b ", "c ", "d "),
        ("b．", "", "", ""),
        ("○A", "○B", "○C", "○D"),
        ("Ⓐ", "Ⓑ", "Ⓒ", "Ⓓ"),
        ("（甲）", "（乙）", "（丙）", "（丁）"),
        ("甲、", "乙、", "丙、", "丁、"),
        ("A ", "B ", "C ", "D "),
    ],
)
def test_labels_of_a_book_become_letters_where_they_are_its_style(labels: tuple[str, ...]) -> None:
    page = pieces(
        *(f"{label}{word}" for _ in range(4) for label, word in zip(labels, WORDS, strict=True))
    )
    found = said(in_letters([page]))
    if "" in labels:  # one label of four is no style
        assert found == [piece.text for piece in page]
    else:
        assert found[:4] == ["A．感觉", "B．知觉", "C．记忆", "D．思维"]


def test_answers_that_name_stems_become_letters_with_them() -> None:
    options = [
        f"{stem}、{word}" for _ in range(4) for stem, word in zip("甲乙丙丁", WORDS, strict=True)
    ]
    found = said(in_letters([pieces(*options, "1．乙　2．丙丁", "答案：甲", "乙方来访")]))
    assert found[-3:] == ["1.B 2.CD", "答案:A", "乙方来访"]


def test_a_book_with_letters_keeps_its_lists() -> None:
    options = [
        f"{letter}. {word}" for _ in range(4) for letter, word in zip("ABCD", WORDS, strict=True)
    ]
    lists = [f"(a) {word}" for word in WORDS for _ in range(4)]
    page = pieces(*options, *lists)
    assert said(in_letters([page])) == [piece.text for piece in page]


def asked(count: int) -> list[str]:
    return [
        text
        for number in range(1, count + 1)
        for text in (
            f"{number}.下列属于心理过程的是（　　）",
            "1.需要　　2.动机　　3.能力　　4.感觉",
        )
    ]


def test_options_with_numbers_are_told_by_the_pattern() -> None:
    found = numbered_options(lines(*asked(4), "1.4　2.4　3.1　4.2"), range(8), [8])
    assert found[1].text == "A．需要　　B．动机　　C．能力　　D．感觉"
    assert found[8].text == "1．D 2．D 3．A 4．B"
    assert 0 not in found


def test_lists_below_questions_that_ask_for_no_choice_stay() -> None:
    listed = [text.replace("的是（　　）", "的有哪些，试加说明。") for text in asked(4)]
    assert numbered_options(lines(*listed), range(8), []) == {}


def test_a_key_that_quotes_options_is_given_their_letters() -> None:
    body = [
        text
        for number in range(1, 4)
        for text in (
            f"{number}.下列属于心理过程的是（　　）",
            "A.需要　　B.动机　　C.能力　　D.感觉",
        )
    ]
    found = letters_for_quotes(
        lines(*body, "参考答案", "1.感觉　2.感觉", "3.能力", "4.不知"), range(10), []
    )
    assert [found[7].text, found[8].text] == ["1.D 2.D", "3.C"]
    assert 9 not in found


def test_a_key_under_a_title_of_its_own_begins_where_the_sections_come_again() -> None:
    texts = [
        "一、单项选择题",
        "1.注意的特点是（　　）",
        "A.指向　　B.集中",
        "轻松一刻",
        "一、单项选择题",
        "1.A　2.B　3.C",
    ]
    found = [text for _, text in titled(list(enumerate(texts)))]
    assert found[3:] == ["参考答案", "一、单项选择题", "1.A　2.B　3.C"]
    known = [*texts[:3], "参考答案", "（第一章）", *texts[4:]]
    assert [text for _, text in titled(list(enumerate(known)))] == known


def test_groups_named_by_letters_are_sections() -> None:
    assert bare_heading("B组　判断正误") == "判断题"
    assert bare_heading("A组：基础选择（每题2分）") == "选择题"
    assert bare_heading("A组被试判断 B 组的选择") == "A组被试判断 B 组的选择"
