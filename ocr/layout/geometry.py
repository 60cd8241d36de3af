"""Boxes: set straight, in halves of a scan, around a question; text that runs down, laid."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

import numpy as np

from ocr.page.fragment import Area, Fragment, Quad, Reading, Rule

Box = dict[str, Any]
LONG = 4  # characters of a piece that tells which way text runs
FEW = 4  # such pieces of a page
MOST = 0.6  # of their characters: they run down
SLIM = 1.8  # height by width of a piece that does
EACH = 5  # pieces of either page on a scan of two


@dataclass(frozen=True)
class Piece:
    """A fragment in straight coordinates; `at` is its place in the reading."""

    at: int
    text: str
    score: float
    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        """Width in pixels."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """Height in pixels."""
        return self.y1 - self.y0

    @property
    def centre(self) -> float:
        """Where its middle lies across the page."""
        return (self.x0 + self.x1) / 2

    @property
    def middle(self) -> float:
        """Where its middle lies down the page."""
        return (self.y0 + self.y1) / 2

    @property
    def area(self) -> Area:
        """Its box."""
        return self.x0, self.y0, self.x1, self.y1


def bounds(areas: Iterable[Area]) -> Area:
    """The box around boxes."""
    lefts, tops, rights, feet = zip(*areas, strict=True)
    return min(lefts), min(tops), max(rights), max(feet)


def mirrored(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces with left and right exchanged."""
    return [replace(p, x0=-p.x1, x1=-p.x0) for p in pieces]


def inside(piece: Piece, area: Area, slack: float = 0.0) -> bool:
    """Does the middle of a piece lie in a box, or less than `slack` outside?"""
    x0, y0, x1, y1 = area
    across, down = piece.centre, piece.middle
    return x0 - slack <= across <= x1 + slack and y0 - slack <= down <= y1 + slack


def skew(fragments: Sequence[Fragment]) -> float:
    """Angle of the lines in degrees, clockwise: weighted median over the wide boxes."""
    angles, weights = [], []
    for f in fragments:
        ax, ay, bx, by, cx, cy, dx, dy = f.quad
        if f.width > 4 * f.height or f.width > 300:
            top, base = math.atan2(by - ay, bx - ax), math.atan2(cy - dy, cx - dx)
            angles.append(math.degrees((top + base) / 2))
            weights.append(f.width)
    if not angles:
        return 0.0
    angle = float(np.quantile(angles, 0.5, weights=weights, method="inverted_cdf"))
    return angle if abs(angle) < 15 else 0.0


