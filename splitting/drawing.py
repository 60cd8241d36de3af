"""Drawing units into a split, in the order of their draws, until its quotas are full."""

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl


@dataclass
class Pool:
    """Units that are still free, in draw order, and what each holds per stratum."""

    names: list[str]
    cells: list[list[tuple[int, int]]]  # per unit: (stratum, questions)
    free: list[bool]
    left: list[int]  # free questions per stratum


def gather(rows: pl.DataFrame, unit: str, strata: int) -> Pool:
    """A pool from rows with columns `unit` (named), `draw` and `stratum` (an index)."""
    per_cell = rows.group_by(unit, "draw", "stratum").agg(pl.len().alias("size"))
    per_unit = (
        per_cell.sort("stratum")
        .group_by(unit, "draw", maintain_order=True)
        .agg(pl.col("stratum"), pl.col("size"))
        .sort("draw", unit)
    )
    left = [0] * strata
    for stratum, size in per_cell.select("stratum", "size").iter_rows():
        left[stratum] += size
    columns = zip(per_unit["stratum"].to_list(), per_unit["size"].to_list(), strict=True)
    cells = [list(zip(a, b, strict=True)) for a, b in columns]
    return Pool(per_unit[unit].to_list(), cells, [True] * len(cells), left)


def draw(pool: Pool, quotas: Sequence[int], keep: Sequence[int]) -> list[int]:
    """Take units until the quotas (questions per stratum) are met; returns their indices.

    First pass: a unit is taken where it fits into every stratum that it touches. Second pass: a
    unit that overshoots is taken where it fills more than it overshoots. No stratum is left with
    fewer than `keep` free questions.
    """
    room = list(quotas)
    open_ = sum(n for n in room if n > 0)
    taken: list[int] = []
    for strict in (True, False):
        for i, cells in enumerate(pool.cells):
            if open_ <= 0:
                return taken
            if not pool.free[i]:
                continue
            gain = 0
            for stratum, size in cells:
                fill = min(size, max(room[stratum], 0))
                if fill < size and strict:
                    break
                if pool.left[stratum] - size < keep[stratum]:
                    break
                gain += 2 * fill - size
            else:
                if gain > 0:
                    open_ -= _take(pool, i, room)
                    taken.append(i)
    return taken


def _take(pool: Pool, index: int, room: list[int]) -> int:
    pool.free[index] = False
    filled = 0
    for stratum, size in pool.cells[index]:
        filled += min(size, max(room[stratum], 0))
        room[stratum] -= size
        pool.left[stratum] -= size
    return filled
