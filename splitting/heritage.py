"""Splits inherited from an earlier release."""

import polars as pl

# A unit that merges several earlier splits takes the most public: what was shown stays shown.
ORDER = ("train", "dev", "test", "reserved")


def inherit(rows: pl.DataFrame, previous: pl.DataFrame, unit: str) -> pl.DataFrame:
    """Columns `unit`, `split`, `merged` (the earlier splits where there were several, else "").

    `rows` has `id`, `raw_id` and the unit column; `previous` has `split` and `id` or `raw_id`.
    """
    by = "id" if "id" in previous.columns else "raw_id"
    known = rows.select(by, unit).join(previous.select(by, "split").unique(by), on=by)
    rank = pl.col("split").replace_strict({s: i for i, s in enumerate(ORDER)}, return_dtype=pl.Int8)
    found = (
        known.with_columns(rank.alias("rank"))
        .group_by(unit)
        .agg(
            pl.col("split").sort_by("rank").first(),
            pl.col("split").unique().sort().str.join("+").alias("merged"),
            pl.col("split").n_unique().alias("kinds"),
        )
    )
    merged = pl.when(pl.col("kinds") > 1).then(pl.col("merged")).otherwise(pl.lit(""))
    return found.select(pl.col(unit).alias("unit"), "split", merged.alias("merged"))
