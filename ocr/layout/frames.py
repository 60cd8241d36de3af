"""Rows of a page with its ruled tables and boxes: tables go by cells, boxes keep their edges."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from ocr.layout.columns import Row, read_order
from ocr.layout.geometry import Piece, bounds, line_height
from ocr.layout.question_tables import question_table
from ocr.layout.tables import Grid
from ocr.page.fragment import Area

LINES = 3.2  # line heights: a table with a higher cell full of text is a frame for the page
ROW_OF = 3  # tables side by side that no columns of the page explain
SLACK = 8.0  # pixels that text may reach over a frame


@dataclass(frozen=True)
class _Table:
    grid: Grid
    pieces: list[Piece]
    asked: list[Row]  # its questions, where it is a table of such

    def rows(self, like: Row) -> Iterator[Row]:
        """Its questions, or its cells: row by row, in a cell from top to bottom."""
        for row in self.asked:
            yield replace(row, column=like.column)
        if not self.asked:
            cells = [(*_cell(p, self.grid), p.middle, p.x0, p) for p in self.pieces]
            for _, row_cells in groupby(sorted(cells, key=lambda c: c[:4]), key=lambda c: c[0]):
                yield replace(like, pieces=tuple(p for *_, p in row_cells), cells=True)


def framed_order(
    pieces: Sequence[Piece],
    grids: Sequence[Grid],
    columns: int,
    gutters: Sequence[float],
    heads: list[list[str]] | None = None,
) -> list[Row]:
    """Rows in reading order; a table takes the place of one large piece while columns are found.

    `heads` are the columns of tables of questions on the pages before.
    """
    high = line_height(pieces)
    heads = [] if heads is None else heads
    tables: list[_Table] = []
    free = list(pieces)
    for grid in grids:
        own = [p for p in free if _within(p, grid)]
        asked = question_table(grid, own, Row((), grid.xs[0], grid.xs[-1], 0), heads)
        if len(own) >= 2 and (asked or _is_table(grid, own, high)):
            tables.append(_Table(grid, own, asked))
            free = [p for p in free if not _within(p, grid)]
    strips = _strips(tables, free)
    stand_ins = [
        Piece(-at, "", 1.0, *bounds(table.grid.area for table in strip))
        for at, strip in enumerate(strips, 1)
    ]
    found: list[Row] = []
    for row in read_order(free + stand_ins, columns, gutters):
        text = tuple(p for p in row.pieces if p.at >= 0)
        if text:
            found.append(replace(row, pieces=text))
        own_tables = [table for p in row.pieces if p.at < 0 for table in strips[-p.at - 1]]
        for table in own_tables:
            left, *_, right = table.grid.xs  # so that no key joins two
            like = replace(row, left=left, right=right) if len(own_tables) > 1 else row
            found += table.rows(like)
    return _boxed(found, [g for g in grids if not g.is_table])


def _strips(tables: Sequence[_Table], text: Sequence[Piece]) -> list[list[_Table]]:
    """Tables by themselves, or side by side on one level with no text between.

    Two of them may stand each in its column of the page; three are a row of tables.
    """
    found: list[list[_Table]] = []
    for table in sorted(tables, key=lambda t: t.grid.xs[0]):
        row = next((s for s in found if _level(s[-1].grid.area, table.grid.area)), None)
        if row is None:
            found.append([table])
        else:
            row.append(table)
    rows, single = list[list[_Table]](), list[list[_Table]]()
    for strip in found:
        x0, y0, x1, y1 = bounds(table.grid.area for table in strip)
        among = any(x0 < p.centre < x1 and y0 < p.middle < y1 for p in text)
        if len(strip) >= ROW_OF and not among:
            rows.append(strip)
        else:
            single += [[table] for table in strip]
    return rows + single


def _level(one: Area, other: Area) -> bool:
    both = min(one[3], other[3]) - max(one[1], other[1])
    least = min(one[3] - one[1], other[3] - other[1])
    return (
        both > 0.5 * least and abs(one[1] - other[1]) < 0.2 * least and one[2] <= other[0] + SLACK
    )


def _cell(piece: Piece, grid: Grid) -> tuple[int, int]:
    return grid.cell(piece.centre, piece.middle) or (0, 0)


def _within(piece: Piece, grid: Grid) -> bool:
    return grid.cell(piece.centre, piece.middle) is not None


def _is_table(grid: Grid, pieces: Sequence[Piece], high: float) -> bool:
    """More than one cell, none of them a page of text, and text in several columns or rows."""
    if not grid.is_table:
        return False
    filled: dict[tuple[int, int], list[Area]] = {}
    for p in pieces:
        filled.setdefault(_cell(p, grid), []).append(p.area)
    spans = map(bounds, filled.values())
    return max(foot - top for _, top, _, foot in spans) < LINES * high and len(filled) > 1


def _boxed(rows: Sequence[Row], boxes: Sequence[Grid]) -> list[Row]:
    """Rows within a box, with the edges of the text in it."""
    found = list(rows)
    for box in boxes:
        at = [
            i
            for i, row in enumerate(rows)
            if all(_within(p, box) for p in row.pieces) and row.x1 < box.xs[-1] + SLACK
        ]
        if len(at) >= 2:
            left, right = min(rows[i].x0 for i in at), max(rows[i].x1 for i in at)
            for i in at:
                found[i] = replace(rows[i], left=left, right=right, box=True)
    return found
