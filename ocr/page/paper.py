"""The image before it is read: paper cut out of a photograph, watermarks gone, noise smoothed."""

from itertools import pairwise
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageFilter

from ocr.page.fragment import Quad
from ocr.page.pages import Pixels

SIDE = 600  # pixels of the small copy on which the paper is looked for
PRINT = 15  # pixels of it: print is finer than that, and is closed
BAND = 10  # pixels of it on either side of an edge that are compared
STEP = 14.0  # grey levels between table and paper
SHARP = 0.55  # of that step within four pixels: shadows climb slowly
WHERE = 0.42  # of the picture from its rim in which an edge may lie
SUPPORT = 0.5  # share of an edge along which it is seen
SLOPE = 0.14  # of an edge at most
LEAST = 0.3  # share of the picture that the paper covers
Floats = npt.NDArray[np.float32]
WEAK = 0.07  # contrast to the paper from which a pixel is more than paper
CORE = 0.42  # of the contrast of good print: less has no core
FAINTEST = 0.36  # of it: what a letter's fine strokes have at least
SHARE = 0.0006  # of the page that faint print covers where it is taken out
NEAR = 4  # pixels around a core that belong to its letter
STEPS = ((9.0, 1.0), (5.0, 0.7))  # from this noise in grey levels on: radius of the blur


def find_paper(pixels: Pixels) -> Quad | None:
    """Corners of the paper, clockwise from the top left, or None where it fills the picture."""
    scale = SIDE / max(pixels.shape)
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    closed = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((PRINT, PRINT), np.uint8))
    calm = cv2.GaussianBlur(closed, (0, 0), 1.0).astype(np.float32)
    down = np.ascontiguousarray(calm.T)
    edges = [_edge(calm), _edge(calm[:, ::-1]), _edge(down), _edge(down[:, ::-1])]
    if sum(edge is not None for edge in edges) < 2:
        return None
    high, wide = calm.shape
    left, right, top, base = (edge or (0.0, 0.0) for edge in edges)
    right = wide - 1 - right[0], -right[1]
    base = high - 1 - base[0], -base[1]
    corners = [_crossing(*at) for at in ((left, top), (right, top), (right, base), (left, base))]
    if cv2.contourArea(np.asarray(corners, dtype=np.float32)) < LEAST * calm.size:
        return None
    limits = pixels.shape[1] - 1, pixels.shape[0] - 1
    ax, ay, bx, by, cx, cy, dx, dy = (
        round(min(max(v / scale, 0.0), float(limit)), 1)
        for corner in corners
        for v, limit in zip(corner, limits, strict=True)
    )
    return ax, ay, bx, by, cx, cy, dx, dy


def _edge(calm: Floats) -> tuple[float, float] | None:
    """The left edge of the paper as x = a + b·y, None where the paper reaches the rim."""
    high, wide = calm.shape
    inside = _mean(calm, 2, 2 + BAND)
    outside = _mean(calm, -2 - BAND, -2)
    near = _mean(calm, 2, 4) - _mean(calm, -4, -2)
    step = inside - outside
    step[:, : BAND // 2] = 0
    reach = round(WHERE * wide)
    rows = np.arange(0, high, 3)
    xs = step[rows, :reach].argmax(axis=1)
    found = step[rows, xs]
    sharp = near[rows, xs] >= SHARP * found
    beyond = np.maximum.accumulate(calm, axis=1)[rows, np.maximum(xs - 3, 0)]
    table = beyond < inside[rows, xs] - STEP / 2  # no paper any more from there to the rim
    good = (found >= STEP) & sharp & table
    if good.sum() < SUPPORT * len(rows):
        return None
    return _line(rows[good].astype(np.float64), xs[good].astype(np.float64), len(rows))


def _mean(calm: Floats, start: int, stop: int) -> Floats:
    """Mean of the pixels from `start` to `stop` right of each."""
    sums = np.cumsum(np.pad(calm, ((0, 0), (BAND + 3, BAND + 3)), mode="edge"), axis=1)
    at = np.arange(calm.shape[1]) + BAND + 2
    return np.asarray((sums[:, at + stop] - sums[:, at + start]) / (stop - start), np.float32)


def _line(ys: Any, xs: Any, rows: int) -> tuple[float, float] | None:
    """The line through most points: RANSAC over a fixed set of pairs, then least squares."""
    best: Any = None
    for share in np.linspace(0.05, 0.45, 9):
        for i, j in pairwise(range(0, len(ys), max(1, round(share * len(ys))))):
            if ys[j] - ys[i] < 20:
                continue
            b = (xs[j] - xs[i]) / (ys[j] - ys[i])
            close = np.abs(xs - (xs[i] + b * (ys - ys[i]))) < 3.0
            if abs(b) < SLOPE and (best is None or close.sum() > best.sum()):
                best = close
    if best is None or best.sum() < SUPPORT * rows:
        return None
    b, a = np.polyfit(ys[best], xs[best], 1)
    return float(a), float(b)


def _crossing(side: tuple[float, float], across: tuple[float, float]) -> tuple[float, float]:
    """Where x = a + b·y meets y = c + d·x."""
    (a, b), (c, d) = side, across
    x = (a + b * c) / (1 - b * d)
    return x, c + d * x


def flattened(pixels: Pixels, paper: Quad | None) -> Pixels:
    """The paper alone, as a rectangle seen from above; the same page where there is none."""
    if paper is None:
        return pixels
    corners = np.asarray(paper, dtype=np.float32).reshape(4, 2)
    top, right, base, left = (
        float(np.linalg.norm(corners[i] - corners[(i + 1) % 4])) for i in range(4)
    )
    wide, high = max(1, round((top + base) / 2)), max(1, round((left + right) / 2))
    flat = np.asarray([[0, 0], [wide, 0], [wide, high], [0, high]], dtype=np.float32)
    turn = cv2.getPerspectiveTransform(corners, flat)
    return np.asarray(
        cv2.warpPerspective(
            pixels, turn, (wide, high), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
        ),
        dtype=np.uint8,
    )


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


def noise_of(pixels: Pixels) -> float:
    """Typical deviation of a pixel from its surroundings, in grey levels; paper outweighs ink."""
    apart = cv2.absdiff(pixels, cv2.GaussianBlur(pixels, (0, 0), 2.0))
    levels = cv2.calcHist([apart], [0], None, [256], [0, 256]).cumsum()
    return float(np.searchsorted(levels, apart.size / 2)) / 0.6745


def smoothed(pixels: Pixels) -> Pixels:
    """The page with its noise smoothed, or the same page where there is little."""
    noise = noise_of(pixels)
    for least, radius in STEPS:
        if noise >= least:
            blurred = Image.fromarray(pixels).filter(ImageFilter.GaussianBlur(radius))
            return np.asarray(blurred)
    return pixels
