"""Rows of a table of questions whose rules were not all seen, parted where their numbers say so."""

import re
from collections.abc import Sequence
from itertools import pairwise

from ocr.habits.plain import flat
from ocr.layout.geometry import Piece

_NUMBER = re.compile(r"\d{1,3}[.、]?|(?:序|题|编)\s*号")  # of a question, or the head above them
Cells = dict[int, list[Piece]]


def parted(table: Sequence[Cells]) -> list[Cells]:
    """The rows of a table, each with one number: rows part at the widest gap of all cells.

    Where no gap goes through all cells, they part half way between their numbers.
    """
    column = _numbers(table)
    return [row for held in table for row in _parted(held, column)]


def _numbers(table: Sequence[Cells]) -> int:
    """The column with most numbers that stand in pieces of their own, -1 where there is none."""
    count: dict[int, int] = {}
    for row in table:
        for column, cell in row.items():
            count[column] = count.get(column, 0) + sum(map(_is_number, cell))
    return max(count, key=lambda c: (count[c], -c)) if any(count.values()) else -1


def _is_number(piece: Piece) -> bool:
    return _NUMBER.fullmatch(flat(piece.text).strip()) is not None


def _parted(row: Cells, column: int) -> list[Cells]:
    cell = row.get(column, [])
    numbers = sorted((p for p in cell if _is_number(p)), key=lambda p: p.middle)
    if len(numbers) < 2 or len(numbers) < len(cell):
        return [row]
    pieces = [piece for cell in row.values() for piece in cell]
    cuts = [_gap(pieces, above, below) for above, below in pairwise(numbers)]
    found: list[Cells] = [{} for _ in numbers]
    for at, cell in row.items():
        for piece in cell:
            found[sum(piece.middle > cut for cut in cuts)].setdefault(at, []).append(piece)
    return found


def _gap(pieces: Sequence[Piece], above: Piece, below: Piece) -> float:
    """The middle of the widest strip between two numbers that holds no text."""
    gaps, low = [], above.middle
    for piece in sorted(pieces, key=lambda p: p.y0):
        if piece.y0 > low and piece.y0 <= below.middle and piece.y1 > above.middle:
            gaps.append((piece.y0 - low, (piece.y0 + low) / 2))
        if piece.y0 <= below.middle:
            low = max(low, min(piece.y1, below.middle))
    return max(gaps)[1] if gaps else (above.middle + below.middle) / 2
