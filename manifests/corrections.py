"""What people decided, for readers of a release: who changed what of a question, when and why.

Table `decisions` of stage `reviewed` + the split → one row a decision that was applied. What
concerns a reserved question stays private; of a question whose answer is withheld only that it was
decided on is told, since a reason may name the answer.
"""

from pathlib import Path

import polars as pl

from cpsyexam import stage
from manifests.withholding import pseudonym

COLUMNS = ("decision", "id", "verdict", "fields", "by", "when", "why", "evidence")
_TOLD = ("fields", "by", "when", "why", "evidence")


def gather(
    build: Path, split: pl.DataFrame, reserved: set[str], salt_key: bytes
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Applied decisions with COLUMNS, the public and the private ones, sorted by decision.

    `id` is the question's in this release, or, where it is gone, the one it was decided by.
    `split` has raw_id, also, id and split; `reserved` are the raw_ids of what is reserved, or was
    before it left the release; with a `salt_key` the answers of
    test are withheld: reasons for its questions are left out, decisions go under a pseudonym.
    """
    told = stage.read(build, "reviewed/decisions").filter(pl.col("status") == "applied")
    copies = split.select("id", "split", pl.concat_list("raw_id", "also").alias("raw_id"))
    owners = copies.explode("raw_id").unique("raw_id")
    known = told.select("decision", pl.col("raw_ids").alias("raw_id")).explode("raw_id")
    found = (
        known.join(owners, on="raw_id")
        .group_by("decision")
        .agg(pl.col("id").min().alias("now"), pl.col("split").unique().alias("splits"))
    )
    rows = told.join(found, on="decision", how="left").with_columns(
        pl.coalesce("now", "id").alias("id"),
        pl.col("splits").fill_null([]),
        pl.col("changes").list.eval(pl.element().struct.field("field")).alias("fields"),
    )
    mine = pl.Series(sorted(reserved), dtype=pl.String).implode()
    left = pl.col("raw_ids").list.eval(pl.element().is_in(mine)).list.any()
    held = pl.col("splits").list.contains("reserved") | left
    public = rows.filter(~held)
    if salt_key:
        tested = pl.col("splits").list.contains("test")
        blank = {"fields": pl.lit([], pl.List(pl.String))}
        public = public.with_columns(
            pl.when(tested).then(blank.get(name, pl.lit(""))).otherwise(name).alias(name)
            for name in _TOLD
        )
        hidden = [pseudonym(one, salt_key) for one in public["decision"]]
        named = pl.when(tested).then(pl.Series(hidden, dtype=pl.String)).otherwise("decision")
        public = public.with_columns(named.alias("decision"))
    return _shaped(public), _shaped(rows.filter(held))


def _shaped(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.select(COLUMNS).sort("decision")
