"""A page is looked at in half its size, and what is doubtful there at its full."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from ocr.engines.embedded import EmbeddedEngine
from ocr.engines.lighter import LOW, SMALLEST, doubtful

SIZE = (SMALLEST + 200, SMALLEST + 400)
LINE = "When people exert less effort in a group"


def page(*lone: tuple[int, int, str]) -> np.ndarray:
    """Eight lines of print, and letters that stand alone."""
    image = Image.new("L", SIZE, 250)
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(size=34)
    for at in range(8):
        pen.text((60, 60 + 70 * at), LINE, fill=20, font=font)
    for x, y, letter in lone:
        pen.text((x, y), letter, fill=20, font=font)
    return np.asarray(image)


def boxes(*high: float) -> list[np.ndarray]:
    """Boxes around the lines, the first of them as high as given."""
    made = []
    for at in range(8):
        top, base = 56 + 70 * at, 56 + 70 * at + (high[at] if at < len(high) else 46)
        made.append(np.array([[50, top], [800, top], [800, base], [50, base]], np.float32))
    return made


def test_nothing_is_doubtful_where_boxes_cover_all_print() -> None:
    assert doubtful(page(), boxes()) == []


def test_a_letter_that_no_box_covers_is_doubtful_where_it_stands() -> None:
    found = doubtful(page((900, 1000, "B")), boxes())
    assert found
    ((top, base),) = found
    assert 950 < top < 1010
    assert 1030 < base < 1080


def test_a_box_higher_than_a_line_is_doubtful() -> None:
    assert doubtful(page(), boxes(110)) == [(56 - 11.5, 166 + 11.5)]


def test_small_print_and_text_that_runs_down_are_looked_at_in_full() -> None:
    assert doubtful(page(), boxes(*[LOW - 1] * 8)) is None
    down = [
        np.array([[x, 50], [x + 40, 50], [x + 40, 900], [x, 900]], np.float32) for x in (50, 150)
    ]
    assert doubtful(page(), down) is None


@pytest.mark.parametrize("lone", [(), ((900, 1000, "B"), (1000, 1000, "D"), (500, 1250, "7"))])
def test_a_page_says_the_same_as_at_full_size(lone: tuple[tuple[int, int, str], ...]) -> None:
    engine = EmbeddedEngine()
    found = sorted(f.text.replace(" ", "") for f in engine.read(page(*lone)))
    assert found == sorted([*[LINE.replace(" ", "")] * 8, *(letter for _, _, letter in lone)])
