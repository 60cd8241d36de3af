"""Keywords as data (a pattern, its weight, the reason for it); task and category by keywords."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import polars as pl

from cpsyexam.config import Settings
from cpsyexam.taxonomy import CATEGORIES
from labeling.last_question import ask


class Keyword(Settings):
    """One keyword; `label` names the category that it speaks for ("" for the task)."""

    name: str
    pattern: str
    weight: float
    reason: str
    label: str = ""


TASKS = "task.toml"
CATEGORY_FILE = "category.toml"


@cache
def table(name: str) -> dict[str, Any]:
    """A file of labeling/data as a dict."""
    return tomllib.loads(files("labeling").joinpath("data", name).read_text("utf-8"))


@cache
def keywords(name: str) -> tuple[Keyword, ...]:
    """The keywords of a file of labeling/data."""
    return tuple(Keyword.model_validate(row) for row in table(name)["keyword"])


def normal(column: pl.Expr) -> pl.Expr:
    """Text as the patterns see it: NFKC, so that width and punctuation tell nothing."""
    return column.str.normalize("NFKC")


def hits(text: pl.Series, words: tuple[Keyword, ...]) -> pl.DataFrame:
    """One boolean column per keyword, by its name."""
    frame = text.alias("text").to_frame()
    return frame.select(
        pl.col("text").str.contains(word.pattern).alias(word.name) for word in words
    )


def matched(found: pl.DataFrame, words: tuple[Keyword, ...]) -> pl.Series:
    """Per row the names of the keywords that occur."""
    each = [pl.when(pl.col(w.name)).then(pl.lit(w.name)) for w in words]
    return found.select(pl.concat_list(each).list.drop_nulls().alias("keywords"))["keywords"]


def score(found: pl.DataFrame, words: tuple[Keyword, ...]) -> pl.Series:
    """Per row the sum of the weights of the keywords that occur."""
    each = [pl.col(w.name).cast(pl.Float64) * w.weight for w in words]
    return found.select(pl.sum_horizontal(each).alias("score"))["score"]


def task_by_keywords(frame: pl.DataFrame) -> pl.DataFrame:
    """Columns task, task_score, task_confidence (0.5 to 1), task_unsure, keywords.

    `frame` has material and stem. The confidence is the logistic of the distance to the threshold.
    """
    words = keywords(TASKS)
    text = frame.select(
        normal(pl.concat_str("material", "stem", separator="\n").str.strip_chars()).alias("text")
    )["text"]
    found = hits(text, words)
    threshold = float(table(TASKS)["threshold"])
    low, high = table(TASKS)["unsure"]
    scored = pl.DataFrame([score(found, words), matched(found, words)])
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


def category_by_keywords(frame: pl.DataFrame) -> pl.DataFrame:
    """Columns category ("" where no keyword occurs), category_confidence, keywords.

    `frame` has stem and options. The confidence is the winner's share of all weights that hit;
    what the question itself says counts twice.
    """
    words = keywords(CATEGORY_FILE)
    found = hits(ask(frame), words)
    asked = hits(ask(frame, options=False), words)
    sums = pl.DataFrame(
        [
            (score(found, mine) + score(asked, mine)).alias(name)
            for name in CATEGORIES
            for mine in [tuple(w for w in words if w.label == name)]
        ]
    )
    total, best = pl.sum_horizontal(CATEGORIES), pl.max_horizontal(CATEGORIES)
    names = [pl.when(pl.col(n) == best).then(pl.lit(n)) for n in ("reasoning", *CATEGORIES)]
    some = total > 0
    return sums.select(
        pl.when(some).then(pl.coalesce(names)).otherwise(pl.lit("")).alias("category"),
        pl.when(some).then(best / total).otherwise(0.0).alias("category_confidence"),
    ).with_columns(matched(found, words))
