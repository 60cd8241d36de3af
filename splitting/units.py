"""Units: the sets of questions that share one split, and their keyed draws."""

import hmac

import polars as pl


def number(names: pl.Series, key: bytes) -> pl.DataFrame:
    """Columns name, draw, turn of the units named, each once; `turn` counts in draw order.

    The draw is HMAC-SHA256 of the name under the split key, as hex (RFC 2104).
    """
    unique = names.unique()
    drawn = [hmac.digest(key, name.encode(), "sha256").hex() for name in unique.to_list()]
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
