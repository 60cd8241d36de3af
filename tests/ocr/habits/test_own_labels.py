"""Labels of a book's own: options of other styles, digits, quoted options, keys without a title."""

import pytest

from ocr.habits.confusions import Repaired
from ocr.habits.options import in_letters
from ocr.layout.geometry import Piece

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
        ("A ", "", "", ""),
        ("○A", "○B", "○C", "○D"),
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