def straight(reading: Reading) -> list[Piece]:
    """The fragments of a page as pieces with the skew taken out."""
    turn = _turning(reading)
    pieces = []
    for at, f in enumerate(reading.fragments):
        corners = [turn(x, y) for x, y in zip(f.quad[::2], f.quad[1::2], strict=True)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        left, right = (xs[0] + xs[3]) / 2, (xs[1] + xs[2]) / 2
        top, base = (ys[0] + ys[1]) / 2, (ys[2] + ys[3]) / 2
        pieces.append(Piece(at, f.text, f.score, left, top, max(right, left), max(base, top)))
    return pieces


def straight_rules(reading: Reading) -> list[Rule]:
    """The ruled lines of a page with the skew taken out."""
    turn = _turning(reading)
    return [
        Rule(*turn(rule.x0, rule.y0), *turn(rule.x1, rule.y1), rule.upright)
        for rule in reading.rules
    ]


def _turning(reading: Reading) -> Callable[[float, float], tuple[float, float]]:
    """Takes the skew out of a point of a page."""
    angle = math.radians(-skew(reading.fragments))
    cos, sin = math.cos(angle), math.sin(angle)
    mid_x, mid_y = reading.width / 2, reading.height / 2

    def turned(x: float, y: float) -> tuple[float, float]:
        right, down = x - mid_x, y - mid_y
        return mid_x + right * cos - down * sin, mid_y + right * sin + down * cos

    return turned


def em_size(text: str) -> float:
    """Width of a text in Chinese characters: Latin letters and digits count half."""
    return sum(0.5 if char.isascii() else 1.0 for char in text)


def line_height(pieces: Sequence[Piece]) -> float:
    """Typical height of a line of text in pixels; 1 for an empty page."""
    long = [p.height for p in pieces if len(p.text) >= 3] or [p.height for p in pieces]
    return max(1.0, median(long)) if long else 1.0


def halves(
    pieces: Sequence[Piece],
    width: int,
    height: int,
    *,
    spread: bool | None,
    tables: Sequence[tuple[float, float]] = (),
    least: int = EACH,
) -> list[list[Piece]]:
    """One list, or the left and the right book page of a scan.

    `tables`: left and right ends of ruled ones. `spread` None: found out. A scan wider than high,
    with a gutter in the middle that no line crosses and `least` pieces on either side, holds two
    pages.
    """
    if spread is False or not pieces:
        return [list(pieces)]
    if spread is None and width < 1.15 * height:
        return [list(pieces)]
    gutter = _gutter(pieces, width, tables)
    crossing = [p for p in pieces if p.x0 < gutter < p.x1]
    left = [p for p in pieces if p not in crossing and p.centre <= gutter]
    right = [p for p in pieces if p not in crossing and p.centre > gutter]
    cut = any(left < gutter < right for left, right in tables)
    if spread is None and (crossing or cut or min(len(left), len(right)) < least):
        return [list(pieces)]
    top = min((p.middle for p in (*left, *right)), default=0.0)
    for p in crossing:  # a title over both pages is read first
        (left if p.centre <= gutter or p.middle < top else right).append(p)
    return [left, right]


def least_of(readings: Sequence[Reading], said: Sequence[Sequence[Piece]]) -> int:
    """Pieces of either page on a scan of two: one where most full scans of a book hold two."""
    full = [
        halves(pieces, reading.width, reading.height, spread=None, least=1)
        for reading, pieces in zip(readings, said, strict=True)
        if len(pieces) >= 2 * EACH
    ]
    return 1 if sum(len(pages) > 1 for pages in full) > max(1.0, len(full) / 2) else EACH


def _gutter(pieces: Sequence[Piece], width: int, tables: Sequence[tuple[float, float]]) -> float:
    places = [width * (0.4 + 0.005 * step) for step in range(41)]

    def cost(x: float) -> tuple[int, float]:
        over = sum(p.x0 - 4 < x < p.x1 + 4 for p in pieces)
        return over + 9 * sum(left < x < right for left, right in tables), abs(x - width / 2)

    return min(places, key=cost)


def page_boxes(
    places: Iterable[tuple[tuple[int, int, int], int]], readings: Mapping[int, Reading]
) -> list[Box]:
    """One box a page, half and column around fragments, in pixels of the page images.

    `places`: (page, half, column) and place in the page's reading.
    """
    areas: dict[tuple[int, int, int], list[Area]] = {}
    for where, at in places:
        areas.setdefault(where, []).append(readings[where[0]].fragments[at].box)
    return [{"page": page, **corners(bounds(own))} for (page, _, _), own in areas.items()]


def corners(area: Area) -> Box:
    """A box as the columns of a row."""
    return dict(zip(("x0", "y0", "x1", "y1"), area, strict=True))


def laid(readings: Sequence[tuple[int, Reading]]) -> list[tuple[int, Reading]]:
    """The readings of a book, pages whose text runs down turned by a quarter to the left.

    A page of short pieces alone, such as one of a key, goes with the others.
    """
    ways = [runs_down(reading.fragments) for _, reading in readings]
    known = [way for way in ways if way is not None]
    book = sum(known) > 0.5 * len(known)
    return [
        (page, _turned(reading) if (book if way is None else way) else reading)
        for (page, reading), way in zip(readings, ways, strict=True)
    ]


def runs_down(fragments: Sequence[Fragment]) -> bool | None:
    """Does most of the text of a page run down? None where too little tells."""
    long = [f for f in fragments if len(f.text.strip()) >= LONG]
    down = sum(len(f.text) for f in long if f.height > SLIM * f.width)
    if len(long) < FEW:
        return None
    return down > MOST * sum(len(f.text) for f in long)


def _turned(reading: Reading) -> Reading:
    wide = float(reading.width)

    def quad(ax: float, ay: float, bx: float, by: float, *low: float) -> Quad:
        cx, cy, dx, dy = low
        return by, wide - bx, cy, wide - cx, dy, wide - dx, ay, wide - ax

    return replace(
        reading,
        width=reading.height,
        height=reading.width,
        fragments=tuple(replace(f, quad=quad(*f.quad)) for f in reading.fragments),
        rules=tuple(
            Rule(r.y0, wide - r.x0, r.y1, wide - r.x1, upright=not r.upright) for r in reading.rules
        ),
        figures=tuple((y0, wide - x1, y1, wide - x0) for x0, y0, x1, y1 in reading.figures),
    )
