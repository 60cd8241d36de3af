"""What is read again: pages turned upright, cells with nothing seen in them, lines over gutters."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from ocr.engines import Engine
from ocr.layout.columns import HANG, crosses, find_gutter, likely_gutter
from ocr.layout.geometry import Piece, bounds, line_height, straight
from ocr.layout.tables import SAME, Grid, grids
from ocr.page.fragment import Fragment, Reading, Rule
from ocr.page.pages import Pixels, line_image, turned

GOOD = 0.8  # mean score of an upright page is 0.95 and more, upside down 0.6
DOUBTED = 0.8  # score of a fragment that may stand upside down
LINE_DOUBTED = 0.6  # of the fragments of a line of such a block
SURE_TURNED = 0.85  # mean score of the block when turned
SURER = 0.15  # than before
SHORTEST = 4  # characters of a block when turned
LEVEL = 0.5  # of a line's height within which the middles of its fragments lie
BREADTH = 5.0  # line heights that its fragments are wide at least
APART = 2.5  # line heights between two lines of a block
TALL = 2.4  # line heights: a higher cell holds more than a line, which the detector finds
INK = 0.012  # share of a cell that is ink where something stands in it
PAPER = 60  # grey levels by which ink is darker than the paper
INSET = 4  # pixels that the ruled lines take
SURE = 0.9  # score of a single letter that needs no second look
_CLEAR = re.compile(r"[A-H]{1,8}|\d{1,3}|[√×]|[\u4e00-\u9fff]+|[①-⑧]+")
CELLS = 240  # cells of a page that are read again
WHITE = 0.3  # line heights: narrower strips are gaps between characters
INDENT = 4.0  # line heights from the edge of its column at which a line of text may begin
REACH = 1.0  # line heights around the gutter in which the strip may lie
DARK = 70  # grey levels below the paper


def read_upright(engine: Engine, pixels: Pixels) -> Reading:
    """Read a page as it lies; where that looks wrong, turn it and keep the best reading."""
    tried = {0: engine.read(pixels)}
    turns = doubtful_turns(tried[0])
    for turn in turns:
        tried[turn] = engine.read(turned(pixels, turn))
    best = max(tried, key=lambda turn: (sureness(tried[turn]), -turn))
    height, width = pixels.shape if best in (0, 180) else pixels.shape[::-1]
    return Reading(width, height, best, engine.name, tuple(tried[best]))


def doubtful_turns(fragments: Sequence[Fragment]) -> tuple[int, ...]:
    """Turns worth a try: none for a page that reads well."""
    words = [f for f in fragments if len(f.text) >= 3]
    if len(words) < 3:
        return ()
    wide = sum(f.width > 1.5 * f.height for f in words) / len(words)
    if wide < 0.5:
        return (90, 270)
    return (180,) if mean_score(words) < GOOD else ()


def mean_score(fragments: Sequence[Fragment]) -> float:
    """Mean score, weighted by length of text; 0 for nothing."""
    letters = sum(len(f.text) for f in fragments)
    return sum(f.score * len(f.text) for f in fragments) / letters if letters else 0.0


def sureness(fragments: Sequence[Fragment]) -> float:
    """How sure a reading is; upright lines are wide, so tall boxes count against it."""
    words = [f for f in fragments if len(f.text) >= 3]
    if not words:
        return 0.0
    wide = sum(f.width > 1.5 * f.height for f in words) / len(words)
    return mean_score(words) * (0.5 + 0.5 * wide)


def upturned_read(engine: Engine, upright: Pixels, reading: Reading) -> Reading:
    """The reading of an `upright` page image, keys that lie upside down at its foot turned."""
    fragments = list(reading.fragments)
    for block in _blocks(fragments):
        x0, y0, x1, y1 = _around(block, upright)
        part = upright[y0:y1, x0:x1]
        found = [f for f in engine.read(turned(part, 180)) if f.text.strip()]
        sure = mean_score(found)
        long = sum(len(f.text.strip()) for f in found) >= SHORTEST
        if long and sure >= SURE_TURNED and sure >= mean_score(block) + SURER:
            fragments = [f for f in fragments if f not in block]
            fragments += [_moved(f, x0, y0) for f in found]
    return replace(reading, fragments=tuple(fragments))


def _blocks(fragments: Sequence[Fragment]) -> Iterator[list[Fragment]]:
    """Fragments of doubtful lines that follow each other, with what little is read well in them."""
    block: list[Fragment] = []
    for row in [*_rows(fragments), []]:
        doubted = sum(f.score < DOUBTED for f in row)
        near = bool(row and block) and _top(row) - _top(block[-1:]) < APART * _height(row)
        if row and doubted >= LINE_DOUBTED * len(row) and (near or not block):
            block = [*block, *row]
            continue
        if block and sum(f.width for f in block) > BREADTH * _height(block):
            yield block
        block = list(row) if row and doubted >= LINE_DOUBTED * len(row) else []


def _rows(fragments: Sequence[Fragment]) -> list[list[Fragment]]:
    rows: list[list[Fragment]] = []
    for fragment in sorted(fragments, key=lambda f: f.middle[1]):
        if rows and fragment.middle[1] - rows[-1][0].middle[1] < LEVEL * fragment.height:
            rows[-1].append(fragment)
        else:
            rows.append([fragment])
    return rows


def _top(row: Sequence[Fragment]) -> float:
    return min(f.middle[1] for f in row)


def _height(row: Sequence[Fragment]) -> float:
    heights = sorted(f.height for f in row)
    return heights[len(heights) // 2]


def _around(block: Sequence[Fragment], page: Pixels) -> tuple[int, int, int, int]:
    high, wide = page.shape
    margin = _height(block)
    x0, y0, x1, y1 = bounds(f.box for f in block)
    left, right = max(0, int(x0 - margin)), min(wide, int(x1 + margin))
    return left, max(0, int(y0 - margin / 3)), right, min(high, int(y1 + margin / 3))


def _moved(fragment: Fragment, x: int, y: int) -> Fragment:
    ax, ay, bx, by, cx, cy, dx, dy = fragment.quad
    quad = (ax + x, ay + y, bx + x, by + y, cx + x, cy + y, dx + x, dy + y)
    return replace(fragment, quad=quad)


def read_cells(engine: Engine, upright: Pixels, reading: Reading) -> Reading:
    """The reading with the small cells of its tables complete."""
    tables = [grid for grid in grids(reading.rules) if len(grid.xs) > 3 and grid.is_table]
    if not tables:
        return reading
    heights = sorted(f.height for f in reading.fragments) or [30.0]
    high = heights[len(heights) // 2]
    fragments, budget = list(reading.fragments), CELLS
    for grid in tables:
        across = [f for f in fragments if _over(f, grid, reading.rules)]
        fragments = [f for f in fragments if f not in across]
        filled: dict[tuple[int, int], list[Fragment]] = {}
        for f in fragments:
            if cell := grid.cell(*f.middle):
                filled.setdefault(cell, []).append(f)
        for row, column, area in grid.cells():
            there = filled.get((row, column), [])
            if _sure(there) or area[3] - area[1] > TALL * high or budget <= 0:
                continue
            x0, y0, x1, y1 = area[0] + INSET, area[1] + INSET, area[2] - INSET, area[3] - INSET
            left, top = max(0, round(x0)), max(0, round(y0))
            part = upright[top : round(y1), left : round(x1)]
            if part.size and (part < float(np.median(part)) - PAPER).mean() > INK:
                budget -= 1
                text, score = engine.read_line(part)
                if text.strip() and score > max((f.score for f in there), default=0.0):
                    fragments = [f for f in fragments if f not in there]
                    quad = (x0, y0, x1, y0, x1, y1, x0, y1)
                    fragments.append(Fragment(text.strip(), score, quad))
    return replace(reading, fragments=tuple(fragments))


def _sure(there: Sequence[Fragment]) -> bool:
    """Is what the detector found in a cell a clear text?"""
    text = "".join(f.text for f in there)
    return len(text) > 3 or (
        _CLEAR.fullmatch(text) is not None and min(f.score for f in there) > SURE
    )


def _over(fragment: Fragment, grid: Grid, rules: Sequence[Rule]) -> bool:
    """Does a fragment run over a line between two cells, one that is drawn there?"""
    x, y = fragment.middle
    if grid.cell(x, y) is None:
        return False
    left, _, right, _ = fragment.box
    slack = 0.25 * fragment.height
    drawn = [r for r in rules if r.upright and min(r.y0, r.y1) <= y <= max(r.y0, r.y1)]
    return any(
        left + slack < at < right - slack and any(abs(r.x - at) < SAME for r in drawn)
        for at in grid.xs[1:-1]
    )


def split_lines(engine: Engine, pixels: Pixels, reading: Reading) -> Reading:
    """The reading with lines that cross the gutter read as two; `pixels` as the scan has them."""
    pieces = straight(reading)
    gutter = find_gutter(pieces) or likely_gutter(pieces)
    if gutter is None:
        return reading
    high = line_height(pieces)
    upright = turned(pixels, reading.turn)
    found = list(reading.fragments)
    for piece in pieces:
        if crosses(piece, gutter, high) and _among_columns(piece, pieces, gutter, high):
            fragment = reading.fragments[piece.at]
            share = (gutter - piece.x0) / piece.width
            strip = white_strip(upright, fragment, share, high)
            parts = _read_parts(engine, upright, fragment, strip) if strip else []
            if len(parts) > 1:
                found.remove(fragment)
                found += parts
    return Reading(reading.width, reading.height, reading.turn, reading.by, tuple(found))


def _among_columns(piece: Piece, pieces: Sequence[Piece], gutter: float, high: float) -> bool:
    """Are there lines of both columns right above or below? A centred first line is a header."""
    if not any(p.middle < piece.middle - 0.7 * high for p in pieces):
        edge = sorted(p.x0 for p in pieces if p.x1 <= gutter + HANG * high)
        if piece.x0 > edge[len(edge) // 10] + INDENT * high:
            return False
    near = [p for p in pieces if p is not piece and abs(p.middle - piece.middle) < 3 * high]
    left = any(p.x1 <= gutter + HANG * high for p in near)
    return left and any(p.x0 >= gutter - HANG * high for p in near)


def white_strip(
    upright: Pixels, fragment: Fragment, share: float, high: float
) -> tuple[int, int] | None:
    """Left and right end of the white strip nearest to the gutter within a line, or None."""
    ys = fragment.quad[1::2]
    middle = fragment.box[0] + share * fragment.width
    left = max(0, int(middle - REACH * high))
    right = min(upright.shape[1], int(middle + REACH * high))
    level = ys[0] + (ys[1] - ys[0]) * share, ys[3] + (ys[2] - ys[3]) * share
    window = upright[max(0, int(min(level))) : int(max(level)) + 1, left:right]
    if window.size == 0:
        return None
    ink = (window < float(np.median(window)) - DARK).sum(axis=0) > 1
    edges = left + np.flatnonzero(np.diff(ink, prepend=True, append=True))
    strips = [(int(a), int(b)) for a, b in edges.reshape(-1, 2) if b - a >= WHITE * high]

    def far(strip: tuple[int, int]) -> float:
        return max(strip[0] - middle, middle - strip[1], 0.0)

    return min(strips, key=far, default=None)


def _read_parts(
    engine: Engine, upright: Pixels, fragment: Fragment, strip: tuple[int, int]
) -> list[Fragment]:
    """Both sides of a line, each read as a line of its own."""
    ax, ay, bx, by, cx, cy, dx, dy = fragment.quad

    def edge(x: float) -> tuple[tuple[float, float], tuple[float, float]]:
        share = (x - ax) / max(bx - ax, 1.0)
        top = ax + (bx - ax) * share, ay + (by - ay) * share
        return top, (dx + (cx - dx) * share, dy + (cy - dy) * share)

    margin = min(4.0, (strip[1] - strip[0]) / 4)
    (end, end_base), (begin, begin_base) = edge(strip[0] + margin), edge(strip[1] - margin)
    found = []
    for quad in ((ax, ay, *end, *end_base, dx, dy), (*begin, bx, by, cx, cy, *begin_base)):
        text, score = engine.read_line(line_image(upright, quad))
        if text.strip():
            found.append(Fragment(text, score, quad))
    return found
