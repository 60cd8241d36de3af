"""Noise of a scan: measured on the page, and smoothed where it hides strokes.

The recogniser was trained on clean lines; on noisy ones it drops full stops, brackets and the
strokes of light types. A little blur brings back two thirds of them; clean pages stay as they are.
"""

import numpy as np
from PIL import Image, ImageFilter

from ocr.page.pages import Pixels

STEPS = ((9.0, 1.0), (5.0, 0.7))  # from this noise in grey levels on: radius of the blur


def noise_of(pixels: Pixels) -> float:
    """Typical deviation of a pixel from its surroundings, in grey levels; paper outweighs ink."""
    part = Image.fromarray(pixels)
    around = np.asarray(part.filter(ImageFilter.GaussianBlur(2.0)), dtype=np.int16)
    return float(np.median(np.abs(pixels.astype(np.int16) - around))) / 0.6745


def smoothed(pixels: Pixels) -> Pixels:
    """The page with its noise smoothed, or the same page where there is little."""
    noise = noise_of(pixels)
    for least, radius in STEPS:
        if noise >= least:
            blurred = Image.fromarray(pixels).filter(ImageFilter.GaussianBlur(radius))
            return np.asarray(blurred)
    return pixels
