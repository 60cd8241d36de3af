"""Boxes set straight, pages of a scan told apart, ruled lines made tables: on places by hand."""

import numpy as np
import pytest

from ocr.layout.geometry import (
    EACH,
    Piece,
    em_size,
    halves,
    least_of,
    line_height,
    page_boxes,
    skew,
    straight,
    straight_rules,
)
from ocr.layout.tables import Grid, frames, grids
from ocr.page.figures import figure_text, find_figures
from ocr.page.fragment import Reading, Rule
from tests.ocr.printing import fragment

LINES = [[100, 100 + 40 * n, 700, 124 + 40 * n, "下列属于认知过程的是感觉和知觉"] for n in range(8)]


def reading(*lines: list[object], skew: float = 0.0, rules: tuple[Rule, ...] = ()) -> Reading:
    fragments = tuple(fragment(list(line), 800, 1000, skew) for line in lines)
    return Reading(800, 1000, 0, "test", fragments, rules=rules)


def piece(at: int, x0: float, y0: float, x1: float, y1: float, text: str = "认知过程") -> Piece:
    return Piece(at, text, 0.9, x0, y0, x1, y1)


@pytest.mark.parametrize("angle", [-6.0, -1.5, 0.0, 0.7, 4.0])
def test_a_skewed_page_is_set_straight(angle: float) -> None:
    page = reading(*LINES, [60, 500, 90, 524, "甲"], skew=angle)
    assert skew(page.fragments) == pytest.approx(angle, abs=1e-6)
    for line, found in zip([*LINES, [60, 500, 90, 524, "甲"]], straight(page), strict=True):
        corners = (found.x0, found.y0, found.x1, found.y1)
        assert corners == pytest.approx(line[:4], abs=1e-6)
        assert found.text == line[4]
        assert (found.width, found.height) == pytest.approx(
            (line[2] - line[0], line[3] - line[1])  # type: ignore[operator]
        )


def test_rules_turn_with_their_page() -> None:
    ends = fragment([100, 600, 700, 600, ""], 800, 1000, 3.0).quad
    page = reading(*LINES, skew=3.0, rules=(Rule(*ends[:4], upright=False),))
    (rule,) = straight_rules(page)
    assert (rule.x0, rule.y0, rule.x1, rule.y1) == pytest.approx((100, 600, 700, 600), abs=1e-6)


def test_short_words_and_wild_angles_do_not_turn_a_page() -> None:
    assert skew(()) == 0.0
    assert skew(reading([100, 100, 140, 124, "甲"], skew=5.0).fragments) == 0.0
    assert skew(reading(*LINES, skew=20.0).fragments) == 0.0
    # the longest lines decide
    mixed = [*reading(*LINES, skew=1.0).fragments, *reading(LINES[0], skew=8.0).fragments]
    assert skew(mixed) == pytest.approx(1.0)


def test_sizes_of_texts_and_lines() -> None:
    assert em_size("心理ABC1") == 4.0
    assert line_height([]) == 1.0
    tall, low = piece(0, 0, 0, 90, 30), piece(1, 0, 0, 90, 20)
    assert line_height([tall, low, low]) == 20
    mark = piece(2, 0, 0, 9, 80, "甲")
    assert line_height([low, mark, mark]) == 20  # a short word is as high as it likes
    assert line_height([mark]) == 80


def spread(*more: Piece) -> list[Piece]:
    """Two book pages side by side on a scan of 2000 by 1400: seven lines each."""
    left = [piece(n, 100, 100 + 50 * n, 900, 130 + 50 * n) for n in range(7)]
    right = [piece(10 + n, 1100, 100 + 50 * n, 1900, 130 + 50 * n) for n in range(7)]
    return [*left, *right, *more]


def test_a_scan_wider_than_high_with_an_empty_gutter_is_two_pages() -> None:
    left, right = halves(spread(), 2000, 1400, spread=None)
    assert [p.at for p in left] == list(range(7))
    assert [p.at for p in right] == list(range(10, 17))


