"""Cells of a ruled table that the detector missed, or ran over, are read one by one."""

import numpy as np
import pytest

from ocr.page.again import INSET, read_cells
from ocr.page.fragment import Fragment, Reading, Rule
from ocr.page.pages import Pixels

XS, YS = (100, 200, 300, 400, 500), (50, 90, 130)
RULES = (
    *(Rule(XS[0], y, XS[-1], y) for y in YS),
    *(Rule(x, YS[0], x, YS[-1], upright=True) for x in XS),
)


class OneLine:
    """An engine that knows one answer; `read` counts the cells that it was shown."""

    name, model, weights = "test", "", ""

    def __init__(self, score: float = 0.97) -> None:
        self.score, self.shown = score, 0

    def read(self, pixels: Pixels) -> list[Fragment]:
        raise AssertionError(pixels.shape)

    def read_line(self, pixels: Pixels) -> tuple[str, float]:
        self.shown += 1
        assert pixels.shape == (40 - 2 * INSET, 100 - 2 * INSET)
        return " B ", self.score


def page(*inked: tuple[int, int]) -> Pixels:
    """A white page with a stroke in some cells (row, column)."""
    pixels = np.full((200, 600), 250, np.uint8)
    for row, column in inked:
        y, x = YS[row] + 15, XS[column] + 40
        pixels[y : y + 10, x : x + 12] = 20
    return pixels


def fragment(text: str, x0: float, x1: float, row: int = 0, score: float = 0.95) -> Fragment:
    y0, y1 = YS[row] + 8.0, YS[row] + 32.0
    return Fragment(text, score, (x0, y0, x1, y0, x1, y1, x0, y1))


def read(engine: OneLine, pixels: Pixels, *fragments: Fragment) -> list[Fragment]:
    reading = Reading(600, 200, 0, "test", fragments, rules=RULES)
    return list(read_cells(engine, pixels, reading).fragments)


def test_a_cell_with_ink_and_no_text_is_read() -> None:
    (found,) = read(OneLine(), page((1, 2)))
    assert (found.text, found.score) == ("B", 0.97)
    assert found.quad == (304, 94, 396, 94, 396, 126, 304, 126)


def test_empty_cells_and_clear_ones_are_not() -> None:
    engine = OneLine()
    clear = fragment("C", 140, 160)
    assert read(engine, page((0, 0)), clear) == [clear]
    assert engine.shown == 0


@pytest.mark.parametrize(("score", "text"), [(0.97, "B"), (0.5, "8")])
def test_a_doubtful_cell_keeps_the_surer_text(score: float, text: str) -> None:
    unsure = fragment("8", 140, 160, score=0.7)
    (found,) = read(OneLine(score), page((0, 0)), unsure)
    assert found.text == text


def test_text_over_a_line_of_the_table_is_read_cell_by_cell() -> None:
    over = fragment("BB", 130, 270)
    found = read(OneLine(), page((0, 0), (0, 1)), over)
    assert [f.text for f in found] == ["B", "B"]
    assert over not in found
    touching = fragment("感觉阈限", 110, 203)  # a stroke over the line
    assert touching in read(OneLine(), page((0, 0)), touching)
    begins = fragment("感觉阈限", 203, 290)  # right behind it
    assert begins in read(OneLine(), page((0, 1)), begins)
    outside = fragment("下列属于认知过程的是", 10, 590, row=1)
    low = Fragment(outside.text, 0.95, tuple(v + 60 for v in outside.quad))  # type: ignore[arg-type]
    assert low in read(OneLine(), page(), low)


def test_a_page_without_a_table_is_left_alone() -> None:
    bare = Reading(600, 200, 0, "test", (fragment("B", 140, 160),), rules=RULES[:3])
    assert read_cells(OneLine(), page((0, 0)), bare) is bare


def test_text_over_no_line_of_its_row_stays() -> None:
    box = (Rule(XS[0], 170, XS[-1], 170), Rule(XS[0], YS[-1], XS[0], 170, upright=True))
    over = Fragment("1. 时间紧迫感是A型性格的特征", 0.97, (130, 138, 390, 138, 390, 162, 130, 162))
    reading = Reading(600, 200, 0, "test", (over,), rules=(*RULES, *box))
    assert over in read_cells(OneLine(), page(), reading).fragments
