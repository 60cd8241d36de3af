"""Ruled lines that hang together."""

from ocr.layout.tables import grids
from ocr.page.fragment import Rule


def framed(top: float, bottom: float, *levels: float, left: float = 100) -> list[Rule]:
    """A frame with lines across at its ends and at `levels`."""
    across = [Rule(left, y, 500, y) for y in (top, *levels, bottom)]
    return across + [Rule(x, top, x, bottom, upright=True) for x in (left, 500)]


def test_a_table_and_a_box_right_below_it_are_two() -> None:
    table = [*framed(100, 200, 150), Rule(300, 100, 300, 200, upright=True)]
    found = grids([*table, *framed(214, 320, left=60)])
    assert sorted((g.xs, g.ys) for g in found) == [
        ((60, 500), (214, 320)),
        ((100, 300, 500), (100, 150, 200)),
    ]


def test_a_low_row_with_lines_down_its_sides_is_a_row() -> None:
    (found,) = grids(framed(100, 200, 124))
    assert found.ys == (100, 124, 200)
