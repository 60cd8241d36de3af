"""Reading order of a text layer: programs write a page column by column, as it is read."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

from ocr.columns import Row
from ocr.geometry import Piece, line_height

SAME = 0.5  # line heights that the middles of pieces of one row may differ
UP = 1.5  # line heights upwards that begin a new column
COLUMNS = 4  # of a page, at most
_LETTER = re.compile(r"\s*[(（]?([A-H])\s*[.．、:：)）]")
_NUMBER = re.compile(r"\d{1,3}\s*[.．、](?!\d)")
_PAIRS = 3  # rows with the same letter on both sides show two columns
_NEAR = 0.06  # of its width, by which the place of a number in a piece is guessed


def file_order(pieces: Sequence[Piece]) -> list[Row] | None:
    """Rows as the file has them, or None where it jumps about on the page.

    A file is believed where its rows go down, and where each way up begins a column that lies to
    the right of all before it.
    """
    if not pieces:
        return []
    high = line_height(pieces)
    rows = _rows(sorted(pieces, key=lambda p: p.at), high)
    columns: list[list[list[Piece]]] = [[rows[0]]]
    for before, row in pairwise(rows):
        if _top(row) < _top(before) - UP * high:
            columns.append([])
        columns[-1].append(row)
    if len(columns) == 1:
        columns = _parted(rows, high)
    elif len(columns) > COLUMNS or not all(map(_follows, columns, columns[1:])):
        return None
    return [
        Row(tuple(sorted(row, key=lambda p: p.x0)), _left(column), _right(column), number)
        for number, column in enumerate(columns)
        for row in column
    ]


def _rows(pieces: Sequence[Piece], high: float) -> list[list[Piece]]:
    rows = [[pieces[0]]]
    for before, piece in pairwise(pieces):
        if abs(piece.middle - before.middle) < SAME * high:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return rows


def _parted(rows: list[list[Piece]], high: float) -> list[list[list[Piece]]]:
    """Rows of two columns that a program wrote across the gutter, each with its own options.

    The options of one question stand beside each other with different letters: A. … C. …
    """
    pairs = [
        (row[0], row[-1])
        for row in (sorted(row, key=lambda p: p.x0) for row in rows)
        if len(row) > 1
        and (one := _LETTER.match(row[0].text))
        and (other := _LETTER.match(row[-1].text))
        and one[1] == other[1]
    ]
    gutter = min((right.x0 for _, right in pairs), default=0.0) - high / 4
    together = [p for p in pairs if p[1].x0 - gutter < high and p[0].x1 < gutter]
    if len(together) < _PAIRS or len(together) < len(pairs):
        return [rows]
    cut = [sorted((p for piece in row for p in _cut(piece, gutter)), key=_start) for row in rows]
    last = max(n for n, row in enumerate(cut) if row[-1].x0 >= gutter)
    ends = (n for n, row in enumerate(cut) if n > last and row[-1].x1 > gutter)
    below = next(ends, len(cut))  # a line over both columns, such as the key
    left, right = (
        [[piece for piece in row if (piece.x0 >= gutter) == beyond] for row in cut[:below]]
        for beyond in (False, True)
    )
    parts = ([row for row in side if row] for side in (left, right, cut[below:]))
    return [part for part in parts if part]


def _cut(piece: Piece, gutter: float) -> list[Piece]:
    """A piece in two where it goes over the gutter and a question's number begins there."""
    if not piece.x0 < gutter < piece.x1:
        return [piece]
    ends = list(accumulate(1 if c.isascii() else 2 for c in piece.text))
    wide = piece.width / ends[-1]
    for mark in _NUMBER.finditer(piece.text, 1):
        at = piece.x0 + ends[mark.start() - 1] * wide
        if abs(at - gutter) < _NEAR * piece.width:
            left = replace(piece, text=piece.text[: mark.start()], x1=gutter - 1)
            return [left, replace(piece, text=piece.text[mark.start() :], x0=gutter + 1)]
    return [piece]


def _follows(column: list[list[Piece]], after: list[list[Piece]]) -> bool:
    """Whether a column lies to the right of the last rows of the one before."""
    beside = [row for row in column if _top(row) >= min(map(_top, after)) - 1]
    return bool(beside) and _left(after) > max(p.x1 for row in beside for p in row) - 1


def _start(piece: Piece) -> float:
    return piece.x0


def _top(row: Sequence[Piece]) -> float:
    return min(p.y0 for p in row)


def _left(column: Sequence[Sequence[Piece]]) -> float:
    return min(p.x0 for row in column for p in row)


def _right(column: Sequence[Sequence[Piece]]) -> float:
    return max(p.x1 for row in column for p in row)
