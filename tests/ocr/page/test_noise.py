"""Noise is measured on the paper, and smoothed only where there is much."""

import numpy as np
import pytest
from PIL import Image

from ocr.page.paper import noise_of, smoothed
from samples.book.wear import Wear, worn
from tests.ocr import scans


def page(noise: float) -> Image.Image:
    flat = scans.marked(800, 1000)
    return worn(flat, Wear(0.0, noise, 0.0, 0.0), 7, left_gutter=True)


@pytest.mark.parametrize("noise", [0.0, 2.0, 4.0])
def test_quiet_pages_stay_as_they_are(noise: float) -> None:
    pixels = scans.grey(page(noise))
    assert smoothed(pixels) is pixels


@pytest.mark.parametrize("noise", [8.0, 14.0, 20.0])
def test_noisy_pages_become_calm(noise: float) -> None:
    pixels = scans.grey(page(noise))
    calm = smoothed(pixels)
    assert calm.shape == pixels.shape
    assert noise_of(calm) < 0.6 * noise_of(pixels)
    assert int(calm[80, 160]) < 60 < int(calm[500, 400])  # ink is ink and paper is paper


def test_measure_follows_the_noise() -> None:
    found = [noise_of(scans.grey(page(noise))) for noise in (0.0, 5.0, 10.0, 20.0)]
    assert found == sorted(found)
    assert found[0] == 0.0
    assert 7.0 < found[2] < 13.0
    assert noise_of(np.full((50, 50), 128, dtype=np.uint8)) == 0.0
