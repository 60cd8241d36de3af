"""Text that runs down in columns from right to left, laid on its side: columns become lines.

Whatever reads lines from left to right then reads old prints, too; the places of the pieces in
their reading stay.
"""

from collections.abc import Sequence
from dataclasses import replace

from ocr.page.fragment import Area, Fragment, Quad, Reading, Rule

LONG = 4  # characters of a piece that tells which way text runs
FEW = 4  # such pieces of a page
MOST = 0.6  # of their characters: they run down
SLIM = 1.8  # height by width of a piece that does


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
    return replace(
        reading,
        width=reading.height,
        height=reading.width,
        fragments=tuple(replace(f, quad=_quad(f.quad, wide)) for f in reading.fragments),
        rules=tuple(
            Rule(r.y0, wide - r.x0, r.y1, wide - r.x1, upright=not r.upright) for r in reading.rules
        ),
        figures=tuple(_area(area, wide) for area in reading.figures),
    )


def _quad(quad: Quad, wide: float) -> Quad:
    ax, ay, bx, by, cx, cy, dx, dy = quad
    return by, wide - bx, cy, wide - cx, dy, wide - dx, ay, wide - ax


def _area(area: Area, wide: float) -> Area:
    x0, y0, x1, y1 = area
    return y0, wide - x1, y1, wide - x0
