"""Lines over a gutter, taken for one by the detector, are read as two."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from ocr.engines.embedded import EmbeddedEngine
from ocr.layout.columns import find_gutter, likely_gutter
from ocr.layout.geometry import straight
from ocr.page.again import split_lines, white_strip
from ocr.page.fragment import Fragment, Quad, Reading
from ocr.page.pages import Pixels

GOLDEN = Path(__file__).parents[1] / "golden" / "engines"


@pytest.fixture(scope="module")
def engine() -> EmbeddedEngine:
    return EmbeddedEngine()


@pytest.fixture(scope="module")
def two_columns() -> Pixels:
    """The golden column twice, side by side, a narrow gutter between."""
    with Image.open(GOLDEN / "crop.png") as image:
        column = np.asarray(image.convert("L"))
    column = column[:, : column.shape[1] - 10]
    white = np.full((column.shape[0], 12), 240, dtype=np.uint8)
    return np.concatenate([column, white, column], axis=1)


def merged(fragments: list[Fragment], at: str) -> list[Fragment]:
    """The two fragments with the text `at` as one, as a detector merges them."""
    left, right = sorted((f for f in fragments if f.text == at), key=lambda f: f.quad[0])
    a, b, *_, g, h = left.quad
    _, _, c, d, e, f, _, _ = right.quad
    both = Fragment(left.text + right.text, 0.98, (a, b, c, d, e, f, g, h))
    return [*(x for x in fragments if x not in (left, right)), both]


def test_a_merged_line_comes_apart(engine: EmbeddedEngine, two_columns: Pixels) -> None:
    text = "解出，多数学生却仍旧先设新未知数。这种"
    fragments = engine.read(two_columns)
    height, width = two_columns.shape
    joined = merged(fragments, text)
    assert len(joined) == len(fragments) - 1
    whole = Reading(width, height, 0, "test", tuple(joined))
    found = split_lines(engine, two_columns, whole)
    assert [f.text for f in found.fragments].count(text) == 2
    assert len(found.fragments) == len(fragments)


class NeverAsked:
    """An engine that must not be asked to read a line again."""

    name = model = weights = "test"

    def read(self, pixels: Pixels) -> list[Fragment]:
        raise AssertionError

    def read_line(self, pixels: Pixels) -> tuple[str, float]:
        raise AssertionError


def test_a_centred_header_over_the_gutter_stays_whole() -> None:
    page = np.full((900, 1000), 240, dtype=np.uint8)
    rows = [(x, 150 + 40 * n) for n in range(15) for x in (50, 520)]
    lines = [Fragment("正文" * 10, 0.98, box(x, y, 430)) for x, y in rows]
    header = Fragment("心理学考试习题精选", 0.97, box(380, 90, 240))
    reading = Reading(1000, 900, 0, "test", (header, *lines))
    found = split_lines(NeverAsked(), page, reading)
    assert found.fragments == reading.fragments


def test_a_short_column_of_answers_has_a_gutter_too() -> None:
    left = [(140, 190 + 44 * n, 420, "一行正文" * 5) for n in range(20)]
    right = [(750, 190 + 44 * n, 200, f"2{n}．【答案】A") for n in range(9) if n != 4]
    merged = [(140, 190 + 44 * 4, 850, "一行正文" * 5 + "26．【答案】C")]
    lines = (*left[:4], *merged, *left[5:], *right)
    page = [Fragment(text, 0.98, box(x, y, width)) for x, y, width, text in lines]
    pieces = straight(Reading(1457, 2047, 0, "test", tuple(page)))
    assert find_gutter(pieces) is None
    found = likely_gutter(pieces)
    assert found is not None
    assert 560 < found < 750


def test_a_page_of_option_grids_and_long_stems_has_none() -> None:
    lines = []
    for n in range(10):
        y = 190 + 132 * n
        lines += [(140, y, 1100, f"{n + 1}．" + "一行正文" * 8), (200, y + 44, 300, "A．甲甲甲")]
        lines += [(720, y + 44, 300, "B．乙乙乙"), (200, y + 88, 300, "C．丙丙丙")]
        lines += [(720, y + 88, 300, "D．丁丁丁")]
    page = [Fragment(text, 0.98, box(x, y, width)) for x, y, width, text in lines]
    assert likely_gutter(straight(Reading(1457, 2047, 0, "test", tuple(page)))) is None


def box(x: float, y: float, width: float) -> Quad:
    return x, y, x + width, y, x + width, y + 30, x, y + 30


def test_a_page_in_one_column_is_left_alone(engine: EmbeddedEngine) -> None:
    with Image.open(GOLDEN / "crop.png") as image:
        pixels = np.asarray(image.convert("L"))
    reading = Reading(pixels.shape[1], pixels.shape[0], 0, "test", tuple(engine.read(pixels)))
    assert split_lines(engine, pixels, reading) is reading


def test_a_line_without_a_strip_is_no_two_lines() -> None:
    line = np.full((60, 600), 240, dtype=np.uint8)
    line[15:45, ::8] = 20  # ink all along
    fragment = Fragment("标题", 0.9, (0, 10, 600, 10, 600, 50, 0, 50))
    assert white_strip(line, fragment, 0.5, 40) is None
    line[:, 290:330] = 240
    strip = white_strip(line, fragment, 0.5, 40)
    assert strip is not None
    assert strip[0] <= 290
    assert strip[1] >= 330
