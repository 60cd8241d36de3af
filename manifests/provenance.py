"""Provenance rows: where a question was printed and what was done to it, one per record.

Numbers are whole (thousandths, pixels), since leaves hold no floats. Of a question whose answer is
withheld only what manifests.withholding lists is told.
"""

import polars as pl

from manifests import merkle, withholding

_MILLI = ("confidence", "task_confidence", "category_confidence")
COLUMNS = (
    "id", "record_sha256", "raw_id", "source", "capture", "url", "locator", "number", "boxes",
    "confidence", "changes", "notes", "flags", "cluster", "format_rule", "task_rule",
    "task_confidence", "keywords", "category_rule", "category_confidence", "order",
    "shuffle_rule", "unit", "draw", "split", "lineage",
)  # fmt: skip
NEEDED = tuple(c for c in COLUMNS if c != "record_sha256")
_SIDES = ("after", "before")
_CHANGES = pl.List(
    pl.Struct({"after": pl.String, "before": pl.String, "field": pl.String, "rule": pl.String})
)


def make(
    split: pl.DataFrame,
    records: pl.DataFrame,
    sha256: pl.Series,
    salt_key: bytes,
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Provenance of the records, in their order; and id, changes with the digests as they are.

    `split` has the columns NEEDED; a withheld answer is a null in `records`. Digests of texts that
    changed are sealed, for a text before may hold an answer, or the question beside it. Copies that
    were dropped for a question stand among the decisions: a new one changes no row of old ones.
    """
    wanted = records.select("id", pl.col("answer").is_null().alias("withheld")).with_columns(sha256)
    rows = wanted.join(split, on="id", how="left", maintain_order="left")
    plain, changes = _hashed(rows, salt_key)
    shaped = rows.with_columns(
        changes,
        pl.col("boxes").list.eval(
            pl.struct(
                pl.element().struct.field(name).round().cast(pl.Int32).alias(name)
                for name in ("page", "x0", "x1", "y0", "y1")
            )
        ),
        *(pl.col(name).mul(1000).round().cast(pl.Int32).alias(name) for name in _MILLI),
    )
    made = withholding.hide(shaped, salt_key).select(sorted(COLUMNS))
    return made, rows.select("id", plain)


def _hashed(rows: pl.DataFrame, salt_key: bytes) -> tuple[pl.Series, pl.Series]:
    """The changes of each row with digests in place of texts: as they are, and sealed."""
    flat = rows.select("id", "changes").with_row_index("row")
    flat = flat.filter(pl.col("changes").list.len() > 0).explode("changes").unnest("changes")
    plain = flat.with_columns(merkle.digests(flat[side]).alias(side) for side in _SIDES)
    sealed = plain.with_columns(
        pl.Series(side, _sealed(plain, side, salt_key), dtype=pl.String) for side in _SIDES
    )
    return _listed(rows, plain), _listed(rows, sealed)


def changed_otherwise(rows: pl.DataFrame, salt_key: bytes) -> list[str]:
    """Ids of rows (id, plain, changes) whose sealed digests are not over the plain ones.

    A question whose answer is withheld shows none.
    """
    flat = rows.with_row_index("row").filter(pl.col("changes").list.len() > 0)
    told = flat.select("row", "id", "changes").explode("changes").unnest("changes")
    told = told.filter(pl.col("before") != "")
    plain = flat.filter(pl.col("row").is_in(told["row"].implode()))
    plain = plain.select("row", "id", "plain").explode("plain").unnest("plain")
    if plain.height != told.height:
        return told["id"].to_list()
    odd = pl.Series([False], dtype=pl.Boolean).new_from_index(0, told.height)
    for side in _SIDES:
        odd |= told[side].ne_missing(pl.Series(_sealed(plain, side, salt_key), dtype=pl.String))
    return told["id"].filter(odd).to_list()


def _sealed(plain: pl.DataFrame, side: str, salt_key: bytes) -> list[str]:
    """The sealed digests of changes (columns row, id, `side`), from the plain ones."""
    number = pl.int_range(pl.len()).over("row")
    names = plain.select(pl.format(f"change/{{}}/{{}}/{side}", "id", number))
    return merkle.sealed(salt_key, names.to_series().to_list(), plain[side].to_list())


def _listed(rows: pl.DataFrame, hashed: pl.DataFrame) -> pl.Series:
    fields = ("after", "before", "field", "rule")
    lists = hashed.group_by("row", maintain_order=True).agg(pl.struct(fields).alias("made"))
    joined = (
        rows.with_row_index("row")
        .select("row")
        .join(lists, on="row", how="left", maintain_order="left")
    )
    empty = pl.lit([], dtype=_CHANGES)
    return joined.select(pl.col("made").cast(_CHANGES).fill_null(empty).alias("changes"))["changes"]
