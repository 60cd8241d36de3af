"""Order of a text layer, cells of keys, strips beside the text, scores: on pieces by hand."""

from dataclasses import replace
from math import inf

import pytest

from ocr.book import Layout
from ocr.habits.numbers import STYLES, due_number, number_style
from ocr.layout.columns import Row
from ocr.layout.frames import framed_order
from ocr.layout.geometry import Piece
from ocr.layout.key_tables import tokens
from ocr.layout.margins import find_margin, set_aside
from ocr.layout.paragraphs import row_text
from ocr.layout.tables import Grid
from ocr.page.again import doubtful_turns, mean_score, sureness
from ocr.page.fragment import Fragment, Reading
from ocr.page.textruns import SPACED, Cuts, Glyph, Run, _joined


def piece(at: int, x0: float, y0: float, text: str = "认知过程", wide: float = 120) -> Piece:
    return Piece(at, text, 0.9, x0, y0, x0 + wide, y0 + 30)


def column(start: int, x0: float, rows: int = 5) -> list[Piece]:
    return [piece(start + n, x0, 100 + 50 * n) for n in range(rows)]


def cells(*texts: str, wide: float = 40) -> Row:
    return Row(tuple(piece(n, 100 * n, 50, t, wide) for n, t in enumerate(texts)), 0, 900, 0)


def test_cells_of_a_key_by_what_they_say() -> None:
    found = tokens(cells("1.B", "2", "AC", "3-5", "√", "6 ②④"), 3)
    assert found is not None
    assert [(t.kind, t.number, t.answer) for t in found] == [
        ("pair", 1, "B"), ("number", 2, ""), ("answer", 0, "AC"), ("range", 3, "5"),
        ("answer", 0, "√"), ("pair", 6, "BD"),
    ]  # fmt: skip
    assert {t.row for t in found} == {3}


def test_places_of_cells_in_one_piece_are_those_of_their_letters() -> None:
    found = tokens(Row((piece(0, 100, 50, "1.A  2.B  3.C", 130),), 0, 900, 0), 0)
    assert found is not None
    assert [t.kind for t in found] == ["pair"] * 3
    first, second, third = (t.x for t in found)
    assert 100 < first < second < third < 230
    assert second - first == pytest.approx(third - second, abs=10)
    (alone,) = tokens(cells("1.A"), 0) or []
    assert alone.x == pytest.approx(20)


def test_a_label_says_what_the_cells_of_its_row_are() -> None:
    numbers = tokens(cells("题号", "1", "Z", "3"), 0) or []
    assert [t.kind for t in numbers] == ["numbers", "number", "unread", "number"]
    verdicts = tokens(cells("答案", "X", "V", "7"), 1) or []
    assert [t.kind for t in verdicts] == ["answers", "answer", "answer", "unread"]
    assert [t.answer for t in verdicts] == ["", "×", "√", ""]


def test_rows_of_text_have_no_cells() -> None:
    assert tokens(cells("下列属于认知过程的是", "A.感知"), 0) is None
    assert tokens(cells("平均数"), 0) is None
    named = tokens(cells("单元测试一", "A", "B", "C", "D"), 0) or []
    assert [t.kind for t in named] == ["heading", *["answer"] * 4]
    assert named[0].x == pytest.approx(20)
    assert tokens(cells("单元测试一", "A", "B"), 0) is None


def test_specks_of_a_copy_are_no_part_of_a_cell() -> None:
    found = tokens(cells(". 1-5", "BBAD.B", "3·"), 0) or []
    assert [(t.kind, t.number, t.answer) for t in found] == [
        ("range", 1, "5"), ("answer", 0, "BBADB"), ("number", 3, ""),
    ]  # fmt: skip


def test_strips_that_the_book_s_description_names_are_set_aside() -> None:
    page = Reading(1000, 2000, 0, "test", ())
    at = [(10, 1000), (90, 1000), (500, 30), (500, 1970), (500, 1000), (930, 1000)]
    pieces = [piece(n, x, y - 15, wide=0.0) for n, (x, y) in enumerate(at)]
    crop = Layout(crop=(0.05, 0.02, 0.08, 0.02))
    assert set_aside(pieces, page, 1, crop) == {0, 2, 3, 5}
    outer = Layout(margin=0.1)
    assert set_aside(pieces, page, 1, outer) == {5}  # on the right of an odd page
    assert set_aside(pieces, page, 2, outer) == {0, 1}
    assert set_aside(pieces, page, 1, Layout()) == set()


