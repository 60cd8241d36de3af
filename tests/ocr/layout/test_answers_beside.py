"""Answers in a column of their own: which columns are, and where their answers go."""

import pytest

from ocr.layout.answers_beside import answer_column, answer_columns
from ocr.layout.columns import Row
from ocr.layout.geometry import Piece
from ocr.layout.key_tables import key_blocks
from ocr.layout.margins import find_margin


def piece(at: int, text: str, x0: float, y0: float, wide: float) -> Piece:
    return Piece(at, text, 1.0, x0, y0, x0 + wide, y0 + 30)


def asked(count: int = 6, x0: float = 100) -> list[Piece]:
    """Stems one below the other."""
    return [piece(n, f"{n}．属于认知过程的是", x0, 100.0 * n, 500) for n in range(1, count + 1)]


def beside(count: int = 6, x0: float = 900) -> list[Piece]:
    """Answers on the level of the stems."""
    return [piece(50 + n, "ABCDAB"[n - 1], x0, 100.0 * n, 20) for n in range(1, count + 1)]


def places(pieces: list[Piece]) -> set[int]:
    return {p.at for p in pieces}


@pytest.mark.parametrize("x0", [900.0, 20.0])
def test_a_column_of_answers_at_either_edge(x0: float) -> None:
    answers = beside(x0=x0)
    stems = asked(x0=100)
    assert places(answer_column([*stems, *answers])) == places(answers)
    assert answer_column(stems) == answer_column([]) == []
    assert answer_column([*stems, *answers[:3]]) == []
    assert answer_column([*stems[:2], *answers]) == []  # more answers than are asked for


def test_a_column_of_answers_is_no_margin() -> None:
    words = [piece(70 + n, "密封线内不要"[n], 900, 100.0 * n, 20) for n in range(1, 6)]
    assert find_margin([*asked(), *words]) == places(words)
    assert find_margin([*asked(), *beside()]) == set()


def test_cells_of_a_key_are_no_column_of_answers() -> None:
    numbers = [piece(80 + n, f"{n}.", 840, 100.0 * n, 40) for n in range(1, 7)]
    assert answer_column([*asked(), *numbers, *beside()]) == []
    elsewhere = [piece(80 + n, f"{n}.", 840, 100.0 * n + 45, 40) for n in range(1, 7)]
    assert places(answer_column([*asked(), *elsewhere, *beside()])) == places(beside())


def test_a_strip_of_other_words_is_no_column_of_answers() -> None:
    others = [piece(90 + n, "心境", 895, 100.0 * n + 50, 30) for n in range(1, 4)]
    assert answer_column([*asked(), *beside(), *others]) == []
    assert places(answer_column([*asked(), *beside(), others[0]])) == places(beside())


def test_on_pages_of_a_book_with_such_columns_words_are_answers_too() -> None:
    usual = [*asked(), *beside()]
    words = [piece(60, "适应", 880, 110, 60), piece(61, "√", 900, 210, 20)]
    *_, told = answer_columns([usual, usual, [*asked(), *words]])
    assert places(told) == {60, 61}
    assert answer_columns([usual, [*asked(), *words]])[1] == []  # one page is no habit


def cells(*lines: str) -> list[str]:
    said = [line.split() for line in lines]
    rows = [
        Row(
            tuple(piece(at, text, 100.0 * at, 50.0 * n, 40) for at, text in enumerate(row)),
            0,
            900,
            0,
        )
        for n, row in enumerate(said)
    ]
    return [line for block in key_blocks(rows) for line in block.lines]


def test_a_key_s_last_numbers_are_few_and_go_on() -> None:
    first = ["题号　1　2　3　4", "答案　B　A　C　D"]
    assert cells("1 2 3 4", "B A C D", "5 6", "A B") == [*first, "题号　5　6", "答案　A　B"]
    assert cells("1 2 3 4", "B A C D", "8 9", "A B") == first
    assert cells("5 6", "A B") == []
