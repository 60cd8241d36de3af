"""Category of a case question: the source's, a model's, or a keyword suggestion."""

import polars as pl

from cpsyexam.taxonomy import CATEGORIES
from labeling import keywords as kw
from labeling.tails import ask

FILE = "category.toml"


def suggest(frame: pl.DataFrame) -> pl.DataFrame:
    """Columns category ("" where no keyword occurs), category_confidence, keywords.

    `frame` has stem and options. The confidence is the winner's share of all weights that hit;
    what the question itself says counts twice.
    """
    words = kw.keywords(FILE)
    found = kw.hits(ask(frame), words)
    asked = kw.hits(ask(frame, options=False), words)
    sums = pl.DataFrame(
        [
            (kw.score(found, mine) + kw.score(asked, mine)).alias(name)
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
    ).with_columns(kw.matched(found, words))