def words(score: float, wide: bool = True, text: str = "认知过程") -> Fragment:  # noqa: FBT001, FBT002
    x, y = (100.0, 20.0) if wide else (20.0, 100.0)
    return Fragment(text, score, (0, 0, x, 0, x, y, 0, y))


def test_a_mark_left_of_hanging_lines_is_an_answer_and_no_dirt() -> None:
    page = [piece(n, 180, 100 + 50 * n, "注意是一种独立的心理过程", 600) for n in range(8)]
    assert find_margin([*page, piece(8, 120, 520, "√", 14)]) == set()
    assert find_margin([*page, piece(8, 120, 520, "·", 14)]) == {8}


def test_long_lines_weigh_more_in_a_page_s_score() -> None:
    assert mean_score([]) == 0.0
    assert mean_score([words(1.0, text="认知过程"), words(0.5, text="甲")]) == pytest.approx(0.9)
    assert sureness([words(1.0, text="甲")]) == 0.0
    assert sureness([words(0.9)]) == pytest.approx(0.9)
    assert sureness([words(0.9, wide=False)]) == pytest.approx(0.45)


def test_turns_worth_a_try() -> None:
    assert doubtful_turns([words(0.95)] * 5) == ()
    assert doubtful_turns([words(0.6)] * 5) == (180,)
    assert doubtful_turns([words(0.95, wide=False)] * 5) == (90, 270)
    assert doubtful_turns([words(0.95)] * 3 + [words(0.95, wide=False)] * 2) == ()
    assert doubtful_turns([words(0.3)] * 2) == ()
    assert doubtful_turns([words(0.3, text="甲")] * 9) == ()


def glyph(text: str, start: float, base: float = 0.0, high: float = 10.0) -> Glyph:
    end = start + (5.0 if text.isascii() else 10.0)
    return Glyph(text, start, base, end, base + high, base, high, start, end, base)


def joined(*signs: Glyph, blank: float = inf) -> list[str]:
    """What each sign adds to a run; `|` begins a new one."""
    first = signs[0]
    run, told = Run(first.text, *first.box, first, first.end), [first.text]
    for sign in signs[1:]:
        found = _joined(run, sign, 1.0, blank=blank)
        told.append("|" if found is None else found[0])
        if found:
            run.take(sign, found[0], shifted=found[1])
    return told


def test_signs_on_one_line_without_a_gap_are_one_run() -> None:
    assert joined(glyph("心", 0), glyph("理", 10), glyph("学", 20)) == ["心", "理", "学"]
    assert joined(glyph("心", 0), glyph("理", 25)) == ["心", "|"]
    assert joined(glyph("心", 0), glyph("理", 10, base=9)) == ["心", "|"]  # another line
    assert joined(glyph("心", 30), glyph("理", 0)) == ["心", "|"]  # backwards


def test_a_blank_is_kept_between_latin_words_and_in_a_gap_that_is_seen() -> None:
    assert joined(glyph("a", 0), glyph("b", 8), blank=SPACED) == ["a", " b"]
    assert joined(glyph("a", 0), glyph("b", 5), blank=SPACED) == ["a", "b"]
    assert joined(glyph("a", 0), glyph("b", 5.3), blank=SPACED) == ["a", "b"]
    assert joined(glyph("a", 0), glyph("b", 5.3), blank=0.0) == ["a", " b"]  # typed as a blank
    assert joined(glyph("心", 0), glyph("理", 13), blank=SPACED) == ["心", "理"]
    assert joined(glyph("心", 0), glyph("理", 16)) == ["心", " 理"]  # 18.爱情 19.稳定


