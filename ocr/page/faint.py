"""Faint print: watermarks and what shines through from the other side, made paper again.

Printed strokes have a dark core; what has none, and is larger than a full stop, was not printed
with the text. Pages without such print stay as they are.
"""

import cv2
import numpy as np

from ocr.page.pages import Pixels

WEAK = 0.07  # contrast to the paper from which a pixel is more than paper
CORE = 0.42  # of the contrast of good print: less has no core
FAINTEST = 0.36  # of it: what a letter's fine strokes have at least
SHARE = 0.0006  # of the page that faint print covers where it is taken out
NEAR = 4  # pixels around a core that belong to its letter


def paper_of(pixels: Pixels) -> np.ndarray:
    """The page without its print: grey levels of the paper at every pixel."""
    scale = 0.125
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    light = cv2.dilate(small, np.ones((5, 5), np.uint8))
    calm = cv2.medianBlur(light, 21)
    size = (pixels.shape[1], pixels.shape[0])
    return np.asarray(cv2.resize(calm, size, interpolation=cv2.INTER_LINEAR))


def without_faint(pixels: Pixels) -> Pixels:
    """The page without its faint print, or the same page where there is little of it."""
    paper = paper_of(pixels)
    calm = cv2.GaussianBlur(pixels, (0, 0), 0.8)
    contrast = np.clip((paper.astype(np.float32) - calm) / np.maximum(paper, 1), 0, 1)
    print_ = contrast[contrast > 0.3]
    if print_.size < 500:
        return pixels
    good = float(np.percentile(print_, 85))
    core = contrast > CORE * good
    soft = cv2.GaussianBlur(contrast, (0, 0), 1.2)
    weak = (soft > WEAK).astype(np.uint8)
    faint = _coreless(weak, core, high=pixels.shape[0])
    near = cv2.dilate(core.astype(np.uint8), np.ones((2 * NEAR + 1, 2 * NEAR + 1), np.uint8))
    faint &= near == 0
    faint &= contrast < FAINTEST * good
    if faint.mean() < SHARE:
        return pixels
    whole = cv2.dilate(faint.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    whole &= near == 0
    return np.where(whole, paper, pixels).astype(np.uint8)


def _coreless(weak: np.ndarray, core: np.ndarray, high: int) -> np.ndarray:
    """Pixels of patches that have no core, or are far larger than letters."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(weak, connectivity=8)
    least, most = max(12, high // 110), high // 25
    wide, tall = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    dark = np.bincount(labels[core], minlength=count) > 0
    size, thin = np.maximum(wide, tall), np.minimum(wide, tall)
    patch = (~dark & (size >= least) & (thin >= 6)) | (dark & (thin >= most))
    patch[0] = False
    return np.asarray(patch[labels])