def test_what_is_no_spread_stays_one_page() -> None:
    whole = spread()
    assert halves(whole, 2000, 1400, spread=False) == [whole]
    assert halves(whole, 2000, 1800, spread=None) == [whole]
    assert halves([], 2000, 1400, spread=None) == [[]]
    few = [p for p in whole if p.at < 14]
    assert halves(few, 2000, 1400, spread=None) == [few]
    crossed = spread(piece(20, 300, 600, 1700, 630))
    assert halves(crossed, 2000, 1400, spread=None) == [crossed]
    table = [(400.0, 1600.0)]
    assert halves(whole, 2000, 1400, spread=None, tables=table) == [whole]
    assert len(halves(whole, 2000, 1400, spread=None, tables=[(100.0, 900.0)])) == 2


def test_a_title_over_both_pages_of_a_named_spread_is_read_first() -> None:
    title, below = piece(20, 600, 20, 1600, 60), piece(21, 700, 600, 1900, 640)
    left, right = halves(spread(title, below), 2000, 1400, spread=True)
    assert title in left
    assert below in right


def test_the_gutter_is_the_emptiest_place_nearest_to_the_middle() -> None:
    """A line that reaches over the middle of the scan belongs to its own page."""
    long = [piece(n, 100, 100 + 50 * n, 1015, 130 + 50 * n) for n in range(7)]
    right = [piece(10 + n, 1100, 100 + 50 * n, 1900, 130 + 50 * n) for n in range(7)]
    found = halves([*long, *right], 2000, 1400, spread=None)
    assert [p.at for p in found[0]] == list(range(7))


def test_boxes_of_a_question_are_one_a_column_in_pixels() -> None:
    pages = {3: reading(*LINES), 4: reading(*LINES)}
    places = [((3, 0, 0), 1), ((3, 0, 0), 2), ((4, 1, 0), 0)]
    assert page_boxes(places, pages) == [
        {"page": 3, "x0": 100, "y0": 140, "x1": 700, "y1": 204},
        {"page": 4, "x0": 100, "y0": 100, "x1": 700, "y1": 124},
    ]


XS, YS = (100.0, 250.0, 400.0), (50.0, 90.0, 130.0, 170.0)
TABLE = [
    *(Rule(XS[0], y, XS[-1], y) for y in YS),
    *(Rule(x, YS[0], x, YS[-1], upright=True) for x in XS),
]


def test_lines_that_meet_are_a_table() -> None:
    (grid,) = grids(TABLE)
    assert (grid.xs, grid.ys, grid.area) == (XS, YS, (100.0, 50.0, 400.0, 170.0))
    assert grid.is_table
    assert grid.cell(100, 50) == (0, 0)
    assert grid.cell(399, 169) == (2, 1)
    assert grid.cell(260, 95) == (1, 1)
    for outside in ((99, 60), (401, 60), (120, 49), (120, 171)):
        assert grid.cell(*outside) is None
    assert [(row, column) for row, column, _ in grid.cells()] == [
        (0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1),
    ]  # fmt: skip
    assert grid.cells()[3][2] == (250.0, 90.0, 400.0, 130.0)


def test_a_frame_is_no_table_and_tables_apart_are_two() -> None:
    frame = [
        *(Rule(600, y, 900, y) for y in (50, 300)),
        *(Rule(x, 50, x, 300, upright=True) for x in (600, 900)),
    ]
    found = grids([*TABLE, *frame])
    assert sorted(grid.is_table for grid in found) == [False, True]
    assert sorted(frames([*TABLE, *frame])) == [(100, 50, 400, 170), (600, 50, 900, 300)]
    assert grids(frame[:2]) == []
    assert not Grid((0, 9), (0, 9)).is_table


def test_lines_that_lie_close_are_one_and_ends_need_not_touch() -> None:
    doubled = [*TABLE, Rule(100, 56, 400, 56), Rule(108, 50, 108, 170, upright=True)]
    (grid,) = grids(doubled)
    assert (len(grid.xs), len(grid.ys)) == (3, 4)
    assert (grid.xs[0], grid.ys[0]) == (104.0, 53.0)
    apart = [Rule(112, 50, 400, 50), *TABLE[1:]]
    assert len(grids(apart)) == 1
    far = [Rule(130, 20, 400, 20), *TABLE]
    assert grids(far)[0].ys == YS


