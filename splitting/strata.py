"""Strata (cells of a quota) and units (sets of questions that share one split)."""

import polars as pl

from cpsyexam.keyed import keyed_digests
from cpsyexam.taxonomy import cases

KEYS = ("pool", "task", "exam", "subject", "format")


def with_stratum(frame: pl.DataFrame) -> pl.DataFrame:
    """Questions with `pool` and the stratum's own `cell_exam` and `cell_subject`.

    Knowledge choice questions: pool = exam, cell = subject. Case tasks: one pool each, cells are
    the categories. Open knowledge questions: one pool `QA`, cells are the exams, since few subjects
    have enough of them.
    """
    case = pl.col("task").is_in(cases())
    open_ = pl.col("format") == "QA"
    return frame.with_columns(
        pl.when(case)
        .then("task")
        .when(open_)
        .then(pl.lit("QA"))
        .otherwise(pl.col("exam"))
        .alias("pool"),
        pl.when(case).then(pl.lit("all")).otherwise(pl.col("exam")).alias("cell_exam"),
        pl.when(case)
        .then(pl.col("category"))
        .when(open_)
        .then(pl.lit("*"))
        .otherwise(pl.col("subject"))
        .alias("cell_subject"),
    )


def count(frame: pl.DataFrame, weight: pl.Expr | None = None) -> pl.DataFrame:
    """Population per stratum: KEYS and `population`, sorted (needs the columns of with_stratum).

    `weight` sums to the population where rows are not single questions.
    """
    size = pl.len() if weight is None else weight
    return (
        frame.group_by(
            "pool",
            "task",
            pl.col("cell_exam").alias("exam"),
            pl.col("cell_subject").alias("subject"),
            "format",
        )
        .agg(size.cast(pl.Int64).alias("population"))
        .sort(KEYS)
    )


def keyed_order(names: pl.Series, key: bytes) -> pl.DataFrame:
    """Columns name, draw, turn of the units named, each once; `turn` counts in draw order.

    The draw is HMAC-SHA256 of the name under the split key, as hex (RFC 2104).
    """
    unique = names.unique()
    drawn = keyed_digests(key, unique.to_list())
    units = pl.DataFrame({"name": unique, "draw": pl.Series(drawn, dtype=pl.String)})
    return units.sort("draw").with_row_index("turn")


def join_pages(frame: pl.DataFrame, pages: pl.DataFrame) -> pl.DataFrame:
    """Columns `group`, `block`: groups joined wherever they meet on a page.

    `frame` has group and capture, `pages` further pairs of group and capture (of duplicates that
    were dropped). A block is named by its least group. Method: labels spread along shared pages
    to a fixed point, halving distances by label hopping.
    """
    pairs = pl.concat([frame.select("group", "capture"), pages.select("group", "capture")])
    pairs = pairs.filter(pl.col("capture") != "").unique()
    labels = frame.select("group").unique().with_columns(pl.col("group").alias("block"))
    while True:
        by_page = (
            pairs.join(labels, on="group")
            .group_by("capture")
            .agg(pl.col("block").min().alias("least"))
        )
        nearest = pairs.join(by_page, on="capture").group_by("group").agg(pl.col("least").min())
        moved = labels.join(nearest, on="group", how="left").select(
            "group", pl.min_horizontal("block", pl.col("least")).alias("block")
        )
        hops = moved.rename({"group": "block", "block": "hop"})
        moved = moved.join(hops, on="block", how="left").select(
            "group", pl.col("hop").alias("block")
        )
        moved = moved.sort("group")
        if moved.equals(labels):
            return moved
        labels = moved


def straddling(rows: pl.DataFrame, by: str) -> pl.DataFrame:
    """Values of column `by` that stand in more than one split, with those splits."""
    pairs = rows.select(by, "split").unique()
    twice = pairs.filter(pl.col(by).is_duplicated())
    return twice.group_by(by).agg(pl.col("split").sort().alias("splits")).sort(by)


def shared_captures(rows: pl.DataFrame) -> pl.DataFrame:
    """Captures that hold both reserved and public questions."""
    reserved = (pl.col("split") == "reserved").alias("reserved")
    return (
        rows.filter(pl.col("capture") != "")
        .group_by("capture")
        .agg(reserved.any().alias("some"), reserved.all().alias("all"))
        .filter(pl.col("some") & ~pl.col("all"))
        .select("capture")
        .sort("capture")
    )
