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
    """Strata that could not give their share (of an even spread, less one for the rounding)."""
    small = quotas.filter(pl.col("test_quota") < pl.col("wanted") - 1)
    return small.select(
        *KEYS[1:],
        pl.lit("test").alias("split"),
        words(
            "share ", "wanted", " of ", "population", " questions leaves too few for the reserve"
        ).alias("problem"),
        words("gives ", "test_quota").alias("done"),
    )


def short_pools(quotas: pl.DataFrame) -> pl.DataFrame:
    """Pools that cannot give their test quota, however it is shared out."""
    by = ["pool", "task", "exam", "format"]
    exam = pl.when(pl.col("pool") == "QA").then(pl.lit("all")).otherwise("exam").alias("exam")
    totals = (
        quotas.with_columns(exam)
        .group_by(by)
        .agg(pl.col("asked").first(), pl.col("test_quota").sum().alias("given"))
    )
    return (
        totals.filter(pl.col("given") < pl.col("asked"))
        .sort(by)
        .select(
            "task",
            "exam",
            pl.lit("*").alias("subject"),
            "format",
            pl.lit("test").alias("split"),
            words("the pool has a quota of ", "asked").alias("problem"),
            words("gives ", "given", ", all that it can").alias("done"),
        )
    )


def thin(quotas: pl.DataFrame, min_train: int) -> pl.DataFrame:
    """Strata that give a question to test or the reserve though `min_train` does not stay."""
    gives = pl.col("test_quota") + pl.col("reserved_quota") > 0
    small = quotas.filter((pl.col("keep") < min_train) & gives)
    return small.select(
        *KEYS[1:],
        pl.lit("train").alias("split"),
        words("population", " questions, as all of the pool too few for ")
        .add(pl.lit(f"min_train = {min_train}"))
        .alias("problem"),
        pl.lit("gives one").alias("done"),
    )


def missed(plan: pl.DataFrame, reserve_unit: str) -> pl.DataFrame:
    """Strata whose split differs from its quota, since units are never torn."""
    pages = reserve_unit == "page"
    parts = []
    for split in DRAWN:
        got, quota = pl.col(split), pl.col(f"{split}_quota")
        less = ", units do not add up to it"
        more = less
        if pages and split == "reserved":
            less = ", whole pages do not add up to it"
            more = ", whole pages taken for the pool hold more"
        elif pages:
            less = ", units outside the pages of the reserve do not add up to it"
            more = ", more for other strata of the pool" + " or as exemplars" * (split == "dev")
        reason = pl.when(got > quota).then(pl.lit(more)).otherwise(pl.lit(less))
        parts.append(
            plan.filter(got != quota).select(
                *KEYS[1:],
                pl.lit(split).alias("split"),
                words("quota ", f"{split}_quota").add(reason).alias("problem"),
                words(split, " taken").alias("done"),
            )
        )
    return pl.concat(parts)


def missed_pools(plan: pl.DataFrame) -> pl.DataFrame:
    """Exams and formats whose reserve differs from the sum of its quotas: pages stay whole."""
    by = ["task", "exam", "format"]
    sums = pl.col("reserved", "reserved_quota").sum()
    totals = plan.group_by(by).agg(sums, pl.len().alias("strata")).sort(by)
    off = pl.col("reserved") != pl.col("reserved_quota")
    return totals.filter(off & (pl.col("strata") > 1)).select(
        "task",
        "exam",
        pl.lit("*").alias("subject"),
        "format",
        pl.lit("reserved").alias("split"),
        words("quota ", "reserved_quota", ", no further page comes nearer").alias("problem"),
        words("reserved", " taken").alias("done"),
    )


def bent(plan: pl.DataFrame, min_train: int) -> pl.DataFrame:
    """Strata of which whole pages left train fewer than `min_train` (or one, of a small one)."""
    short = plan.filter(
        (pl.col("reserved") > pl.col("reserved_quota"))
        & (pl.col("population") - pl.col("reserved") < pl.col("keep"))
    )
    kept = pl.col("population") - pl.col("reserved")
    return short.select(
        *KEYS[1:],
        pl.lit("reserved").alias("split"),
        pl.lit(f"its pages leave less than min_train = {min_train}").alias("problem"),
        pl.concat_str(kept.cast(pl.String), pl.lit(" stay public")).alias("done"),
    )


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
        .drop("stratum", "asked", "wanted", "keep", "even")
        .sort(KEYS)
    )
