"""The parts that questions keep from earlier versions, and which must leave for it.

A unit has the part that shows least of those that its questions had or are near copies of. What was
public and would be one unit with the reserve leaves the release, never the other way round; so does
a question of the reserve whose very text a version has published.
"""

import polars as pl

from cpsyexam.lineage import RANK, Schema
from cpsyexam.taxonomy import SPLITS

RULE = "withdrawn"
MEANING = "an earlier version had it in a part that it cannot stay in"
MET = "stood in a public part, and is now one question or unit with the reserve"
SHOWN = "is of the reserve, and its present text stood in a public part"
PAGE = "its page would be both reserved and public"
SETTLED: Schema = {
    "raw_id": pl.String,
    "split": pl.String,  # that it keeps, null where it is free
    "leaves": pl.String,  # why it must, "" where it stays
    "merged": pl.String,  # the parts that its unit had before, where they were several, else ""
}
_HELD = RANK[SPLITS[-1]]


def settle(rows: pl.DataFrame, *, pages: bool) -> pl.DataFrame:
    """Columns SETTLED for rows with raw_id, group, capture, own, near and shown.

    With `pages` no page is both reserved and public: what is new on a reserved page is reserved; of
    what was public there and what was reserved the fewer leave.
    """
    rows = rows.with_columns(
        *(pl.col(n).replace_strict(RANK, return_dtype=pl.Int8).alias(n) for n in ("own", "near")),
        torn=pl.lit(value=False),  # leaves for its page's sake
    )
    while True:
        rows = _by_unit(rows)
        changed = _by_page(rows) if pages else rows
        if changed.equals(rows):
            break
        rows = changed
    names = dict(enumerate(SPLITS))
    parts = rows.select("group", "own").drop_nulls().unique().sort("own")
    several = parts.filter(pl.col("group").is_duplicated())
    words = pl.col("own").replace_strict(names, return_dtype=pl.String).str.join("+")
    merged = several.group_by("group", maintain_order=True).agg(words.alias("merged"))
    split = pl.col("unit").replace_strict(names, return_dtype=pl.String)
    settled = rows.join(merged, on="group", how="left", maintain_order="left")
    settled = settled.with_columns(split.alias("split"), pl.col("merged").fill_null(""))
    return settled.select(*SETTLED)


def _by_unit(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows with `unit`, the rank of the part that their unit has, and `leaves`."""
    unit = pl.max_horizontal("own", "near").max().over("group")
    reserved = (unit == _HELD).fill_null(value=False)
    met = reserved & (pl.col("own") < _HELD).fill_null(value=False)
    known = reserved & pl.col("shown")
    why = pl.when("torn").then(pl.lit(PAGE)).when(met).then(pl.lit(MET))
    leaves = why.when(known).then(pl.lit(SHOWN)).otherwise(pl.lit(""))
    return rows.with_columns(unit=unit, leaves=leaves)


def _by_page(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows, where a page is both: `near` of free ones reserved, others torn from it."""
    stays = (pl.col("leaves") == "") & (pl.col("capture") != "")
    held = stays & (pl.col("unit") == _HELD).fill_null(value=False)
    open_ = stays & ~held
    settled = open_ & pl.col("unit").is_not_null()
    before = open_ & pl.col("own").is_not_null()
    mixed = held.any().over("capture") & open_.any().over("capture")
    public = mixed & (before.sum().over("capture") > held.sum().over("capture"))
    torn = mixed & ((public & held) | (~public & settled))
    return rows.with_columns(
        pl.when(mixed & ~public & open_ & ~settled).then(_HELD).otherwise("near").alias("near"),
        torn=pl.col("torn") | torn,
    )
