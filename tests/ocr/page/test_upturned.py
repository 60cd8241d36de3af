"""A line printed upside down is read as it was meant; lines that read well are left alone."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from ocr.engines.embedded import EmbeddedEngine
from ocr.page.again import upturned_read
from ocr.page.fragment import Reading
from ocr.page.pages import Pixels, turned

CROP = Path(__file__).parents[1] / "golden" / "engines" / "crop.png"


@pytest.fixture(scope="module")
def engine() -> EmbeddedEngine:
    return EmbeddedEngine()


def read(engine: EmbeddedEngine, page: Pixels) -> tuple[Reading, Reading]:
    high, wide = page.shape
    plain = Reading(wide, high, 0, engine.name, tuple(engine.read(page)))
    return plain, upturned_read(engine, page, plain)


def test_a_line_at_the_foot_is_turned(engine: EmbeddedEngine) -> None:
    with Image.open(CROP) as image:
        crop = np.asarray(image.convert("L"))
    line = crop[14:58]
    page = np.vstack([crop, np.full((60, crop.shape[1]), crop.max(), np.uint8), turned(line, 180)])
    plain, found = read(engine, page)
    assert sum("单项选择题" in f.text for f in plain.fragments) == 1
    meant = [f for f in found.fragments if "单项选择题" in f.text]
    assert len(meant) == 2
    assert max(f.quad[1] for f in meant) > crop.shape[0]
    assert {f for f in plain.fragments if f.quad[5] < crop.shape[0]} <= set(found.fragments)


def test_a_page_that_reads_well_stays(engine: EmbeddedEngine) -> None:
    with Image.open(CROP) as image:
        plain, found = read(engine, np.asarray(image.convert("L")))
    assert plain == found
