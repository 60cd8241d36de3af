"""Quotas per stratum and split, from the population and the recipe."""

import math
from collections.abc import Sequence

import polars as pl

from splitting.settings import SplitSettings
from splitting.strata import KEYS


def water_fill(caps: Sequence[int], quota: int) -> list[int]:
    """Shares of a quota: as even as whole numbers allow, none above its cap, sum ≤ quota.

    The level rises in all strata at once; a full one stops and the others share what it leaves.
    Single questions left over by the division go to strata at even distances among the open ones,
    so that no end of the list is preferred.
    """
    shares = [0] * len(caps)
    left = quota
    open_ = [i for i, cap in enumerate(caps) if cap > 0]
    while left > 0 and open_:
        step = left // len(open_)
        if step == 0:
            for nth in range(left):
                shares[open_[nth * len(open_) // left]] += 1
            break
        for i in open_:
            taken = min(step, caps[i] - shares[i])
            shares[i] += taken
            left -= taken
        open_ = [i for i in open_ if shares[i] < caps[i]]
    return shares


def round_up(shares: list[int], remainders: Sequence[float], missing: int) -> list[int]:
    """One more for `missing` shares at most, the largest remainders first.

    A remainder of 0 has no claim. Among equals the claims stand at even distances.
    """
    found = list(shares)
    for remainder in sorted({r for r in remainders if r > 0}, reverse=True):
        equal = [r == remainder for r in remainders]
        more = water_fill([int(same) for same in equal], max(0, missing))
        found = [a + b for a, b in zip(found, more, strict=True)]
        missing -= sum(more)
    return found


def shift(quotas: Sequence[int], caps: Sequence[int]) -> list[int]:
    """Quotas within their caps; what a cap takes goes to the others."""
    within = [min(quota, cap) for quota, cap in zip(quotas, caps, strict=True)]
    free = [cap - w for cap, w in zip(caps, within, strict=True)]
    more = water_fill(free, sum(quotas) - sum(within))
    return [a + b for a, b in zip(within, more, strict=True)]


def plan_quotas(counts: pl.DataFrame, settings: SplitSettings) -> pl.DataFrame:
    """The counts (strata.KEYS, population) with quotas: `asked` (of the whole pool), `wanted`
    (the even share, were all strata large), `test_quota`, `reserved_quota`, `dev_quota`; `even`
    (shares may move within the pool) and `keep` (what test and reserve leave for the others).

    A stratum gives to test what it has after the same went to the reserve and `min_train` stayed.
    What whole numbers take from a pool so is given back to it, the largest remainders first.
    """
    parts = [
        _fill(part, settings)
        for part in counts.sort(KEYS).partition_by("pool", "format", maintain_order=True)
    ]
    if not parts:
        names = ("asked", "wanted", "test_quota", "reserved_quota", "dev_quota", "keep")
        empty = [pl.lit(0, pl.Int64).alias(name) for name in names]
        return counts.with_columns(*empty, pl.lit(value=True).alias("even"))
    return pl.concat(parts)


def _fill(part: pl.DataFrame, settings: SplitSettings) -> pl.DataFrame:
    quota = settings.quota(part["pool"][0], part["format"][0])
    sizes = part["population"].to_list()
    spare = [max(0, n - settings.min_train) for n in sizes]
    keep = settings.min_train
    if not any(spare):  # strata too small for all: each gives one at most
        spare, keep = [min(1, n - 1) for n in sizes], 1
    if isinstance(quota, dict):
        column = "exam" if part["pool"][0] == "QA" else "subject"
        named = [quota.get(name, 0.0) for name in part[column]]
        wanted = [_whole(w, n) for w, n in zip(named, sizes, strict=True)]
        caps = [_cap(n, settings.reserve) for n in spare]
        test = [min(share, cap) for share, cap in zip(wanted, caps, strict=True)]
        total = sum(wanted)
    elif settings.proportional:
        total = round(quota * sum(sizes))
        wanted = _proportional(sizes, quota, total)
        test = shift(wanted, [_cap(n, settings.reserve) for n in spare])
    else:
        total = _whole(quota, sum(sizes))
        test = _test(spare, total, settings.reserve)
        even = max(*test, total // len(sizes))
        wanted = [even] * len(sizes)
    reserved = _reserve(spare, test, settings.reserve)
    rest = [n - t - r for n, t, r in zip(sizes, test, reserved, strict=True)]
    return part.with_columns(
        pl.lit(total, pl.Int64).alias("asked"),
        pl.Series("wanted", wanted, dtype=pl.Int64),
        pl.Series("test_quota", test, dtype=pl.Int64),
        pl.Series("reserved_quota", reserved, dtype=pl.Int64),
        pl.Series("dev_quota", _dev(rest, settings), dtype=pl.Int64),
        pl.lit(keep, pl.Int64).alias("keep"),
        pl.lit(not isinstance(quota, dict)).alias("even"),
    )


def _proportional(sizes: list[int], share: float, total: int) -> list[int]:
    """The same share of every stratum, the largest remainders rounded up."""
    exact = [share * n for n in sizes]
    whole = [int(part) for part in exact]
    over = [part - w for part, w in zip(exact, whole, strict=True)]
    return round_up(whole, over, total - sum(whole))


def _cap(spare: int, reserved: float) -> int:
    """The most that a stratum can give to test, the reserve's (whole) part beside it."""
    most = int(max(0, spare) / (1 + reserved))
    more = most + 1
    return more if more + int(more * reserved) <= spare else most


def _test(spare: list[int], total: int, reserved: float) -> list[int]:
    """Even shares with the reserve's part beside them; then what the pool as a whole could give."""
    test = water_fill([_cap(n, reserved) for n in spare], total)
    missing = min(total, _cap(sum(spare), reserved)) - sum(test)
    over = [max(0.0, n / (1 + reserved) - t) for n, t in zip(spare, test, strict=True)]
    return round_up(test, over, missing)


def _reserve(spare: list[int], test: list[int], reserved: float) -> list[int]:
    """A second draw in the recipe's proportion, its total right even where shares are small."""
    total = round(sum(test) * reserved)
    rest = [max(0, n - t) for n, t in zip(spare, test, strict=True)]
    most = [math.ceil(t * reserved) for t in test]
    near = water_fill([min(a, b) for a, b in zip(rest, most, strict=True)], total)
    free = [a - b for a, b in zip(rest, near, strict=True)]
    return [a + b for a, b in zip(near, water_fill(free, total - sum(near)), strict=True)]


def _dev(rest: list[int], settings: SplitSettings) -> list[int]:
    """A part of what is left, rounded; what the pool loses so to strata rounded to nothing."""
    spare = [max(0, n - settings.min_train) for n in rest]
    part = [math.floor(n * settings.dev + 0.5) for n in rest]
    dev = [min(a, b) for a, b in zip(part, spare, strict=True)]
    missing = min(math.floor(sum(rest) * settings.dev + 0.5), sum(spare)) - sum(dev)
    none = [bool(s and not p) for s, p in zip(spare, part, strict=True)]
    claims = [n * settings.dev if zero else 0.0 for n, zero in zip(rest, none, strict=True)]
    return round_up(dev, claims, missing)


def _whole(quota: float, population: int) -> int:
    return round(quota * population) if quota < 1 else round(quota)
