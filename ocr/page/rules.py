"""Ruled lines of a page: of tables, boxes, margins and blanks, found in its image."""

import cv2
import numpy as np

from ocr.page.fragment import Rule
from ocr.page.pages import Pixels

SHORTEST = 0.022  # of the page's longer side: two characters and a half
THICK = 9  # pixels: more is a bar or a picture
BESIDE = 6  # pixels beside a line that are paper
FREE, HALF_FREE = 0.85, 0.4  # share of its length along which they are, on either side
DARKER = 12  # grey levels than its surroundings


def find_rules(pixels: Pixels) -> tuple[Rule, ...]:
    """Horizontal and upright lines of a page that lies about straight."""
    ink = cv2.adaptiveThreshold(
        pixels, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 41, DARKER
    )
    least = max(30, round(SHORTEST * max(pixels.shape)))
    across = _lines(ink, least)
    down = _lines(np.ascontiguousarray(ink.T), least)
    return (
        *(Rule(*line) for line in across),
        *(Rule(y0, x0, y1, x1, upright=True) for x0, y0, x1, y1 in down),
    )


def _lines(ink: np.ndarray, least: int) -> list[tuple[float, float, float, float]]:
    """Lines that run across; a skewed one climbs a pixel every few dozen."""
    thick = cv2.dilate(ink, np.ones((3, 1), np.uint8))
    thick = cv2.morphologyEx(thick, cv2.MORPH_CLOSE, np.ones((1, 3), np.uint8))
    runs = cv2.morphologyEx(thick, cv2.MORPH_OPEN, np.ones((1, least), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(runs, connectivity=8)
    found = []
    for at in range(1, count):
        x, y, wide, high, area = (int(v) for v in stats[at])
        if wide < least or area / wide > THICK + 2 or high > max(THICK + 4, 0.04 * wide):
            continue
        if not _alone(ink, x, y, wide, high):
            continue
        part = labels[y : y + high, x : x + wide] == at
        ends = [np.flatnonzero(part[:, cut].any(axis=1)) for cut in (slice(0, 9), slice(-9, None))]
        y0, y1 = (y + float(rows.mean()) for rows in ends)
        found.append((float(x), y0, float(x + wide), y1))
    return found


def _alone(ink: np.ndarray, x: int, y: int, wide: int, high: int) -> bool:
    """Is there paper along at least one side of it? Strokes of letters have others around them."""
    above = ink[max(0, y - BESIDE) : max(0, y - 1), x : x + wide]
    below = ink[y + high + 1 : y + high + BESIDE, x : x + wide]
    free = [
        1 - float((part > 0).any(axis=0).mean()) if part.size else 1.0 for part in (above, below)
    ]
    return max(free) >= FREE and min(free) >= HALF_FREE