def test_what_stands_apart_behind_a_full_stop_is_a_run_of_its_own() -> None:
    stop = replace(glyph("。", 0), right=3.0)  # its sign fills a third of its place
    assert joined(stop, glyph("单", 15)) == ["。", "|"]  # a tag, a box to tick
    assert joined(stop, glyph("他", 10)) == ["。", "他"]
    assert joined(stop, replace(glyph("“", 10), left=17.0)) == ["。", "“"]  # set solid


def test_the_end_of_a_line_below_a_word_parts_it_from_the_next() -> None:
    first, then = glyph("由", 0), glyph("心", 12)
    run = Run(first.text, *first.box, first, first.end)
    assert Cuts([(11, -2, 11, -2)]).part(run, then)  # the blank that 心 is written on
    assert not Cuts([(11, -9, 11, -9)]).part(run, then)  # of the line below
    assert not Cuts([(5, -2, 5, -2)]).part(run, then)  # under 由 itself
    assert not Cuts([(10, -2, 10, -2)]).part(run, glyph("心", 10))  # set solid: a stroke, a table


def test_a_wide_pair_of_brackets_is_a_blank_to_fill() -> None:
    told = joined(glyph("（", 0), glyph("）", 40))
    assert told[1].endswith("）")
    assert len(told[1]) > 1


def test_what_is_raised_or_lowered_keeps_its_place() -> None:
    assert joined(glyph("σ", 0), glyph("2", 10, base=6, high=5)) == ["σ", "²"]
    assert joined(glyph("x", 0), glyph("1", 5, base=-3, high=5)) == ["x", "₁"]


def grid_page() -> tuple[list[Piece], Grid]:
    """Three lines, a table of two rows and three columns, three lines."""
    texts = [piece(n, 100, 100 + 50 * n, "下列属于认知过程的是", 600) for n in range(3)]
    below = [piece(20 + n, 100, 500 + 50 * n, "其中属于情绪过程的是", 600) for n in range(3)]
    table = [
        piece(10 + 3 * row + at, 120 + 200 * at, 290 + 60 * row, f"格{row}{at}", 60)
        for row in range(2)
        for at in (2, 0, 1)
    ]
    return [*texts, *table, *below], Grid((100, 300, 500, 700), (280, 340, 400))


def test_a_table_is_read_row_by_row_where_it_stands() -> None:
    pieces, grid = grid_page()
    rows = framed_order(pieces, [grid], 1, [])
    assert ["".join(p.text[-2:] for p in row.pieces) for row in rows[3:5]] == [
        "000102", "101112",
    ]  # fmt: skip
    assert [row.cells for row in rows] == [False] * 3 + [True] * 2 + [False] * 3
    assert [row.pieces[0].at for row in (*rows[:3], *rows[5:])] == [0, 1, 2, 20, 21, 22]


def test_a_frame_around_lines_is_no_table() -> None:
    pieces, _ = grid_page()
    box = Grid((90, 710), (90, 260))
    rows = framed_order(pieces[:3], [box], 1, [])
    assert [row.box for row in rows] == [True] * 3
    assert not any(row.cells for row in rows)
    tall = Grid((90, 400, 710), (90, 260))  # a page's text in one cell
    assert not any(row.cells for row in framed_order(pieces[:3], [tall], 1, []))


def test_pieces_of_a_line_are_parted_by_a_blank_between_latin_words_alone() -> None:
    said = [piece(n, 130 * n, 50, text) for n, text in enumerate(("the movie", "star 的", "组成"))]
    assert row_text(said, 30) == "the movie star 的组成"


def test_numbers_that_rarely_follow_each_other_are_no_style_of_a_book() -> None:
    rising = [f"{n}情绪的功能是什么" for n in range(1, 9)]
    assert number_style(rising) is STYLES["bare"]
    others = [f"{n}情绪的功能是什么" for n in (40, 12, 77, 5, 90, 31, 8, 66, 23, 50, 19)]
    assert number_style([*rising, *others]) is None
    assert number_style(rising[:2]) is None
    assert due_number("8情绪的功能", STYLES["bare"], 7) == 8
    assert due_number("8情绪的功能", STYLES["bare"], 6) == 0
    assert due_number("8情绪的功能", None, 7) == 0
