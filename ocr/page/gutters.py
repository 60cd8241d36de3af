"""Lines of two columns that the detector took for one: cut at the gutter and read again.

A full line on the left whose last mark hangs into a narrow gutter, and a line on the right, come
as one box. Such a box is told from a title over both columns by the white strip in its image.
"""

from collections.abc import Sequence

import numpy as np

from ocr.engines import Engine
from ocr.layout.columns import HANG, crosses, find_gutter, likely_gutter
from ocr.layout.geometry import Piece, line_height, straight
from ocr.page.fragment import Fragment, Reading
from ocr.page.lines import line_image
from ocr.page.pages import Pixels, turned

WHITE = 0.3  # line heights: narrower strips are gaps between characters
INDENT = 4.0  # line heights from the edge of its column at which a line of text may begin
REACH = 1.0  # line heights around the gutter in which the strip may lie
INK = 70  # grey levels below the paper


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
    xs, ys = fragment.quad[::2], fragment.quad[1::2]
    middle = min(xs) + share * fragment.width
    left = max(0, int(middle - REACH * high))
    right = min(upright.shape[1], int(middle + REACH * high))
    level = ys[0] + (ys[1] - ys[0]) * share, ys[3] + (ys[2] - ys[3]) * share
    window = upright[max(0, int(min(level))) : int(max(level)) + 1, left:right]
    if window.size == 0:
        return None
    ink = (window < float(np.median(window)) - INK).sum(axis=0) > 1
    strips: list[tuple[int, int]] = []
    start = 0
    for at, dark in enumerate([*ink.tolist(), True]):
        if dark:
            if at - start >= WHITE * high:
                strips.append((left + start, left + at))
            start = at + 1

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
