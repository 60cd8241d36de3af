"""Splits inherited from an earlier release."""

from pathlib import Path

import polars as pl

from cpsyexam.errors import ConfigError
from cpsyexam.taxonomy import SPLITS

# A unit that merges several earlier splits takes the most public: what was shown stays shown.
ORDER = ("train", "dev", "valid", "test", "reserved")


def read_previous(path: Path) -> pl.DataFrame:
    """Columns id (or raw_id) and split of an earlier release, from Parquet or CSV.

    The `split` stage's own rows will do. Raises ConfigError where the table cannot be used.
    """
    where, remedy = str(path), "give the earlier build's split/kept.parquet, or a CSV of id,split"
    try:
        csv = path.suffix.lower() == ".csv"
        found = pl.read_csv(path) if csv else pl.read_parquet(path, memory_map=False)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise ConfigError("previous splits cannot be read", where=where, remedy=remedy) from error
    name = next((n for n in ("id", "raw_id") if n in found.columns), None)
    if name is None or "split" not in found.columns:
        raise ConfigError("previous splits need id and split", where=where, remedy=remedy)
    other = found.filter(~pl.col("split").is_in(SPLITS))
    if other.height:
        raise ConfigError(f"unknown split {other['split'][0]!r}", where=where, remedy=remedy)
    return found.select(name, "split")


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
