"""Ruled lines that hang together: tables, boxes, and the slides, cards and frames of a page."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from cpsyexam.text import fold
from ocr.layout.geometry import Piece, bounds, inside, line_height
from ocr.page.fragment import Area, Rule

TOUCH = 14.0  # pixels between the ends of lines that meet
SAME = 10.0  # pixels between lines that are one
CELL = 18.0  # pixels that a cell measures at least
FEW = 3  # panels of a page
MOST = 0.8  # of the pieces of a page: they lie in its panels
TALL = 5.0  # line heights that a panel has at least
LINES = 3  # of text in the fullest of them
ASKEW = 0.7  # line heights within which numbers stand on one level
LEVEL = 0.6  # of the height of the lower of two panels side by side: they share it
_NUMBER = re.compile(r"^\W*(?:No\W?|第|例)?\s*(\d{1,3})(?!\d)(?!\.\d)", re.IGNORECASE)
Filled = tuple[Area, list[Piece]]


@dataclass(frozen=True)
class Grid:
    """A ruled table: the places of its lines, left to right and top to bottom.

    With one cell only it is a box around text.
    """

    xs: tuple[float, ...]
    ys: tuple[float, ...]

    @property
    def area(self) -> Area:
        """Its outer bounds."""
        return self.xs[0], self.ys[0], self.xs[-1], self.ys[-1]

    @property
    def is_table(self) -> bool:
        """Whether it has more than one cell."""
        return len(self.xs) > 2 or len(self.ys) > 2

    def cell(self, x: float, y: float) -> tuple[int, int] | None:
        """Row and column of the cell at a point, None outside."""
        row, column = bisect_right(self.ys, y) - 1, bisect_right(self.xs, x) - 1
        inside = 0 <= row < len(self.ys) - 1 and 0 <= column < len(self.xs) - 1
        return (row, column) if inside else None

    def cells(self) -> list[tuple[int, int, Area]]:
        """All cells with their row, column and bounds."""
        return [
            (row, column, (x0, y0, x1, y1))
            for row, (y0, y1) in enumerate(pairwise(self.ys))
            for column, (x0, x1) in enumerate(pairwise(self.xs))
        ]


def grids(rules: Sequence[Rule]) -> list[Grid]:
    """Tables and boxes from the lines of a page: at least two lines in either direction."""
    found = []
    for group in (part for whole in _groups(rules) for part in _apart(whole)):
        xs = _places([r.x for r in group if r.upright])
        ys = _places([r.y for r in group if not r.upright])
        if len(ys) >= 2 and len(xs) == 1:  # one side of the frame was not found, or is not drawn
            ends = _places([x for r in group if not r.upright for x in (r.x0, r.x1)])
            xs = [ends[0], *(x for x in xs if ends[0] + CELL < x < ends[-1] - CELL), ends[-1]]
        if len(xs) >= 2 and len(ys) >= 2:
            found.append(Grid(tuple(xs), tuple(ys)))
    return found


def frames(rules: Sequence[Rule]) -> list[Area]:
    """Bounds of all tables and boxes."""
    return [grid.area for grid in grids(rules)]


def _groups(rules: Sequence[Rule]) -> list[list[Rule]]:
    """Lines that touch, directly or through others."""
    groups: list[list[Rule]] = []
    for rule in rules:
        near = [g for g in groups if any(_touch(rule, other) for other in g)]
        merged = [rule, *(other for g in near for other in g)]
        groups = [g for g in groups if g not in near] + [merged]
    return groups


def _apart(group: Sequence[Rule]) -> list[list[Rule]]:
    """Tables right below each other that touch: no line goes down through the strip between."""
    down = [r for r in group if r.upright]
    levels = _places([r.y for r in group if not r.upright])
    strips = [(a + b) / 2 for a, b in pairwise(levels) if b - a <= 2 * TOUCH]
    cuts = [y for y in strips if not any(r.y0 <= y <= r.y1 for r in down)]
    parts: list[list[Rule]] = [[] for _ in range(len(cuts) + 1)]
    for rule in group:
        parts[bisect_right(cuts, rule.y)].append(rule)
    return parts


def _touch(one: Rule, other: Rule) -> bool:
    if one.upright == other.upright:
        return False
    down, across = (one, other) if one.upright else (other, one)
    x0, x1 = sorted((across.x0, across.x1))
    y0, y1 = sorted((down.y0, down.y1))
    return x0 - TOUCH <= down.x <= x1 + TOUCH and y0 - TOUCH <= across.y <= y1 + TOUCH


def _places(values: Sequence[float]) -> list[float]:
    """Sorted places, those of one line once."""
    ordered = np.sort(np.asarray(values, dtype=float))
    lines = np.split(ordered, np.flatnonzero(np.diff(ordered) >= SAME) + 1)
    return [float(line.mean()) for line in lines if line.size]


class Panel(NamedTuple):
    """The pieces in a panel, moved to its own corner, and its height in straight pixels."""

    pieces: list[Piece]
    height: int


def panels(
    pieces: Sequence[Piece], tables: Sequence[Grid], rules: Sequence[Rule] = ()
) -> list[Panel]:
    """The panels of a page in reading order; none where it is no page of panels.

    Cells of a ruled table as well as boxes by themselves may be panels, where they hold lines of
    text and stand beside one another; so may what stands below numbers that are counted across.
    """
    high = line_height(pieces)
    areas = list(_areas([*tables, *open_frames(rules)], TALL * high))
    filled = _filled(pieces, areas)
    beside = any(_on_level(one, other) for one, other in combinations(areas, 2))
    if not (beside and _fills(filled, pieces, high)):
        filled = _filled(pieces, _numbered(pieces, high))
        if not _fills(filled, pieces, high):
            return []
    return [_moved(own, area) for area, own in _ordered(filled)]


def _filled(pieces: Sequence[Piece], areas: Sequence[Area]) -> list[Filled]:
    return [(area, own) for area in areas if (own := [p for p in pieces if inside(p, area)])]


def _fills(filled: Sequence[Filled], pieces: Sequence[Piece], high: float) -> bool:
    """Do several panels hold lines of text, and nearly all of their page?"""
    inside = sum(len(own) for _, own in filled)
    if len(filled) < FEW or inside < MOST * len(pieces):
        return False
    levels = (sorted(p.middle for p in own) for _, own in filled)
    return any(
        1 + sum(after - before > 0.6 * high for before, after in pairwise(own)) >= LINES
        for own in levels
    )


def _areas(tables: Sequence[Grid], least: float) -> Iterator[Area]:
    """Boxes and cells that are tall and hold no other box."""
    found = [area for grid in tables for _, _, area in grid.cells()]
    for x0, y0, x1, y1 in found:
        held = (
            x0 < (a[0] + a[2]) / 2 < x1
            and y0 < (a[1] + a[3]) / 2 < y1
            and (a[2] - a[0]) * (a[3] - a[1]) < (x1 - x0) * (y1 - y0)
            for a in found
        )
        if y1 - y0 > least and x1 - x0 > least and not any(held):
            yield x0, y0, x1, y1


def open_frames(rules: Sequence[Rule]) -> Iterator[Grid]:
    """Frames without their upper edge, where a bar with the title stands instead."""
    sides = [rule for rule in rules if rule.upright]
    for foot in (rule for rule in rules if not rule.upright):
        at_foot = [s for s in sides if abs(max(s.y0, s.y1) - foot.y) < TOUCH]
        left = [s for s in at_foot if abs(s.x - foot.x0) < TOUCH]
        right = [s for s in at_foot if abs(s.x - foot.x1) < TOUCH]
        if left and right:
            top = min(left[0].y0, left[0].y1, right[0].y0, right[0].y1)
            yield Grid((foot.x0, foot.x1), (top, foot.y))


def _on_level(one: Area, other: Area) -> bool:
    both = min(one[3], other[3]) - max(one[1], other[1])
    return both > LEVEL * min(one[3] - one[1], other[3] - other[1])


def _ordered(filled: Sequence[Filled]) -> list[Filled]:
    """Row by row, or the way in which their numbers rise more often: columns, or backs of cards."""
    rows: list[list[Filled]] = []
    for panel in sorted(filled, key=lambda f: f[0][1]):
        row = next((r for r in rows if _on_level(r[0][0], panel[0])), None)
        if row is None:
            rows.append([panel])
        else:
            row.append(panel)
    across = [panel for row in rows for panel in sorted(row, key=lambda f: f[0][0])]
    mirrored = [panel for row in rows for panel in sorted(row, key=lambda f: -f[0][0])]
    down = sorted(filled, key=lambda f: (round(f[0][0] / max(1.0, f[0][2] - f[0][0])), f[0][1]))
    return max((across, down, mirrored), key=_rising)


def _rising(filled: Sequence[Filled]) -> int:
    """How often the number that a panel begins with is higher than that of the one before."""
    numbers = [n for _, own in filled if (n := first_number(own)) is not None]
    return sum(after > before for before, after in pairwise(numbers))


def counting_on(groups: Sequence[Sequence[Piece]]) -> int:
    """How often the next number follows, in lines from top to bottom of one group after another."""
    lines = (p for own in groups for p in sorted(own, key=lambda p: (p.middle, p.x0)))
    numbers = [n for piece in lines if (n := first_number([piece])) is not None]
    return sum(after == before + 1 for before, after in pairwise(numbers))


def first_number(pieces: Sequence[Piece]) -> int | None:
    """The number that a panel begins with, None where it has none."""
    for piece in sorted(pieces, key=lambda p: (p.middle, p.x0)):
        said = fold(piece.text).strip()
        if not said.isdigit() and (match := _NUMBER.match(said)):  # no page number
            return int(match[1])
    return None


def _numbered(pieces: Sequence[Piece], high: float) -> list[Area]:
    """Areas below numbers that count across the page, row by row, or back (the backs of cards)."""
    labels = [(p, n) for p in pieces if (n := first_number([p])) is not None]
    rows: list[list[tuple[Piece, int]]] = []
    for label in sorted(labels, key=lambda one: one[0].y0):
        if rows and abs(rows[-1][0][0].y0 - label[0].y0) < ASKEW * high:
            rows[-1].append(label)
        else:
            rows.append([label])
    rows = [sorted(row, key=lambda one: one[0].x0) for row in rows]
    wide = max((len(row) for row in rows), default=0)
    if wide < 2 or len(rows) < 2 or any(len(row) < wide for row in rows[:-1]):
        return []
    turn = {after[1] - before[1] for row in rows for before, after in pairwise(row)}
    firsts = [min(n for _, n in row) for row in rows]
    if turn not in ({1}, {-1}) or any(b - a != wide for a, b in pairwise(firsts)):
        return []
    lefts = [min(row[at][0].x0 for row in rows if len(row) > at) - high for at in range(wide)]
    tops = [row[0][0].y0 - 0.5 * high for row in rows]
    below = [p for p in pieces if p.middle > tops[0]]
    if any(p.x0 < x - high and p.x1 > x + high for p in below for x in lefts[1:]):
        return []
    _, _, right, foot = bounds(p.area for p in pieces)
    return [
        (x0, y0, x1, y1)
        for y0, y1 in pairwise([*tops, foot + high])
        for x0, x1 in pairwise([*lefts, right + high])
    ]


def _moved(pieces: Sequence[Piece], area: Area) -> Panel:
    x, y, _, foot = area
    moved = [
        replace(p, x0=p.x0 - x, x1=p.x1 - x, y0=p.y0 - y, y1=p.y1 - y)
        for p in sorted(pieces, key=lambda p: p.at)
    ]
    return Panel(moved, round(foot - y))