def test_a_table_with_one_upright_line_ends_where_its_rows_do() -> None:
    (grid,) = grids([*TABLE[:4], Rule(250, 50, 250, 170, upright=True)])
    assert grid.xs == (100.0, 250.0, 400.0)
    (edge,) = grids([*TABLE[:4], Rule(104, 50, 104, 170, upright=True)])
    assert edge.xs == (100.0, 400.0)


def drawing(*boxes: tuple[int, int, int, int]) -> np.ndarray:
    """A white page with outlined boxes of ink."""
    page = np.full((1000, 800), 250, np.uint8)
    for x0, y0, x1, y1 in boxes:
        page[y0:y1, x0:x1] = 20
        page[y0 + 5 : y1 - 5, x0 + 5 : x1 - 5] = 250
    return page


def test_ink_that_is_no_text_is_a_figure() -> None:
    text = [fragment(list(line), 800, 1000, 0) for line in LINES]
    (found,) = find_figures(drawing((200, 600, 400, 800)), text, [])
    assert found == pytest.approx((200, 600, 400, 800), abs=3)
    assert find_figures(drawing((200, 600, 400, 800)), text, [(200, 600, 400, 800)]) == ()
    assert find_figures(drawing((200, 600, 400, 640)), text, []) == ()  # two lines high at most
    assert find_figures(drawing((0, 0, 800, 1000)), text, []) == ()  # the rim of the page
    assert find_figures(drawing(), text, []) == ()
    (alone,) = find_figures(drawing((200, 600, 400, 800)), [], [])
    assert alone == found
    assert find_figures(drawing((200, 600, 230, 630)), [], []) == ()


def test_letters_of_a_figure_and_its_caption_belong_to_it() -> None:
    area = (200.0, 600.0, 400.0, 800.0)
    body = [piece(n, 100, 100 + 40 * n, 700, 124 + 40 * n, LINES[0][4]) for n in range(4)]  # type: ignore[arg-type]
    inside, option = piece(10, 250, 650, 280, 670, "刺激"), piece(11, 250, 700, 330, 724, "A.刺激")
    rim, top = piece(12, 400, 800, 400, 800, "反应"), piece(20, 200, 588, 260, 612, "感受")
    beside, far = piece(13, 410, 700, 430, 716, "甲"), piece(14, 460, 700, 480, 716, "乙")
    tall = piece(15, 410, 650, 434, 674, "丙")
    caption, named = piece(16, 260, 900, 330, 924, "图3-1"), piece(17, 100, 950, 170, 974, "图2")
    follows = piece(18, 190, 950, 500, 974, "表示记忆的过程")
    arrow = piece(19, 600, 950, 620, 974, "→")
    pieces = [*body, inside, option, rim, top, beside, far, tall, caption, named, follows, arrow]
    assert figure_text(pieces, [area]) == {10, 12, 13, 16, 19, 20}


def test_a_key_whose_lines_wore_away_is_no_figure() -> None:
    area = (200.0, 600.0, 400.0, 800.0)
    cells = ["题号", "1", "2", "3", "答案", "A", "B", "C"]
    pieces = [piece(n, 210 + 20 * n, 650, 225 + 20 * n, 670, text) for n, text in enumerate(cells)]
    assert figure_text(pieces, [area]) == set()
    assert figure_text(pieces[:5], [area]) == {0, 1, 2, 3}  # 答案 may head a key in a frame


def test_a_short_scan_is_two_pages_where_the_full_ones_of_its_book_are() -> None:
    short = [piece(0, 100, 100, 900, 130), piece(1, 1100, 100, 1900, 130)]
    scan = Reading(2000, 1400, 0, "test", ())
    assert least_of([scan] * 3, [spread(), spread(), short]) == 1
    assert [len(half) for half in halves(short, 2000, 1400, spread=None, least=1)] == [1, 1]
    alone = [piece(n, 100, 100 + 50 * n, 1900, 130 + 50 * n) for n in range(12)]
    assert least_of([scan] * 3, [spread(), alone, short]) == EACH  # one spread is no book of them
