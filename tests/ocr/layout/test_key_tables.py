"""Keys set as tables: across, down, beside; with unread cells and misread numbers."""

import pytest

from ocr.layout.columns import Row
from ocr.layout.geometry import Piece
from ocr.layout.key_tables import key_blocks


def rows(*lines: str, pitch: int = 100) -> list[Row]:
    """Rows of cells parted by blanks; `.` is an empty cell."""
    found = []
    for level, line in enumerate(lines):
        cells = [(at, text) for at, text in enumerate(line.split()) if text != "."]
        pieces = tuple(
            Piece(
                at, text, 1.0, at * pitch, level * 50, at * pitch + 12 * len(text), level * 50 + 30
            )
            for at, text in cells
        )
        found.append(Row(pieces, 0, 1000, 0))
    return found


def said(*lines: str) -> list[str]:
    return [line for block in key_blocks(rows(*lines)) for line in block.lines]


def test_answers_stand_below_their_numbers() -> None:
    assert said("题号 1 2 3", "答案 B AC √") == ["题号　1　2　3", "答案　B　AC　√"]


def test_an_unread_answer_leaves_the_others_in_their_columns() -> None:
    assert said("题号 1 2 3 4", "答案 B . C D") == ["题号　1　3　4", "答案　B　C　D"]
    assert said("题号 1 2 3 4", "答案 B 1 C D") == ["题号　1　3　4", "答案　B　C　D"]


def test_a_misread_number_is_told_by_its_neighbours() -> None:
    assert said("题号 21 22 23 21 25", "答案 A B C D A")[0] == "题号　21　22　23　24　25"


def test_circled_answers_become_letters() -> None:
    assert said("题号 1 2 3", "答案 ① ②④ ③")[1] == "答案　A　BD　C"


def test_columns_are_read_downwards_where_numbers_rise_downwards() -> None:
    assert said("1.B 4.A 7.D", "2.C 5.B 8.A", "3.A 6.D") == [
        f"{n}．{a}" for n, a in enumerate("BCAABDDA", 1)
    ]


def test_rows_that_rise_across_are_as_good_as_text() -> None:
    assert said("1.B 2.C 3.A", "4.D 5.B 6.D") == []


def test_ranges_stand_above_runs_of_letters() -> None:
    assert said("1-5 6-10", "DBCCB ACDBA") == ["1-5　DBCCB", "6-10　ACDBA"]
    assert said("1-5 6-10", "DBCC ACDBA") == []


def test_pairs_beside_each_other() -> None:
    assert said("题号 答案 题号 答案", "1 B 3 D", "2 C 4 A") == [
        "题号　1　2　3　4",
        "答案　B　C　D　A",
    ]


@pytest.mark.parametrize(
    "lines",
    [
        ("A.感觉 B.知觉 C.记忆",),
        ("平均数 80 60 50", "标准差 8 9 5"),
        ("12 15 18",),
    ],
)
def test_other_rows_are_no_keys(lines: tuple[str, ...]) -> None:
    assert said(*lines) == []


def test_a_matrix_holds_a_row_of_answers_for_each_part() -> None:
    found = said("题号 1 2 3 4 5", "单元测试一 A D A C C", "单元测试二 B D A A C")
    assert found == [
        "单元测试一", "题号　1　2　3　4　5", "答案　A　D　A　C　C",
        "单元测试二", "题号　1　2　3　4　5", "答案　B　D　A　A　C",
    ]  # fmt: skip


def test_numbers_of_a_chapter_stand_beside_their_answers() -> None:
    found = said("3-1 B 3-2 D", "3-3 A 3-4 C")
    assert found == ["题号　1　2　3　4", "答案　B　D　A　C"]


def test_number_and_answer_in_one_cell_beside_cells_of_their_own() -> None:
    assert said("1B 3 A", "2 C 4D") == ["题号　1　2　3　4", "答案　B　C　A　D"]
    assert said("1B 3", "2 C 4D") == []
