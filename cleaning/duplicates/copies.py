"""Exact copies: one group_by, no text compared."""

import numpy as np
import numpy.typing as npt
import polars as pl

from cleaning.duplicates.sources import KEY_MARK, Rows

Numbers = npt.NDArray[np.uint32]
SCHEMA = {
    "left": pl.String,
    "right": pl.String,
    "kind": pl.String,
    "reason": pl.String,
    "ratio": pl.Float64,
}


def copies(table: pl.DataFrame, rows: Rows) -> tuple[Numbers, pl.DataFrame]:
    """One head per exact text (row numbers), and the edges from it to the others of its group.

    `table` has the hashes form, text and key of every row. Texts are equal by the frozen normal
    form or by comparison form. In a group with several keys, rows hang on the first with their
    key, and these on the head.
    """
    table = table.select("form", "text", "key").with_row_index("row")
    gone = []
    for column in ("form", "text"):
        # a head without a key would hide that two others disagree
        ranked = table.filter(pl.col(column).is_duplicated()).sort(pl.col("key") == 0, "row")
        ranked = ranked.with_columns(
            head=pl.col("row").first().over(column),
            alike=pl.col("row").first().over(column, "key"),
        )
        others = ranked.filter(pl.col("row") != pl.col("head"))
        gone.append(others)
        table = table.join(others.select("row"), on="row", how="anti", maintain_order="left")
    keyless = pl.col("key") == 0
    differ = ~keyless & (pl.col("row") == pl.col("alike"))
    pairs = (
        pl.concat(gone)
        .sort("row")
        .select(
            left=pl.when(keyless | differ).then("head").otherwise("alike"),
            right="row",
            kind=pl.when(differ).then(pl.lit("conflict")).otherwise(pl.lit("exact")),
        )
    )
    return table["row"].to_numpy(), _named(pairs, rows)


def _named(pairs: pl.DataFrame, rows: Rows) -> pl.DataFrame:
    numbers = pl.concat([pairs["left"], pairs["right"]]).unique().sort()
    names = pl.DataFrame({"row": numbers}).with_columns(
        rows.take(numbers.to_numpy(), "raw_id")["raw_id"]
    )
    against = pairs.filter(pl.col("kind") == "conflict")
    asked = pl.concat([against["left"], against["right"]]).unique().sort()
    keys = pl.DataFrame({"row": asked}).with_columns(
        rows.take(asked.to_numpy(), "key")["key"].str.replace_all(KEY_MARK, " / ", literal=True)
    )
    table = names.join(keys, on="row", how="left", maintain_order="left")
    for end in ("left", "right"):
        renamed = table.rename({"row": end, "raw_id": f"{end}_id", "key": f"{end}_key"})
        pairs = pairs.join(renamed, on=end, maintain_order="left")
    said = pl.format("keys differ: {} → {}", "left_key", "right_key")
    return pairs.select(
        left="left_id",
        right="right_id",
        kind="kind",
        reason=pl.when(pl.col("kind") == "exact").then(pl.lit("same text")).otherwise(said),
        ratio=pl.lit(1.0),
    )
