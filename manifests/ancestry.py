"""Lineages in the folders of a release: all in the reserve, of public questions their earlier ids.

The tables of stage `split` say it without versions; here they get that of the release.
"""

from pathlib import Path

import polars as pl

from cpsyexam import stage
from cpsyexam.files import write_frame
from cpsyexam.lineage import PLACE, TABLES
from cpsyexam.release import ReleaseSpec
from cpsyexam.taxonomy import SPLITS

TABLE = "provenance/lineage.parquet"  # in a release: lineage, id, since


def write(spec: ReleaseSpec, split: pl.DataFrame) -> None:
    """Write the tables into the reserve, and the earlier public ids of public questions (TABLE).

    `split` has id, lineage and split. `since` is the first version in which a lineage was, or an
    id stood.
    """
    this = pl.lit(spec.version)
    questions = stage.read(spec.build, "split/lineages")
    here = pl.col("lineage").is_in(split["lineage"].implode())
    questions = questions.with_columns(
        pl.col("since").fill_null(this), pl.when(here).then(this).otherwise("until").alias("until")
    )
    names = stage.read(spec.build, "split/names").with_columns(pl.col("since").fill_null(this))
    texts = stage.read(spec.build, "split/texts")
    for name, table in zip(TABLES, (questions, names, texts), strict=True):
        write_frame(spec.private / PLACE / f"{name}.parquet", table)
    public = split.filter(pl.col("split") != SPLITS[-1]).select("lineage", now="id")
    ids = names.filter("shown", pl.col("name").str.starts_with("q")).join(public, on="lineage")
    ids = ids.filter(pl.col("name") != pl.col("now")).select("lineage", "since", id="name")
    write_frame(spec.public / TABLE, ids.select("lineage", "id", "since").sort("id", "lineage"))


def held_rows(build: Path) -> set[str]:
    """The raw_ids of what is reserved, or was when it was last in a version: none is told of."""
    reserved = stage.read(build, "split/lineages").filter(pl.col("split") == SPLITS[-1])
    names = stage.read(build, "split/names").filter(pl.col("name").str.starts_with("r"))
    return set(names.join(reserved, on="lineage", how="semi")["name"])
