"""The paper on a photograph: its four corners, and the page cut out and made flat.

A scan that is paper to its edges has none to find. A photograph shows the table around the page:
without it, zones, margins and columns are measured on the page and not on the picture.
"""

import cv2
import numpy as np

from ocr.fragment import Quad
from ocr.pages import Pixels

SIDE = 600  # pixels of the small copy on which the paper is looked for
AROUND = 0.35  # share of the picture's rim that must be no paper
LEAST, MOST = 0.3, 0.985  # share of the picture that the paper covers
FULL = 0.93  # share of its four corners' area that the paper fills
STEP = 22.0  # grey levels between paper and table


def find_paper(pixels: Pixels) -> Quad | None:
    """Corners of the paper, clockwise from the top left, or None where it fills the picture."""
    scale = SIDE / max(pixels.shape)
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    calm = cv2.medianBlur(small, 7)
    _, mask = cv2.threshold(calm, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((25, 25), np.uint8))
    rim = np.concatenate(
        [mask[:3].ravel(), mask[-3:].ravel(), mask[:, :3].ravel(), mask[:, -3:].ravel()]
    )
    if float((rim == 0).mean()) < AROUND:
        return None
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    outline = cv2.convexHull(max(outlines, key=cv2.contourArea))
    corners = _corners(outline)
    area = cv2.contourArea(outline)
    if corners is None or not LEAST <= area / mask.size <= MOST:
        return None
    if area < FULL * cv2.contourArea(corners) or _step(small, outline) < STEP:
        return None
    return _clockwise(corners / scale, pixels.shape)


def _corners(outline: np.ndarray) -> np.ndarray | None:
    around = cv2.arcLength(outline, closed=True)
    for step in range(2, 16):
        found = cv2.approxPolyDP(outline, 0.005 * step * around, closed=True)
        if len(found) == 4:
            return np.asarray(found, dtype=np.float32).reshape(4, 2)
        if len(found) < 4:
            break
    return None


def _step(small: Pixels, outline: np.ndarray) -> float:
    inside = np.zeros_like(small)
    cv2.drawContours(inside, [outline], -1, 255, -1)
    return float(np.median(small[inside > 0])) - float(np.median(small[inside == 0]))


def _clockwise(corners: np.ndarray, shape: tuple[int, ...]) -> Quad:
    high, wide = shape[0] - 1, shape[1] - 1
    middle = corners.mean(axis=0)
    angles = np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0])
    ring = corners[np.argsort(angles)]
    first = int(np.argmin(ring.sum(axis=1)))
    ring = np.roll(ring, -first, axis=0)
    a, b, c, d = ((min(max(float(x), 0), wide), min(max(float(y), 0), high)) for x, y in ring)
    return tuple(round(v, 1) for v in (*a, *b, *c, *d))  # type: ignore[return-value]


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
