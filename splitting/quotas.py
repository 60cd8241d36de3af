"""Quotas per stratum and split, from the population and the recipe."""

import math

import polars as pl

from splitting.filling import water_fill
from splitting.settings import Quotas, SplitSettings, Spread
from splitting.strata import KEYS


def plan_quotas(counts: pl.DataFrame, settings: SplitSettings) -> pl.DataFrame:
    """The counts (strata.KEYS, population) with quotas: `asked` (of the whole pool), `wanted`
    (the even share, were all strata large), `test_quota`, `reserved_quota`, `dev_quota`.

    A stratum gives to test what it has after the same went to the reserve and `min_train` stayed.
    """
    parts = [
        _fill(part, settings)
        for part in counts.sort(KEYS).partition_by("pool", "format", maintain_order=True)
    ]
    if not parts:
        names = ("asked", "wanted", "test_quota", "reserved_quota", "dev_quota")
        empty = [pl.lit(0, pl.Int64).alias(name) for name in names]
        return counts.with_columns(empty)
    rest = pl.col("population") - pl.col("test_quota") - pl.col("reserved_quota")
    tenth = (rest * settings.dev + 0.5).floor().cast(pl.Int64)
    spare = (rest - settings.min_train).clip(lower_bound=0)
    return pl.concat(parts).with_columns(pl.min_horizontal(tenth, spare).alias("dev_quota"))


def _fill(part: pl.DataFrame, settings: SplitSettings) -> pl.DataFrame:
    quota = _quota(part["pool"][0], part["format"][0], settings)
    sizes = part["population"].to_list()
    caps = [_cap(n - settings.min_train, settings.reserved) for n in sizes]
    if isinstance(quota, dict):
        named = [quota.get(name, 0.0) for name in part["subject"]]
        wanted = [_whole(w, n) for w, n in zip(named, sizes, strict=True)]
        test = [min(share, cap) for share, cap in zip(wanted, caps, strict=True)]
        total = sum(wanted)
    else:
        total = _whole(quota, sum(sizes))
        test = water_fill(caps, total)
        even = max(*test, total // len(sizes))
        wanted = [even] * len(sizes)
    return part.with_columns(
        pl.lit(total, pl.Int64).alias("asked"),
        pl.Series("wanted", wanted, dtype=pl.Int64),
        pl.Series("test_quota", test, dtype=pl.Int64),
        pl.Series("reserved_quota", _reserve(sizes, test, settings), dtype=pl.Int64),
    )


def _cap(spare: int, reserved: float) -> int:
    """The most that a stratum can give to test, the reserve's (whole) part beside it."""
    most = int(max(0, spare) / (1 + reserved))
    more = most + 1
    return more if more + int(more * reserved) <= spare else most


def _reserve(sizes: list[int], test: list[int], settings: SplitSettings) -> list[int]:
    """A second draw in the recipe's proportion, its total right even where shares are small."""
    rest = [max(0, n - settings.min_train - t) for n, t in zip(sizes, test, strict=True)]
    most = [math.ceil(t * settings.reserved) for t in test]
    caps = [min(a, b) for a, b in zip(rest, most, strict=True)]
    return water_fill(caps, round(sum(test) * settings.reserved))


def _quota(pool: str, kind: str, settings: SplitSettings) -> Spread:
    quotas: Quotas | None = getattr(settings.test, pool, None)
    found: Spread = getattr(quotas, kind) if quotas else 0.0
    return found


def _whole(quota: float, population: int) -> int:
    return round(quota * population) if quota < 1 else round(quota)
