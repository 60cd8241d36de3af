"""Rows of a page: tables go by cells, boxes keep their edges, rests of options join theirs."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from ocr.habits.headings import flat, is_heading
from ocr.layout.columns import Row, read_order
from ocr.layout.geometry import Piece, bounds, em_size, line_height
from ocr.layout.question_tables import question_table
from ocr.layout.tables import Grid
from ocr.page.fragment import Area

LINES = 3.2  # line heights: a table with a higher cell full of text is a frame for the page
ROW_OF = 3  # tables side by side that no columns of the page explain
SLACK = 8.0  # pixels that text may reach over a frame
SHORT = 14  # characters of a rest
HANG = (0.5, 4.0)  # line heights that it stands to the right of its label
NEXT = 2.4  # line heights below the line above it
_INSIDE = re.compile(
    r"(?:(?<=^)|(?<=[^A-Za-z.]))(?:[(\[【]\s*[A-H]\s*[)\]】](?!\s*\d{1,3}\s*[.、])|[A-Ha-h]\s*[.、:](?!\d)|[①-⑧])"
)
_OTHER = re.compile(
    r"^\s*(?:[(\[【]?\s*\d{1,3}\s*[.、)\]】]|【|[一二三四五六七八九十]{1,3}\s*、|第.{1,4}[章节]|案例|材料|[^,。]{0,8}题)"
)
_LABEL = re.compile(r"\s*(?:[(\[]\s*[A-H]\s*[)\]]|[A-H]\s*[.、])\s*")
_KEY = re.compile(r"答\s*案\W*$")
ROOM = 2.6  # line heights that an option leaves free at most whose rest stands below


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
    return unwrapped(_boxed(found, [g for g in grids if not g.is_table]))


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


def unwrapped(rows: Sequence[Row]) -> list[Row]:
    """The rows of a page with the rests of options behind the options that they belong to."""
    found: list[Row] = []
    high = line_height([p for row in rows for p in row.pieces])
    for row in rows:
        above = found[-1] if found else None
        joined = _joined(above, row, high) if above else None
        if joined:
            found[-1] = joined
        else:
            found.append(row)
    return found


def _joined(above: Row, row: Row, high: float) -> Row | None:
    """The row above with the pieces of this one, None where they are no rests of its options."""
    if above.column != row.column or row.y0 - above.y0 > NEXT * high or above.cells or row.cells:
        return None
    options = _options(above)
    if len(options) < 2 or not all(_is_rest(p) for p in row.pieces):
        return None
    owners = [_owner(options, piece, high, above.right) for piece in row.pieces]
    known = [owner for owner in owners if owner is not None]
    if len(known) < len(owners) or len(set(known)) < len(known):
        return None
    said = [option.text for option in options]
    for owner, piece in zip(known, row.pieces, strict=True):
        rest = piece.text.strip()
        said[owner] += f" {rest}" if said[owner][-1:].isascii() and rest[:1].isascii() else rest
    return replace(above, pieces=(*above.pieces, *row.pieces), text="　　".join(said))


def _options(row: Row) -> list[Piece]:
    """The options of a row by their labels, which may stand in the middle of a piece."""
    found: list[Piece] = []
    for piece in _whole(row.pieces):
        text = piece.text.strip()
        cuts = [m.start() for m in _INSIDE.finditer(flat(text))]
        if not cuts or cuts[0] > 0:
            return []
        size = em_size(text)
        for start, end in pairwise([*cuts, len(text)]):
            x0, x1 = (piece.x0 + piece.width * em_size(text[:at]) / size for at in (start, end))
            found.append(replace(piece, x0=x0, x1=x1, text=text[start:end].strip()))
    return found


def _whole(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces of a row, a label in a box of its own with what stands behind it."""
    found: list[Piece] = []
    for piece in pieces:
        if found and _LABEL.fullmatch(flat(found[-1].text)):
            label = found.pop()
            text = label.text.strip() + piece.text.strip()
            found.append(replace(label, text=text, x1=piece.x1))
        else:
            found.append(piece)
    return found


def _is_rest(piece: Piece) -> bool:
    text = flat(piece.text)
    other = _INSIDE.search(text) or _OTHER.match(text) or is_heading(text) or _KEY.search(text)
    return not other and em_size(piece.text) <= SHORT


def _owner(options: Sequence[Piece], piece: Piece, high: float, right: float) -> int | None:
    """The place of the option right above a rest, if it fills the width up to the next one."""
    low, most = (share * high for share in HANG)
    for at, option in enumerate(options):
        if low <= piece.x0 - option.x0 <= most:
            after = options[at + 1].x0 if at + 1 < len(options) else right
            return at if option.x1 > after - ROOM * high else None
    return None
