"""Tables and boxes: ruled lines that hang together, and the cells between them."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ocr.page.fragment import Area, Rule

TOUCH = 14.0  # pixels between the ends of lines that meet
SAME = 10.0  # pixels between lines that are one
CELL = 18.0  # pixels that a cell measures at least


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
        xs = _places([(r.x0 + r.x1) / 2 for r in group if r.upright])
        ys = _places([(r.y0 + r.y1) / 2 for r in group if not r.upright])
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
    levels = _places([_level(r) for r in group if not r.upright])
    strips = [(a + b) / 2 for a, b in pairwise(levels) if b - a <= 2 * TOUCH]
    cuts = [y for y in strips if not any(r.y0 <= y <= r.y1 for r in down)]
    parts: list[list[Rule]] = [[] for _ in range(len(cuts) + 1)]
    for rule in group:
        parts[bisect_right(cuts, _level(rule))].append(rule)
    return parts


def _level(rule: Rule) -> float:
    return (rule.y0 + rule.y1) / 2


def _touch(one: Rule, other: Rule) -> bool:
    if one.upright == other.upright:
        return False
    down, across = (one, other) if one.upright else (other, one)
    x, y = (down.x0 + down.x1) / 2, (across.y0 + across.y1) / 2
    return (
        min(across.x0, across.x1) - TOUCH <= x <= max(across.x0, across.x1) + TOUCH
        and min(down.y0, down.y1) - TOUCH <= y <= max(down.y0, down.y1) + TOUCH
    )


def _places(values: Sequence[float]) -> list[float]:
    """Sorted places, those of one line once."""
    out: list[list[float]] = []
    for value in sorted(values):
        if out and value - out[-1][-1] < SAME:
            out[-1].append(value)
        else:
            out.append([value])
    return [sum(group) / len(group) for group in out]
