"""The published check: no unit, group, cluster or question stands in two splits."""

import polars as pl


def torn(rows: pl.DataFrame, by: str) -> pl.DataFrame:
    """Values of column `by` that stand in more than one split, with those splits."""
    pairs = rows.select(by, "split").unique()
    twice = pairs.filter(pl.col(by).is_duplicated())
    return twice.group_by(by).agg(pl.col("split").sort().alias("splits")).sort(by)


def shared_captures(rows: pl.DataFrame) -> pl.DataFrame:
    """Captures that hold both reserved and public questions."""
    reserved = (pl.col("split") == "reserved").alias("reserved")
    return (
        rows.filter(pl.col("capture") != "")
        .group_by("capture")
        .agg(reserved.any().alias("some"), reserved.all().alias("all"))
        .filter(pl.col("some") & ~pl.col("all"))
        .select("capture")
        .sort("capture")
    )
