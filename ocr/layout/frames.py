"""Rows of a page with its ruled tables and boxes: tables go by cells, boxes keep their edges."""

from collections.abc import Sequence
from dataclasses import replace

from ocr.grids.question_tables import question_table
from ocr.layout.columns import Row, read_order
from ocr.layout.geometry import Piece, line_height
from ocr.layout.tables import Grid
from ocr.page.fragment import Area

LINES = 3.2  # line heights: a table with a higher cell full of text is a frame for the page
ROW_OF = 3  # tables side by side that no columns of the page explain
SLACK = 8.0  # pixels that text may reach over a frame


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
    asked: dict[int, list[Row]] = {}
    inside: dict[int, list[Piece]] = {}
    taken: set[int] = set()
    for number, grid in enumerate(grids, 1):
        own = [p for p in pieces if p.at not in taken and _within(p, grid)]
        asking = question_table(grid, own, Row((), grid.xs[0], grid.xs[-1], 0), heads)
        if asking:
            asked[-number] = asking
        if len(own) < 2 or not (asking or _is_table(grid, own, high)):
            continue
        inside[-number] = own
        taken |= {p.at for p in own}
    free = [p for p in pieces if p.at not in taken]
    strips = _strips([-at for at in inside], grids, free)
    stand_ins = [_stand_in(strip, grids) for strip in strips]
    held = {-strip[0]: strip for strip in strips}
    rows = read_order(free + stand_ins, columns, gutters)
    found: list[Row] = []
    for row in rows:
        tables = [p for p in row.pieces if p.at < 0]
        text = tuple(p for p in row.pieces if p.at >= 0)
        if text:
            found.append(replace(row, pieces=text))
        numbers = [number for table in tables for number in held[table.at]]
        for number in numbers:
            if -number in asked:
                found += [replace(said, column=row.column) for said in asked[-number]]
                continue
            like = row if len(numbers) == 1 else _edged(row, grids[number - 1])
            found += [
                replace(like, pieces=cells, cells=True)
                for cells in _table(grids[number - 1], inside[-number])
            ]
    return _boxed(found, [g for g in grids if not g.is_table])


def _edged(row: Row, grid: Grid) -> Row:
    """A row as wide as the one table of many in which it stands, so that no key joins two."""
    return replace(row, left=grid.area[0], right=grid.area[2])


def _strips(
    numbers: Sequence[int], grids: Sequence[Grid], text: Sequence[Piece]
) -> list[list[int]]:
    """Tables (their numbers, from 1) by themselves, or side by side on one level with no text.

    Two of them may stand each in its column of the page; three are a row of tables.
    """
    found: list[list[int]] = []
    for number in sorted(numbers, key=lambda n: grids[n - 1].area[0]):
        area = grids[number - 1].area
        row = next((s for s in found if _level(grids[s[-1] - 1].area, area)), None)
        if row is not None:
            row.append(number)
        else:
            found.append([number])
    single = [[n] for s in found for n in s if len(s) < ROW_OF or _among(s, grids, text)]
    return [s for s in found if len(s) >= ROW_OF and not _among(s, grids, text)] + single


def _level(one: Area, other: Area) -> bool:
    both = min(one[3], other[3]) - max(one[1], other[1])
    least = min(one[3] - one[1], other[3] - other[1])
    return (
        both > 0.5 * least and abs(one[1] - other[1]) < 0.2 * least and one[2] <= other[0] + SLACK
    )


def _among(strip: Sequence[int], grids: Sequence[Grid], text: Sequence[Piece]) -> bool:
    """Does text stand between tables?"""
    x0, y0, x1, y1 = _around(strip, grids)
    return any(x0 < (p.x0 + p.x1) / 2 < x1 and y0 < p.middle < y1 for p in text)


def _around(strip: Sequence[int], grids: Sequence[Grid]) -> Area:
    areas = [grids[number - 1].area for number in strip]
    return (
        min(a[0] for a in areas),
        min(a[1] for a in areas),
        max(a[2] for a in areas),
        max(a[3] for a in areas),
    )


def _stand_in(strip: Sequence[int], grids: Sequence[Grid]) -> Piece:
    return Piece(-strip[0], "", 1.0, *_around(strip, grids))


def _within(piece: Piece, grid: Grid) -> bool:
    return grid.cell((piece.x0 + piece.x1) / 2, piece.middle) is not None


def _is_table(grid: Grid, pieces: Sequence[Piece], high: float) -> bool:
    """More than one cell, none of them a page of text, and text in several columns or rows."""
    if not grid.is_table:
        return False
    filled: dict[tuple[int, int], list[Piece]] = {}
    for p in pieces:
        cell = grid.cell((p.x0 + p.x1) / 2, p.middle)
        if cell:
            filled.setdefault(cell, []).append(p)
    tall = max(max(p.y1 for p in c) - min(p.y0 for p in c) for c in filled.values())
    return tall < LINES * high and len(filled) > 1


def _table(grid: Grid, pieces: Sequence[Piece]) -> list[tuple[Piece, ...]]:
    """Pieces by row, in each row by column, in each cell from top to bottom."""
    rows: dict[int, list[tuple[int, float, float, Piece]]] = {}
    for p in pieces:
        row, column = grid.cell((p.x0 + p.x1) / 2, p.middle) or (0, 0)
        rows.setdefault(row, []).append((column, p.middle, p.x0, p))
    return [
        tuple(p for *_, p in sorted(cells, key=lambda c: c[:3]))
        for _, cells in sorted(rows.items())
    ]


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
