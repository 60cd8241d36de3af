"""Figures and stamps: ink that is no text, found in the image once its text is known."""

import re
from collections.abc import Sequence

import cv2
import numpy as np

from cpsyexam.text import fold
from ocr.fragment import Area, Fragment
from ocr.geometry import Piece
from ocr.pages import Pixels

LEAST = 2.2  # line heights that a figure measures in both directions
REACH = 0.6  # line heights over which its strokes belong together
WORDS = 10  # characters of a label in a figure
_MARK = re.compile(r"^\s*(?:[A-H]\s*[.、]|\d{1,3}\s*[.、)]|[(（])")
EDGE = 0.01  # of the page at its rim: shadows of the binding and of the scanner's lid


def find_figures(
    pixels: Pixels, fragments: Sequence[Fragment], frames: Sequence[Area]
) -> tuple[Area, ...]:
    """Boxes (left, top, right, bottom) of figures; `frames` = tables and boxes, which are none."""
    ink = cv2.adaptiveThreshold(
        pixels, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 41, 14
    )
    ink = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    high = float(np.median([f.height for f in fragments])) if fragments else pixels.shape[0] / 60
    for f in fragments:
        xs, ys = f.quad[::2], f.quad[1::2]
        cv2.rectangle(
            ink, (int(min(xs)) - 3, int(min(ys)) - 3), (int(max(xs)) + 3, int(max(ys)) + 3), 0, -1
        )
    for x0, y0, x1, y1 in frames:
        cv2.rectangle(ink, (int(x0) - 6, int(y0) - 6), (int(x1) + 6, int(y1) + 6), 0, -1)
    rim = max(3, round(EDGE * max(pixels.shape)))
    ink[:rim], ink[-rim:], ink[:, :rim], ink[:, -rim:] = 0, 0, 0, 0
    reach = max(3, round(REACH * high))
    whole = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(whole, connectivity=8)
    found = []
    for x, y, wide, tall, area in (tuple(map(int, stats[at])) for at in range(1, count)):
        if min(wide, tall) >= LEAST * high and area >= 0.02 * wide * tall:
            found.append((float(x), float(y), float(x + wide), float(y + tall)))
    return tuple(found)


def figure_text(pieces: Sequence[Piece], figures: Sequence[Area]) -> set[int]:
    """Places of short pieces that stand in a figure: its letters, the words of a stamp."""
    return {
        p.at
        for p in pieces
        for x0, y0, x1, y1 in figures
        if len(p.text.strip()) <= WORDS
        and not _MARK.match(fold(p.text))
        and x0 <= (p.x0 + p.x1) / 2 <= x1
        and y0 <= p.middle <= y1
    }
