"""Task: knowledge (KG) or case analysis (CA), by weighted keywords."""

import polars as pl

from labeling import keywords as kw

FILE = "task.toml"


def judge(frame: pl.DataFrame) -> pl.DataFrame:
    """Columns task, task_score, task_confidence (0.5 to 1), task_unsure, keywords.

    `frame` has material and stem. The confidence is the logistic of the distance to the threshold.
    """
    words = kw.keywords(FILE)
    text = frame.select(
        kw.normal(pl.concat_str("material", "stem", separator="\n").str.strip_chars()).alias("text")
    )["text"]
    found = kw.hits(text, words)
    threshold = float(kw.table(FILE)["threshold"])
    low, high = kw.table(FILE)["unsure"]
    scored = pl.DataFrame([kw.score(found, words), kw.matched(found, words)])
    distance = (pl.col("score") - threshold).abs() * 2
    return scored.select(
        pl.when(pl.col("score") >= threshold)
        .then(pl.lit("CA"))
        .otherwise(pl.lit("KG"))
        .alias("task"),
        pl.col("score").alias("task_score"),
        (1 / (1 + (-distance).exp())).alias("task_confidence"),
        pl.col("score").is_between(low, high, closed="left").alias("task_unsure"),
        "keywords",
    )
