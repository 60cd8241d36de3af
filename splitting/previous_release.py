"""Splits of an earlier version, given as a plain table."""

from pathlib import Path

import polars as pl

from cpsyexam.errors import ConfigError
from cpsyexam.lineage import Lineages, of_splits
from cpsyexam.taxonomy import SPLITS


def read_previous(path: Path) -> Lineages:
    """Lineages of a table with id (or raw_id) and split, from Parquet or CSV.

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
    return of_splits(found.select(name, "split"))
