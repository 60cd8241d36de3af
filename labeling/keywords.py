"""Keywords as data: a pattern, its weight, the reason for it."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import polars as pl

from cpsyexam.config import Settings


class Keyword(Settings):
    """One keyword; `label` names the category that it speaks for ("" for the task)."""

    name: str
    pattern: str
    weight: float
    reason: str
    label: str = ""


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
