"""Quotas per stratum and split, from the population and the recipe."""

import polars as pl

from splitting.filling import water_fill
from splitting.settings import Quotas, SplitSettings
from splitting.strata import KEYS


def plan_quotas(counts: pl.DataFrame, settings: SplitSettings) -> pl.DataFrame:
    """The counts (strata.KEYS, population) with `test_quota`, `reserved_quota`, `dev_quota`.

    A stratum gives to test what it has after the same went to the reserve and `min_train` stayed.
    """
    parts = [
        _fill(part, settings)
        for part in counts.sort(KEYS).partition_by("pool", "format", maintain_order=True)
    ]
    if not parts:
        empty = [pl.lit(0, pl.Int64).alias(f"{s}_quota") for s in ("test", "reserved", "dev")]
        return counts.with_columns(empty)
    rest = pl.col("population") - pl.col("test_quota") - pl.col("reserved_quota")
    tenth = (rest * settings.dev + 0.5).floor().cast(pl.Int64)
    spare = (rest - settings.min_train).clip(lower_bound=0)
    return pl.concat(parts).with_columns(pl.min_horizontal(tenth, spare).alias("dev_quota"))


def pool_quota(pool: str, kind: str, population: int, settings: SplitSettings) -> int:
    """The test quota of a pool and format in questions; a share is taken of the population."""
    quotas: Quotas | None = getattr(settings.test, pool, None)
    value = float(getattr(quotas, kind)) if quotas else 0.0
    return round(value * population) if value < 1 else round(value)


def _fill(part: pl.DataFrame, settings: SplitSettings) -> pl.DataFrame:
    pool, kind = part["pool"][0], part["format"][0]
    sizes = part["population"].to_list()
    quota = pool_quota(pool, kind, sum(sizes), settings)
    caps = [int(max(0, n - settings.min_train) / (1 + settings.reserved)) for n in sizes]
    test = water_fill(caps, quota)
    return part.with_columns(
        pl.Series("test_quota", test, dtype=pl.Int64),
        pl.Series("reserved_quota", [int(n * settings.reserved) for n in test], dtype=pl.Int64),
    )
