"""Rows that have a split, rows that are free, and giving drawn units their split."""

import polars as pl

from splitting.filling import water_fill


def held(rows: pl.DataFrame, split: str, strata: int) -> list[int]:
    """Questions per stratum that the split has already (from an earlier release)."""
    found = dict(rows.filter(pl.col("split") == split)["stratum"].value_counts().iter_rows())
    return [found.get(i, 0) for i in range(strata)]


def room(rows: pl.DataFrame, split: str, quotas: pl.DataFrame) -> list[int]:
    """Quotas less what the split holds; an even pool never has more room than its sum."""
    wanted = quotas[f"{split}_quota"].to_list()
    has = held(rows, split, quotas.height)
    found = [max(0, n - m) for n, m in zip(wanted, has, strict=True)]
    for members in even_pools(quotas):
        left = max(0, sum(wanted[i] - has[i] for i in members))
        shares = [found[i] for i in members]
        if sum(shares) > left:
            shares = water_fill(shares, left)
        for i, share in zip(members, shares, strict=True):
            found[i] = share
    return found


def even_pools(quotas: pl.DataFrame) -> list[list[int]]:
    """The strata of each pool and format within which shares may move."""
    pools = quotas.filter("even").group_by("pool", "format", maintain_order=True).agg("stratum")
    return pools["stratum"].to_list()


def free(rows: pl.DataFrame, turn: str) -> pl.DataFrame:
    """Columns turn, stratum of the rows whose whole unit is free; `turn` names the unit's place."""
    settled = rows.filter(pl.col("split").is_not_null()).select(turn).unique()
    return rows.select(pl.col(turn).alias("turn"), "stratum").join(
        settled.rename({turn: "turn"}), on="turn", how="anti"
    )


def assign(rows: pl.DataFrame, turn: str, taken: list[int], split: str) -> pl.DataFrame:
    """The rows with the split of the units taken."""
    mine = pl.col(turn).is_in(pl.Series(taken, dtype=pl.UInt32).implode())
    return rows.with_columns(pl.when(mine).then(pl.lit(split)).otherwise("split").alias("split"))
