"""Ink that is no text: ruled lines, and figures and stamps, found once the text is known."""

import re
from collections.abc import Sequence

import cv2
import numpy as np

from cpsyexam.text import fold
from ocr.habits.headings import is_heading
from ocr.layout.geometry import Piece, inside, line_height
from ocr.page.fragment import Area, Fragment, Rule
from ocr.page.pages import Pixels

SHORTEST = 0.022  # of the page's longer side: two characters and a half
THICK = 9  # pixels: more is a bar or a picture
BESIDE = 6  # pixels beside a line that are paper
FREE, HALF_FREE = 0.85, 0.4  # share of its length along which they are, on either side
DARKER = 12  # grey levels than its surroundings
LEAST = 2.2  # line heights that a figure measures in both directions
REACH = 0.6  # line heights over which its strokes belong together
SMALL = 0.94  # of a line's height: the letters of a drawing
AROUND = 1.4  # line heights around a figure in which its letters stand
LINE = 9.0  # line heights from which a line is running text
WORDS = 10  # characters of a label in a figure
_MARK = re.compile(r"^\s*(?:[A-H]\s*[.、]|\d{1,3}\s*[.、)]|[(（])")
_CAPTION = re.compile(r"[图表]\s*\d{1,2}(?:[-—.]\d{1,2})?")
_ARROW = re.compile(r"[←→↑↓⇒⇐]{1,3}")
CELLS = 6  # cells of a key that are no figure
_CELL = re.compile(
    r"[(]?\d{1,3}[)]?[.、]?\s*(?:[A-H]{1,8}|[√×对错])?|[A-H]{1,8}|[√×XV]|题号|答案|序号"
)
_CHAPTER = re.compile(
    r"\s*第\s?[\d一二三四五六七八九十]{1,3}\s?(?:课时?|单元|[章讲篇编])(?![\w,，。]*[,，。])"
)
_TITLE = re.compile(r"[^,。]{0,6}(?:参考|标准)?答案(?:[与及和]解析)?")
EDGE = 0.01  # of the page at its rim: shadows of the binding and of the scanner's lid


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


def find_figures(
    pixels: Pixels, fragments: Sequence[Fragment], frames: Sequence[Area]
) -> tuple[Area, ...]:
    """Boxes (left, top, right, bottom) of figures; `frames` = tables and boxes, which are none."""
    ink = cv2.adaptiveThreshold(
        pixels, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 41, 14
    )
    ink = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    high = float(np.median([f.height for f in fragments])) if fragments else pixels.shape[0] / 60
    known = [*((f.box, 3) for f in fragments), *((area, 6) for area in frames)]
    for (x0, y0, x1, y1), room in known:
        corners = (int(x0) - room, int(y0) - room), (int(x1) + room, int(y1) + room)
        cv2.rectangle(ink, *corners, 0, -1)
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
    """Places of pieces that belong to figures: their letters and captions, the words of a stamp."""
    high = line_height(pieces)
    figures = [area for area in figures if not _frames_text(pieces, area)]
    return {p.at for p in pieces if _caption(p, pieces, high)} | {
        p.at
        for p in pieces
        for area in figures
        if len(p.text.strip()) <= WORDS
        and not _MARK.match(fold(p.text))
        and not (is_heading(p.text) or _TITLE.fullmatch(fold(p.text).strip()))
        and not _goes_on(p, pieces, high)
        and (inside(p, area) or (p.height < SMALL * high and inside(p, area, AROUND * high)))
    }


def _frames_text(pieces: Sequence[Piece], area: Area) -> bool:
    """Is it the frame around a chapter's title, or around a key whose ruled lines are worn away?"""
    texts = [fold(p.text).strip() for p in pieces if inside(p, area)]
    cells = sum(bool(_CELL.fullmatch(text)) for text in texts)
    return any(map(_CHAPTER.match, texts)) or (cells >= CELLS and cells > 0.6 * len(texts))


def _goes_on(piece: Piece, pieces: Sequence[Piece], high: float) -> bool:
    """Is it the last line of a paragraph, right below a long line?"""
    return any(
        p.width > LINE * high
        and -3.2 * high < piece.x0 - p.x0 < 0.6 * high  # a first line is indented
        and 0.6 * high < piece.middle - p.middle < 2.2 * high
        and piece.height > 0.85 * p.height
        for p in pieces
    )


def _caption(piece: Piece, pieces: Sequence[Piece], high: float) -> bool:
    """图 3 on a line of its own, or a lone arrow of a drawing."""
    text = fold(piece.text).strip()
    if _ARROW.fullmatch(text):
        return True
    near = [p for p in pieces if p is not piece and abs(p.middle - piece.middle) < 0.6 * high]
    beside = any(p.x0 - piece.x1 < 3 * high and piece.x0 - p.x1 < 3 * high for p in near)
    return _CAPTION.fullmatch(text) is not None and not beside
