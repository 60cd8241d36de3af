"""Exchanging a few units so that a split comes nearer to its quotas than drawing alone can."""

from collections.abc import Iterator, Sequence

from splitting.drawing import Pool

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
    inside = [i for i in reversed(members) if i in mine][:_LOOK]
    outside = [i for i in members if pool.free[i]][:_LOOK]
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
