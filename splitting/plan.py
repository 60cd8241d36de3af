"""The plan: quotas and what was got per stratum, and every problem with what was done."""

import polars as pl

from cpsyexam.taxonomy import SPLITS
from splitting.strata import KEYS

DRAWN = ("test", "reserved", "dev")
PROBLEM = {
    "task": pl.String,
    "exam": pl.String,
    "subject": pl.String,
    "format": pl.String,
    "split": pl.String,
    "problem": pl.String,
    "done": pl.String,
}


def words(*parts: str) -> pl.Expr:
    """Texts and columns joined: a part with a blank or sign is text, a name is a column."""
    return pl.concat_str(
        pl.col(p).cast(pl.String) if p.isidentifier() else pl.lit(p) for p in parts
    )


def capped(quotas: pl.DataFrame) -> pl.DataFrame:
    """Strata that could not give the even share of their pool."""
    share = pl.col("test_quota").max().over("pool", "format")
    small = quotas.with_columns(share.alias("share")).filter(pl.col("test_quota") < share - 1)
    return small.select(
        *KEYS[1:],
        pl.lit("test").alias("split"),
        words("population", " questions, the even share is ", "share").alias("problem"),
        words("gives ", "test_quota", ", the others share the rest").alias("done"),
    )


def missed(plan: pl.DataFrame) -> pl.DataFrame:
    """Strata whose split differs from its quota, since units are never torn."""
    parts = []
    for split in DRAWN:
        got, quota = pl.col(split), pl.col(f"{split}_quota")
        parts.append(
            plan.filter(got != quota).select(
                *KEYS[1:],
                pl.lit(split).alias("split"),
                words("quota ", f"{split}_quota", ", units do not add up to it").alias("problem"),
                words(split, " taken").alias("done"),
            )
        )
    return pl.concat(parts)


def tally(quotas: pl.DataFrame, rows: pl.DataFrame) -> pl.DataFrame:
    """Quotas with the number of questions in each split (`rows`: columns stratum, split)."""
    counts = rows.group_by("stratum").agg(
        [(pl.col("split") == s).sum().cast(pl.Int64).alias(s) for s in SPLITS]
    )
    return quotas.join(counts, on="stratum", how="left").sort("stratum")


def annotate(plan: pl.DataFrame, problems: pl.DataFrame) -> pl.DataFrame:
    """The plan with column `note`: its stratum's problems, joined."""
    text = words("split", ": ", "problem", ", ", "done").str.join("; ")
    notes = problems.group_by(KEYS[1:], maintain_order=True).agg(text.alias("note"))
    return (
        plan.join(notes, on=KEYS[1:], how="left")
        .with_columns(pl.col("note").fill_null(""))
        .drop("stratum")
        .sort(KEYS)
    )
