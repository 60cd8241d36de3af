"""Drawing units into a split, in the order of their draws, until its quotas are full."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import polars as pl


@dataclass
class Pool:
    """Units that are still free, in draw order, and what each holds per stratum."""

    names: list[str]
    cells: list[list[tuple[int, int]]]  # per unit: (stratum, questions)
    free: list[bool]
    left: list[int]  # free questions per stratum
    _members: dict[int, list[int]] = field(default_factory=dict)

    def members(self, stratum: int) -> list[int]:
        """Units with questions in a stratum, in draw order."""
        if not self._members:
            for i, cells in enumerate(self.cells):
                for s, _ in cells:
                    self._members.setdefault(s, []).append(i)
        return self._members.get(stratum, [])


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


def draw(
    pool: Pool,
    quotas: Sequence[int],
    keep: Sequence[int],
    cells: Sequence[int] | None = None,
) -> list[int]:
    """Take units until the quotas are met; returns their indices.

    First pass: a unit is taken where it fits into every quota that it touches. Second pass: a unit
    that overshoots is taken where it fills more than it overshoots. No stratum is left with fewer
    than `keep` free questions. `cells` names the quota of each stratum (default: its own).
    """
    room = list(quotas)
    cell = list(range(len(keep))) if cells is None else list(cells)
    open_ = sum(n for n in room if n > 0)
    taken: list[int] = []
    for strict in (True, False):
        for i, sizes in enumerate(pool.cells):
            if open_ <= 0:
                return taken
            if not pool.free[i] or any(pool.left[s] - n < keep[s] for s, n in sizes):
                continue
            filled, size = _fit(sizes, room, cell)
            if filled == size if strict else 2 * filled > size:
                open_ -= filled
                taken.append(i)
                _take(pool, i, room, cell)
    return taken


def _fit(
    sizes: Sequence[tuple[int, int]], room: Sequence[int], cell: Sequence[int]
) -> tuple[int, int]:
    """How many of a unit's questions fit, and how many it has."""
    if len(sizes) == 1:  # nearly all units: kept fast
        stratum, size = sizes[0]
        return min(size, max(room[cell[stratum]], 0)), size
    wanted: dict[int, int] = {}
    for stratum, size in sizes:
        wanted[cell[stratum]] = wanted.get(cell[stratum], 0) + size
    filled = sum(min(n, max(room[c], 0)) for c, n in wanted.items())
    return filled, sum(wanted.values())


def _take(pool: Pool, index: int, room: list[int], cell: Sequence[int]) -> None:
    pool.free[index] = False
    for stratum, size in pool.cells[index]:
        room[cell[stratum]] -= size
        pool.left[stratum] -= size
