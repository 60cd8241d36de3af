"""Reading order of a text layer: programs write a page column by column, as it is read."""

from collections.abc import Sequence
from itertools import pairwise

from ocr.columns import Row
from ocr.geometry import Piece, line_height

SAME = 0.5  # line heights that the middles of pieces of one row may differ
UP = 1.5  # line heights upwards that begin a new column
COLUMNS = 4  # of a page, at most


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
    if len(columns) > COLUMNS or not all(map(_follows, columns, columns[1:])):
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


def _follows(column: list[list[Piece]], after: list[list[Piece]]) -> bool:
    """Whether a column lies to the right of the last rows of the one before."""
    beside = [row for row in column if _top(row) >= min(map(_top, after)) - 1]
    return bool(beside) and _left(after) > max(p.x1 for row in beside for p in row) - 1


def _top(row: Sequence[Piece]) -> float:
    return min(p.y0 for p in row)


def _left(column: Sequence[Sequence[Piece]]) -> float:
    return min(p.x0 for row in column for p in row)


def _right(column: Sequence[Sequence[Piece]]) -> float:
    return max(p.x1 for row in column for p in row)
