"""Strata: the cells over which a quota is spread."""

import polars as pl

KEYS = ("pool", "task", "exam", "subject", "format")


def with_stratum(frame: pl.DataFrame) -> pl.DataFrame:
    """Questions with `pool` and the stratum's own `cell_exam` and `cell_subject`.

    Knowledge choice questions: pool = exam, cell = subject. Case analysis: one pool `CA`, cells are
    the categories. Open knowledge questions: one pool `QA`, cells are the exams, since few subjects
    have enough of them.
    """
    case = pl.col("task") == "CA"
    open_ = pl.col("format") == "QA"
    return frame.with_columns(
        pl.when(case)
        .then(pl.lit("CA"))
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
