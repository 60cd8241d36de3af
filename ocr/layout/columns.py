"""Columns, bands and rows: the reading order of a page as a pure function of its pieces.

A vertical line that few pieces cross cuts the page; pieces that do cross it (titles) part the page
in bands. A band is set in columns only if both sides look like running text: an option grid and
an answer key have gutters too. After facts of real pages and PaddleX's XY-cut with spanning titles.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ocr.habits.headings import FIRST, NUMBERED
from ocr.layout.geometry import Piece, line_height

_OPTION = re.compile(r"^\s*(?:[(（\[【]?\s*[B-Hb-h]\s*[.．、·:：)）\]】]|[②-⑧])")
_LABEL = re.compile(r"^\s*(?:[(（\[【]?\s*[A-Ga-g]\s*[.．、·:：)）\]】]|[①-⑦])")
_BARE = re.compile(  # 3. and （B） 3., the numbers of the lines beside them
    r"\s*(?:[(（【\[]\s*[A-H√×○]{0,6}\s*[)）】\]])?\s*(?:\d{1,3}\s*[.．、]?)?\s*"
)
ACROSS = 0.3  # of the rows on the right: their numbers follow those on the left
FIRSTS = 2  # rows of a column that begin options
LEFT_ROWS, RIGHT_ROWS = 5, 3
RUNNING = 7.0  # line heights: 80 % quantile of the widths of running text
HANG = 0.5  # line heights that the box of a line may reach over the gutter of its column
CROSSING = 3  # lines over a gutter that merged boxes may explain
SHARE = 0.35  # of the text must lie in bands with columns
_ROUNDING = 1e-9  # that sums in another order may be apart


@dataclass(frozen=True)
class Row:
    """Pieces on one line of one column, from left to right; `left`, `right` bound the column."""

    pieces: tuple[Piece, ...]
    left: float
    right: float
    column: int  # counts the columns of a page in reading order
    page: int = 0  # counts the scans of the book
    half: int = 0  # counts the book pages on one scan
    cells: bool = False  # a row of a ruled table
    box: bool = False  # within a frame around text
    answer: bool = False  # one answer, of a column of answers beside the text
    text: str = ""  # what it says, where that is not its pieces one after the other

    @property
    def x0(self) -> float:
        """Left end."""
        return min(p.x0 for p in self.pieces)

    @property
    def x1(self) -> float:
        """Right end."""
        return max(p.x1 for p in self.pieces)

    @property
    def y0(self) -> float:
        """Top."""
        return min(p.y0 for p in self.pieces)


def read_order(
    pieces: Sequence[Piece], columns: int = 0, gutters: Sequence[float] = ()
) -> list[Row]:
    """Rows in reading order. `columns` 1 forbids columns, 2 and 3 ask for them, 0 finds out.

    `gutters` are those of the neighbouring pages: where nothing crosses them here either, a short
    column is a column too.
    """
    high = line_height(pieces)
    stacks = _stacks(list(pieces), high, columns, gutters) if columns != 1 else [list(pieces)]
    rows: list[Row] = []
    for number, stack in enumerate(s for s in stacks if s):
        left, right = min(p.x0 for p in stack), max(p.x1 for p in stack)
        rows += [Row(tuple(r), left, right, number) for r in group_rows(stack, high)]
    return rows


def find_gutter(pieces: Sequence[Piece]) -> float | None:
    """Where the columns of a page part, or None for a page in one column."""
    return next(iter(find_gutters(pieces)), None)


def find_gutters(pieces: Sequence[Piece]) -> list[float]:
    """Where the columns of a page part, and where those on either side part again."""
    found = _cut(list(pieces), line_height(pieces), asked=False, gutters=())
    if found is None:
        return []
    x = found[0]
    sides = [p for p in pieces if p.x1 <= x], [p for p in pieces if p.x0 > x]
    return [x, *(further for side in sides for further in find_gutters(side))]


def likely_gutter(pieces: Sequence[Piece]) -> float | None:
    """As `find_gutter`, also beside a short column; None where more than a few lines cross it."""
    high = line_height(pieces)
    found = _cut(list(pieces), high, asked=True, gutters=())
    return found[0] if found and _clear(pieces, found[0], high) else None


def _clear(pieces: Sequence[Piece], x: float, high: float) -> bool:
    """Do no more than a few lines cross a gutter?"""
    return sum(crosses(p, x, high) for p in pieces) <= max(CROSSING, 0.05 * len(pieces))


def crosses(piece: Piece, x: float, high: float) -> bool:
    """Does a piece lie on both sides of a gutter, more than the box of a line hangs over it?"""
    return piece.x0 + HANG * high < x < piece.x1 - HANG * high


def group_rows(pieces: Sequence[Piece], high: float) -> list[list[Piece]]:
    """Pieces on one line together, lines from top to bottom."""
    rows: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda p: p.middle):
        for row in reversed(rows[-3:]):
            level = sum(p.middle for p in row) / len(row)
            clash = any(
                min(piece.x1, p.x1) - max(piece.x0, p.x0) > 0.4 * min(piece.width, p.width)
                for p in row
            )
            if abs(piece.middle - level) < 0.5 * high and not clash:
                row.append(piece)
                break
        else:
            rows.append([piece])
    rows.sort(key=lambda row: sum(p.middle for p in row) / len(row))
    return [sorted(row, key=lambda p: p.x0) for row in rows]


def _stacks(
    pieces: list[Piece], high: float, columns: int, gutters: Sequence[float]
) -> list[list[Piece]]:
    cut = _cut(pieces, high, asked=columns > 1, gutters=gutters)
    if cut is None:
        return [pieces]
    x, bands = cut
    stacks: list[list[Piece]] = []
    for band, parted in bands:
        if not parted:
            stacks.append(band)
            continue
        for side in (
            [p for p in band if p.centre <= x],
            [p for p in band if p.centre > x],
        ):
            stacks += _stacks(side, high, 0, gutters)
    return stacks


Band = tuple[list[Piece], bool]


def _cut(
    pieces: list[Piece], high: float, *, asked: bool, gutters: Sequence[float]
) -> tuple[float, list[Band]] | None:
    if len(pieces) < 2:
        return None
    left, right = min(p.x0 for p in pieces), max(p.x1 for p in pieces)
    total = sum(p.width for p in pieces)
    known = [g for g in gutters if left < g < right and _clear(pieces, g, high)]
    best: tuple[float, float, float, list[Band]] | None = None
    for step in range(71):
        x = left + (right - left) * (0.15 + 0.01 * step)
        beside = sum(p.width for p in pieces if not crosses(p, x, high)) / max(total, 1.0)
        if beside + _ROUNDING < max(SHARE, best[0] if best else 0.0):
            continue  # not even if all of it stood in columns
        near = any(abs(x - g) < 0.03 * (right - left) for g in known)
        bands = _bands(pieces, x, high, lenient=asked or near)
        share = sum(p.width for band, parted in bands if parted for p in band) / max(total, 1.0)
        margin = min((abs(x - e) for p in pieces for e in (p.x0, p.x1)), default=0.0)
        if share > 0 and (best is None or (share, margin) > best[:2]):
            best = (share, margin, x, bands)
    if best is None or best[0] < SHARE:
        return None
    return best[2], best[3]


def _bands(pieces: Sequence[Piece], x: float, high: float, *, lenient: bool) -> list[Band]:
    over = [crosses(p, x, high) for p in pieces]
    crossing = sorted((p for p, o in zip(pieces, over, strict=True) if o), key=lambda p: p.middle)
    rest = [p for p, o in zip(pieces, over, strict=True) if not o]
    levels = [p.middle for p in crossing]
    bands: list[Band] = []
    for at in range(len(levels) + 1):
        above = levels[at - 1] if at else float("-inf")
        below = levels[at] if at < len(levels) else float("inf")
        band = [p for p in rest if above < p.middle <= below]
        if band:
            _add(bands, band, parted=_parted(band, x, high, lenient=lenient))
        if at < len(crossing):
            _add(bands, [crossing[at]], parted=False)
    return bands


def _add(bands: list[Band], band: list[Piece], *, parted: bool) -> None:
    if bands and not parted and not bands[-1][1]:
        bands[-1][0].extend(band)
    else:
        bands.append((band, parted))


Rows = Sequence[Sequence[Piece]]


def _parted(band: Sequence[Piece], x: float, high: float, *, lenient: bool) -> bool:
    """Do two columns of text stand on both sides of a line?"""
    left = group_rows([p for p in band if p.centre <= x], high)
    right = group_rows([p for p in band if p.centre > x], high)
    if not left or not right or _numbers_of(left, right, high):
        return False
    if _rhythm(left) and _rhythm(right):
        return True
    if _counts_across(left, right, high) or _option_grid(left, right, high):
        return False
    if lenient:
        return len(left) >= 2
    long = len(left) >= LEFT_ROWS and len(right) >= RIGHT_ROWS
    return long and min(map(_quantile, (left, right))) > RUNNING * high


def _level(piece: Piece, others: Iterable[Piece], high: float) -> list[Piece]:
    """Those on the line of a piece."""
    return [p for p in others if abs(p.middle - piece.middle) < 0.5 * high]


def _counts_across(left: Rows, right: Rows, high: float) -> bool:
    """Do numbers go on from the left to the right of rows: 3. × | 4. 注意?"""
    numbered = [p for row in left for p in row if _number(p)]
    follows = 0
    for row in right:
        known = sorted(_level(row[0], numbered, high), key=lambda p: p.x0)
        follows += _number(row[0]) - 1 in [_number(p) for p in known[-1:]]
    return follows >= FIRSTS and follows > ACROSS * len(right)


def _numbers_of(left: Rows, right: Rows, high: float) -> bool:
    """Are most rows on the left bare numbers, each on the level of a row on the right?"""
    bare = [row[-1] for row in left if _BARE.fullmatch("".join(p.text for p in row))]
    beside = sum(bool(_level(last, (row[0] for row in right), high)) for last in bare)
    return beside >= FIRSTS and beside > len(left) / 2


def _number(piece: Piece) -> int:
    match = NUMBERED.match(piece.text)
    return int(match[1]) if match else 0


def _rhythm(rows: Rows) -> bool:
    """Do options begin with A again and again? The right half of an option grid has no A."""
    return sum(bool(FIRST.match(row[0].text)) for row in rows) >= FIRSTS


def _option_grid(left: Rows, right: Rows, high: float) -> bool:
    """Are most rows on the right options whose neighbours on the left are options too?"""
    labels = [row[0] for row in left if _LABEL.match(row[0].text)]
    options = [row[0] for row in right if _OPTION.match(row[0].text)]
    return sum(bool(_level(p, labels, high)) for p in options) > 0.5 * len(right)


def _quantile(rows: Rows) -> float:
    widths = sorted(piece.width for row in rows for piece in row)
    return widths[int(0.8 * (len(widths) - 1))]
