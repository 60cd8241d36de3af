"""Units sampled into a split in the order of their draws, then bettered by local search."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

import polars as pl


@dataclass
class Pool:
    """Units that are still free, in draw order, and what each holds per stratum."""

    turns: list[int]  # the units' places in the order of all draws
    starts: list[int]  # where each unit's entries begin in `sizes`, and the end of the last
    sizes: list[tuple[int, int]]  # (stratum, questions), unit after unit
    free: list[bool]
    left: list[int]  # free questions per stratum
    _members: dict[int, list[int]] = field(default_factory=dict)

    def cells(self, unit: int) -> list[tuple[int, int]]:
        """(stratum, questions) of a unit."""
        return self.sizes[self.starts[unit] : self.starts[unit + 1]]

    def members(self, stratum: int) -> list[int]:
        """Units with questions in a stratum, in draw order."""
        if not self._members:
            for i in range(len(self.turns)):
                for s, _ in self.cells(i):
                    self._members.setdefault(s, []).append(i)
        return self._members.get(stratum, [])


def gather(rows: pl.DataFrame, strata: int) -> Pool:
    """A pool from rows with columns `turn` (their unit's place) and `stratum` (an index)."""
    entries = rows.group_by("turn", "stratum").agg(pl.len().alias("size")).sort("turn", "stratum")
    left = [0] * strata
    for stratum, count in entries.group_by("stratum").agg(pl.col("size").sum()).iter_rows():
        left[stratum] = count
    runs = entries.select(pl.col("turn").rle()).unnest("turn")
    starts = [0, *runs["len"].cum_sum().to_list()]
    sizes = list(zip(entries["stratum"].to_list(), entries["size"].to_list(), strict=True))
    turns = runs["value"].to_list()
    return Pool(turns, starts, sizes, [True] * len(turns), left)


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
        for i in range(len(pool.turns)):
            if open_ <= 0:
                return taken
            if not pool.free[i]:
                continue
            sizes = pool.cells(i)
            if any(pool.left[s] - n < keep[s] for s, n in sizes):
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
    for stratum, size in pool.cells(index):
        room[cell[stratum]] -= size
        pool.left[stratum] -= size


_LOOK = 40  # candidates on each side, in draw order, so that early draws stay preferred
_TRIES = 150_000  # bounds the search; a few thousand suffice where exchanges can help
Move = tuple[int | None, int | None]  # unit to give back, unit to take


def refine(pool: Pool, taken: list[int], quotas: Sequence[int], keep: Sequence[int]) -> list[int]:
    """Local search: give back, take or exchange one unit while the sum of |got - quota| falls.

    Looks at the stratum that is farthest off first; where nothing helps there, at the next. Units
    drawn late are given back first, units drawn early taken first.
    """
    got = [0] * len(quotas)
    for i in taken:
        for stratum, size in pool.cells(i):
            got[stratum] += size
    mine, tries, stuck = set(taken), 0, set[int]()
    while tries < _TRIES:
        off = [s for s in range(len(got)) if got[s] != quotas[s] and s not in stuck]
        if not off:
            break
        worst = max(off, key=lambda s: abs(got[s] - quotas[s]))
        best, gain = None, 0
        for move in _moves(pool, mine, worst):
            tries += 1
            better = _gain(pool, move, got, quotas, keep)
            if better > gain:
                best, gain = move, better
        if best is None:
            stuck.add(worst)
            continue
        _apply(pool, best, got, mine)
        stuck.clear()
    return sorted(mine)


def _moves(pool: Pool, mine: set[int], stratum: int) -> Iterator[Move]:
    members = pool.members(stratum)
    inside = list(islice((i for i in reversed(members) if i in mine), _LOOK))
    outside = list(islice((i for i in members if pool.free[i]), _LOOK))
    yield from ((None, b) for b in outside)
    yield from ((a, None) for a in inside)
    yield from ((a, b) for a in inside for b in outside)


def _change(pool: Pool, move: Move) -> dict[int, int]:
    change: dict[int, int] = {}
    for unit, sign in zip(move, (-1, 1), strict=True):
        for stratum, size in pool.cells(unit) if unit is not None else ():
            change[stratum] = change.get(stratum, 0) + sign * size
    return change


def _gain(
    pool: Pool, move: Move, got: Sequence[int], quotas: Sequence[int], keep: Sequence[int]
) -> int:
    gain = 0
    for stratum, change in _change(pool, move).items():
        if change > 0 and pool.left[stratum] - change < keep[stratum]:
            return 0
        now = got[stratum] - quotas[stratum]
        gain += abs(now) - abs(now + change)
    return gain


def _apply(pool: Pool, move: Move, got: list[int], mine: set[int]) -> None:
    for stratum, change in _change(pool, move).items():
        got[stratum] += change
        pool.left[stratum] -= change
    given, won = move
    if given is not None:
        pool.free[given] = True
        mine.remove(given)
    if won is not None:
        pool.free[won] = False
        mine.add(won)
