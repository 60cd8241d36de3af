"""What the questions of an earlier version are called now."""

from pathlib import Path

import polars as pl

from cpsyexam import chain
from cpsyexam.stage import scan


def followed(old: pl.DataFrame, heirs: pl.DataFrame, present: pl.Series) -> pl.DataFrame:
    """Records with `now`, the id that each has, null where it left; and whether it `merged` into
    another that has gone on.
    """
    name, now = (pl.col(column).is_in(present.implode()) for column in ("name", "now"))
    here = heirs.filter(now & ~name).sort("name", "now")
    here = here.unique("name", keep="first", maintain_order=True).rename({"name": "id"})
    old = old.join(here, on="id", how="left", maintain_order="left")
    stays = pl.col("id").is_in(present.implode())
    old = old.with_columns(pl.when(stays).then("id").otherwise("now").alias("now"))
    several = old.filter(pl.col("now").is_not_null() & pl.col("now").is_duplicated())
    # a text that stayed goes on as itself
    first = several.sort(pl.col("id") != pl.col("now"), "id").unique(
        "now", keep="first", maintain_order=True
    )
    merged = several.join(first, on="id", how="anti")["id"]
    return old.with_columns(merged=pl.col("id").is_in(merged.implode()))


def heirs_of(build: Path) -> pl.DataFrame:
    """Columns name, now: the ids that public questions of a build have had, and have."""
    public = scan(build, chain.CHAIN.last).filter(pl.col("split") != "reserved")
    names = scan(build, "split/names").filter(pl.col("name").str.starts_with("q"))
    return (
        names.join(public.select("lineage", now="id"), on="lineage").select("name", "now").collect()
    )
