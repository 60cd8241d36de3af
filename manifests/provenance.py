"""Provenance rows: where a question was printed and what was done to it, one per record.

Numbers are whole (thousandths, pixels), since leaves hold no floats. Of a question whose answer is
withheld only what manifests.withholding lists is told.
"""

import polars as pl

from manifests import merkle, withholding

_MILLI = ("confidence", "task_confidence", "category_confidence")
COLUMNS = (
    "id", "record_sha256", "raw_id", "source", "capture", "url", "locator", "number", "boxes",
    "confidence", "changes", "notes", "flags", "cluster", "preferred", "format_rule", "task_rule",
    "task_confidence", "keywords", "category_rule", "category_confidence", "order",
    "shuffle_rule", "unit", "draw", "split", "lineage",
)  # fmt: skip
NEEDED = tuple(c for c in COLUMNS if c not in ("record_sha256", "preferred"))
_CHANGES = pl.List(
    pl.Struct({"after": pl.String, "before": pl.String, "field": pl.String, "rule": pl.String})
)
_PREFERRED = pl.List(
    pl.Struct({"raw_id": pl.String, "rule": pl.String, "source": pl.String, "strength": pl.Int32})
)


def make(
    split: pl.DataFrame,
    records: pl.DataFrame,
    sha256: pl.Series,
    dropped: pl.DataFrame,
    salt_key: bytes,
) -> pl.DataFrame:
    """Provenance of the records, in their order.

    `split` has the columns NEEDED, `dropped` those of `preferred`; a withheld answer is a null in
    `records`.
    """
    wanted = records.select("id", pl.col("answer").is_null().alias("withheld")).with_columns(sha256)
    rows = wanted.join(split, on="id", how="left", maintain_order="left")
    rows = rows.join(dropped, on="raw_id", how="left", maintain_order="left")
    shaped = rows.with_columns(
        _hashed(rows),
        pl.col("preferred").fill_null(pl.lit([], dtype=_PREFERRED)),
        pl.col("boxes").list.eval(
            pl.struct(
                pl.element().struct.field(name).round().cast(pl.Int32).alias(name)
                for name in ("page", "x0", "x1", "y0", "y1")
            )
        ),
        *(pl.col(name).mul(1000).round().cast(pl.Int32).alias(name) for name in _MILLI),
    )
    return withholding.hide(shaped, salt_key).select(sorted(COLUMNS))


def _hashed(rows: pl.DataFrame) -> pl.Series:
    """The changes of each row with digests in place of texts."""
    flat = rows.select("changes").with_row_index("row")
    flat = flat.filter(pl.col("changes").list.len() > 0).explode("changes").unnest("changes")
    hashed = flat.with_columns(
        merkle.digests(flat[side]).alias(side) for side in ("after", "before")
    )
    fields = ("after", "before", "field", "rule")
    lists = hashed.group_by("row", maintain_order=True).agg(pl.struct(fields).alias("made"))
    joined = (
        rows.with_row_index("row")
        .select("row")
        .join(lists, on="row", how="left", maintain_order="left")
    )
    empty = pl.lit([], dtype=_CHANGES)
    return joined.select(pl.col("made").cast(_CHANGES).fill_null(empty).alias("changes"))["changes"]


def preferred(decisions: pl.DataFrame) -> pl.DataFrame:
    """For each raw question that others were dropped for: which, by what rule, how alike.

    `decisions` has the columns of manifests.decisions; columns raw_id and preferred come out.
    """
    return (
        decisions.filter(pl.col("counterpart") != "", pl.col("stage") == "unique")
        .sort("parent")
        .group_by("counterpart", maintain_order=True)
        .agg(
            pl.struct(
                pl.col("parent").alias("raw_id"),
                pl.col("rule"),
                pl.col("source"),
                pl.col("strength"),
            ).alias("preferred")
        )
        .rename({"counterpart": "raw_id"})
        .cast({"preferred": _PREFERRED})
    )
