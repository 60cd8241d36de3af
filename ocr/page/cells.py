"""Cells of ruled tables read one by one, where the detector saw none or ran over a line."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ocr.engines import Engine
from ocr.layout.tables import SAME, Grid, grids
from ocr.page.fragment import Area, Fragment, Reading, Rule
from ocr.page.pages import Pixels

TALL = 2.4  # line heights: a higher cell holds more than a line, which the detector finds
INK = 0.012  # share of a cell that is ink where something stands in it
INSET = 4  # pixels that the ruled lines take
SURE = 0.9  # score of a single letter that needs no second look
_CLEAR = re.compile(r"[A-H]{1,8}|\d{1,3}|[√×]|[\u4e00-\u9fff]+|[①-⑧]+")
MOST = 240  # cells of a page that are read again


def read_cells(engine: Engine, upright: Pixels, reading: Reading) -> Reading:
    """The reading with the small cells of its tables complete."""
    tables = [grid for grid in grids(reading.rules) if len(grid.xs) > 3 and grid.is_table]
    if not tables:
        return reading
    heights = sorted(f.height for f in reading.fragments) or [30.0]
    high = heights[len(heights) // 2]
    fragments, budget = list(reading.fragments), MOST
    for grid in tables:
        across = [f for f in fragments if _over(f, grid, reading.rules)]
        fragments = [f for f in fragments if f not in across]
        filled: dict[tuple[int, int], list[Fragment]] = {}
        for f in fragments:
            if cell := grid.cell(*_middle(f)):
                filled.setdefault(cell, []).append(f)
        for row, column, area in grid.cells():
            there = filled.get((row, column), [])
            if _sure(there) or area[3] - area[1] > TALL * high or budget <= 0:
                continue
            part = _inside(upright, area)
            if part.size and _inked(part):
                budget -= 1
                text, score = engine.read_line(part)
                if text.strip() and score > max((f.score for f in there), default=0.0):
                    fragments = [f for f in fragments if f not in there]
                    x0, y0, x1, y1 = area
                    quad = (x0 + INSET, y0 + INSET, x1 - INSET, y0 + INSET)
                    low = (x1 - INSET, y1 - INSET, x0 + INSET, y1 - INSET)
                    fragments.append(Fragment(text.strip(), score, (*quad, *low)))
    return replace(reading, fragments=tuple(fragments))


def _sure(there: Sequence[Fragment]) -> bool:
    """Is what the detector found in a cell a clear text?"""
    text = "".join(f.text for f in there)
    return len(text) > 3 or (
        _CLEAR.fullmatch(text) is not None and min(f.score for f in there) > SURE
    )


def _middle(fragment: Fragment) -> tuple[float, float]:
    return sum(fragment.quad[::2]) / 4, sum(fragment.quad[1::2]) / 4


def _over(fragment: Fragment, grid: Grid, rules: Sequence[Rule]) -> bool:
    """Does a fragment run over a line between two cells, one that is drawn there?"""
    x, y = _middle(fragment)
    if grid.cell(x, y) is None:
        return False
    left, right = min(fragment.quad[::2]), max(fragment.quad[::2])
    slack = 0.25 * fragment.height
    drawn = [r for r in rules if r.upright and min(r.y0, r.y1) <= y <= max(r.y0, r.y1)]
    return any(
        left + slack < at < right - slack and any(abs((r.x0 + r.x1) / 2 - at) < SAME for r in drawn)
        for at in grid.xs[1:-1]
    )


def _inside(upright: Pixels, area: Area) -> Pixels:
    x0, y0, x1, y1 = (round(v) for v in area)
    return upright[max(0, y0 + INSET) : y1 - INSET, max(0, x0 + INSET) : x1 - INSET]


def _inked(part: Pixels) -> bool:
    level = float(np.median(part)) - 60
    return float((part < level).mean()) > INK
