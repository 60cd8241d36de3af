"""Which units the reserve may take, and which first.

What is reserved must not be told by what is missing: whole papers go, not single pages of one, and
no subject goes altogether, since a card without it would name it.
"""

import polars as pl

_SUBJECT = ("exam", "subject")
_PAGE = r"^(https?://.*?)_\d{1,3}(\.s?html?)$"  # 414275_2.html is a page of 414275.html


def papers(rows: pl.DataFrame) -> pl.DataFrame:
    """Columns group and capture: the paper that each question's page is of (by its address)."""
    web = rows.filter(pl.col("url").str.starts_with("http"))
    address = pl.col("url").str.replace(_PAGE, "$1$2")
    return web.select("group", pl.concat_str(pl.lit("paper "), address).alias("capture"))


def with_turns(rows: pl.DataFrame, turn: str, unpublished: tuple[str, ...]) -> pl.DataFrame:
    """The rows with `reserve_turn`: the order of `turn`, units of unpublished sources first.

    A unit counts as unpublished where all its questions are of sources named so.
    """
    hidden = pl.col("source").is_in(list(unpublished)).all().over(turn)
    places = rows.select(pl.col(turn), (~hidden).alias("shown")).unique().sort("shown", turn)
    order = places.with_row_index("reserve_turn").select(turn, "reserve_turn")
    return rows.join(order, on=turn, how="left", maintain_order="left")


def spared(rows: pl.DataFrame) -> pl.Series:
    """The `reserve_turn` of units that stay public: of each subject the last that is drawn.

    A subject with a question in another split already needs none.
    """
    shown = rows.filter(pl.col("split").is_not_null() & (pl.col("split") != "reserved"))
    open_ = rows.filter(pl.col("split").is_null())
    bare = open_.join(shown.select(_SUBJECT).unique(), on=_SUBJECT, how="anti")
    return bare.group_by(_SUBJECT).agg(pl.col("reserve_turn").max())["reserve_turn"].unique()


def emptying(rows: pl.DataFrame, turns: list[int]) -> pl.Series:
    """Of the units to be reserved those without which no subject would be reserved whole."""
    mine = pl.col("reserve_turn").is_in(pl.Series(turns, dtype=pl.UInt32).implode())
    subjects = rows.group_by(_SUBJECT).agg(
        (mine | (pl.col("split") == "reserved").fill_null(value=False)).all().alias("gone"),
        pl.col("reserve_turn").filter(mine).max(),
    )
    return subjects.filter("gone")["reserve_turn"].drop_nulls().unique()
