"""Long lines are recognised narrower than printed, and say what they say at full width."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from ocr.engines.embedded import EmbeddedEngine
from ocr.engines.lighter import HIGH, LEAST, STEP, WIDTH, narrowed, stepped

GOLDEN = Path(__file__).parents[1] / "golden" / "engines"
LATIN = "When people exert less effort in a group, it is called social loafing"


@pytest.fixture(scope="module")
def engine() -> EmbeddedEngine:
    return EmbeddedEngine()


@pytest.mark.parametrize("wide", [30, 200, LEAST, int(LEAST / WIDTH)])
def test_a_short_line_is_read_as_it_is(wide: int) -> None:
    image = np.zeros((HIGH, wide, 3), np.uint8)
    assert narrowed(image) is image


def test_small_print_is_read_as_it_is() -> None:
    image = np.zeros((33, 1400, 3), np.uint8)
    assert narrowed(image) is image


@pytest.mark.parametrize(("high", "wide"), [(40, 900), (48, 460), (34, 1400), (96, 5000)])
def test_a_long_line_loses_two_fifths_of_its_width(high: int, wide: int) -> None:
    made = narrowed(np.zeros((high, wide, 3), np.uint8))
    full = wide * HIGH / high
    assert made.shape[0] == HIGH
    assert made.shape[1] % STEP == 0
    assert full * WIDTH <= made.shape[1] < full * WIDTH + STEP


@pytest.mark.parametrize(("high", "wide", "filled"), [(48, 20, 32), (48, 64, 64), (30, 100, 160)])
def test_a_line_is_filled_to_whole_steps_at_its_end(high: int, wide: int, filled: int) -> None:
    made = stepped(np.full((high, wide, 3), 255, np.uint8))
    assert made.shape == (HIGH, filled, 3)
    drawn = wide * HIGH // high
    assert (made[:, :drawn] == 255).all()
    assert (made[:, drawn:] == 127).all()


def test_chinese_says_the_same_narrow_and_wide(engine: EmbeddedEngine) -> None:
    with Image.open(GOLDEN / "crop.png") as image:
        page = np.asarray(image.convert("L"))
    line = page[14:58]
    narrow = np.asarray(Image.fromarray(line).resize((round(line.shape[1] * WIDTH), len(line))))
    assert engine.read_line(narrow)[0] == engine.read_line(line)[0] != ""


def test_a_line_of_latin_words_is_read_at_full_width(engine: EmbeddedEngine) -> None:
    image = Image.new("L", (1100, 44), 250)
    ImageDraw.Draw(image).text((12, 4), LATIN, fill=20, font=ImageFont.load_default(size=30))
    text, score = engine.read_line(np.asarray(image))
    assert "".join(text.split()) == "".join(LATIN.split())
    assert score > 0.9
