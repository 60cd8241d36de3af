"""Findings in pairs of questions: copies, leaks between splits and banks, contradictions."""

import polars as pl

from cleaning.duplicates import find_edges

FOUND = {
    "raw_id": pl.String,
    "family": pl.String,
    "rule": pl.String,
    "detail": pl.String,
    "other": pl.String,
    "strength": pl.Float64,
}
_COPIES = pl.col("kind").is_in(["exact", "near"])
_CROSS_BANK = pl.col("source") != pl.col("other_source")
_CROSS_SPLIT = (
    ~_CROSS_BANK
    & (pl.col("split") != pl.col("other_split"))
    & (pl.col("split") != "")
    & (pl.col("other_split") != "")
)


def scan(questions: pl.DataFrame) -> pl.DataFrame:
    """Findings (columns FOUND): one per pair, named by its right end, `other` is the left.

    Needs raw_id, source, split, material, stem, options, answer (positions), reference. A pair in
    two splits or two banks is a leak; else copies are duplicates. The family of a pair that
    disagrees on the key is `conflict`, and a `leak` as well where it crosses.
    """
    edges = find_edges(questions)
    place = questions.select("raw_id", "source", "split")
    pairs = edges.join(place, left_on="right", right_on="raw_id", maintain_order="left").join(
        place.rename({"source": "other_source", "split": "other_split"}),
        left_on="left",
        right_on="raw_id",
        maintain_order="left",
    )
    crossing = (
        pl.when(_CROSS_BANK)
        .then(pl.lit("across_banks"))
        .when(_CROSS_SPLIT)
        .then(pl.lit("across_splits"))
        .otherwise(pl.lit(""))
    )
    pairs = pairs.with_columns(crossing.alias("crossing"))
    copies = pairs.filter(_COPIES & (pl.col("crossing") == ""))
    return pl.concat(
        [
            _shape(copies, "duplicate", pl.col("kind") + "_copy"),
            _shape(
                pairs.filter(
                    (_COPIES | (pl.col("kind") == "conflict")) & (pl.col("crossing") != "")
                ),
                "leak",
                pl.lit("copy_") + pl.col("crossing"),
            ),
            _shape(
                pairs.filter((pl.col("kind") == "sibling") & (pl.col("crossing") != "")),
                "leak",
                pl.lit("case_") + pl.col("crossing"),
            ),
            _shape(
                pairs.filter(pl.col("kind") == "conflict"), "conflict", pl.lit("contradictory_keys")
            ),
            _shape(pairs.filter(pl.col("kind") == "review"), "doubt", pl.lit("possible_copy")),
        ]
    )


def _shape(pairs: pl.DataFrame, family: str, rule: pl.Expr) -> pl.DataFrame:
    ends = {"across_splits": ("other_split", "split"), "across_banks": ("other_source", "source")}
    places = pl.lit("")
    for crossing, (one, two) in ends.items():
        said = pl.lit(" (") + pl.col(one) + " / " + pl.col(two) + ")"
        places = pl.when(pl.col("crossing") == crossing).then(said).otherwise(places)
    return pairs.select(
        pl.col("right").alias("raw_id"),
        pl.lit(family).alias("family"),
        rule.alias("rule"),
        (pl.col("reason") + places).alias("detail"),
        pl.col("left").alias("other"),
        pl.col("ratio").alias("strength"),
    )
