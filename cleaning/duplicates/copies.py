"""Clusters of plain copies, all at once: no contradiction in them, and nothing kept apart.

Most clusters are such. The rule that chooses winners is that of `cleaning.duplicates.resolution`.
"""

import polars as pl

from cpsyexam.components import least_joined

RANK = ("keyless", "unexplained", "size", "order", "name")  # the winner's come first


def parts(pairs: pl.DataFrame) -> pl.DataFrame:
    """Columns `name` and `part` of all names in pairs (columns left, right) that hang together."""
    names = pl.concat([pairs["left"], pairs["right"]]).unique().sort().alias("name")
    at = names.to_frame().with_row_index("at")
    ends = (
        pairs.select(pl.col(end).alias("name")).join(
            at, on="name", how="left", maintain_order="left"
        )["at"]
        for end in ("left", "right")
    )
    left, right = (end.to_numpy() for end in ends)
    found = least_joined(left, right, len(names))
    return pl.DataFrame([names, pl.Series("part", found, dtype=pl.Int64)])


def plain_fates(edges: pl.DataFrame, ranks: pl.DataFrame) -> pl.DataFrame:
    """Cluster and fate of every name in edges of the kinds exact and near, a row a name.

    `ranks` has the columns RANK. Columns: raw_id, cluster, rule, detail, counterpart, strength.
    """
    members = parts(edges).join(ranks, on="name").sort("part", *RANK)
    members = members.with_columns(winner=pl.col("name").first().over("part"))
    same = parts(edges.filter(pl.col("kind") == "exact")).rename({"part": "text"})
    members = members.select("name", "winner").join(same, on="name", how="left")
    texts = same.rename({"name": "winner", "text": "winning"})
    members = members.join(texts, on="winner", how="left")
    equal = pl.col("text").eq(pl.col("winning")).fill_null(value=False)
    told = members.join(_strongest(edges, members), on="name", how="left")
    loses = pl.col("name") != pl.col("winner")
    rule = pl.when(equal).then(pl.lit("exact_duplicate")).otherwise(pl.lit("near_duplicate"))
    detail = pl.when(equal).then(pl.lit("same text")).otherwise("reason")
    nothing = pl.lit("")
    return told.select(
        raw_id="name",
        cluster="winner",
        rule=pl.when(loses).then(rule).otherwise(nothing),
        detail=pl.when(loses).then(detail).otherwise(nothing),
        counterpart=pl.when(loses).then("winner").otherwise(nothing),
        strength=pl.when(loses).then(pl.when(equal).then(1.0).otherwise("ratio")),
    )


def _strongest(edges: pl.DataFrame, members: pl.DataFrame) -> pl.DataFrame:
    """The edge of each name that says most: to the winner, else the likest (reason, ratio)."""
    one = edges.select("left", "right", "reason", "ratio", name="left", other="right")
    two = edges.select("left", "right", "reason", "ratio", name="right", other="left")
    own = pl.concat([one, two]).join(members.select("name", "winner"), on="name")
    own = own.with_columns(won=pl.col("other") == pl.col("winner"))
    order = ("name", "won", "ratio", "left", "right")
    ranked = own.sort(*order, descending=[False, True, True, True, True])
    return ranked.unique("name", keep="first", maintain_order=True).select(
        "name", "reason", "ratio"
    )
