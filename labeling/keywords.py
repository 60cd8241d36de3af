"""Task and category by the keywords of the taxonomy (a pattern, its weight, the reason for it)."""

import polars as pl

from cpsyexam import taxonomy
from cpsyexam.taxonomy import Keyword, Task
from labeling.last_question import ask


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
    Of several case tasks the one counts that is surest.
    """
    known = taxonomy.current()
    text = frame.select(
        normal(pl.concat_str("material", "stem", separator="\n").str.strip_chars()).alias("text")
    )["text"]
    scored = [_scored(text, name, known.tasks[name], known.knowledge) for name in known.cases]
    if not scored:
        return _all_knowledge(text, known.knowledge)
    best = scored[0]
    for other in scored[1:]:
        more = other["margin"] > best["margin"]
        best = best.select(
            pl.when(more).then(other[name]).otherwise(best[name]).alias(name)
            for name in best.columns
        )
    return best.drop("margin")


def _scored(text: pl.Series, name: str, task: Task, knowledge: str) -> pl.DataFrame:
    if not task.keywords:
        return _all_knowledge(text, knowledge).with_columns(pl.lit(-task.threshold).alias("margin"))
    found = hits(text, task.keywords)
    frame = pl.DataFrame([score(found, task.keywords), matched(found, task.keywords)])
    low, high = task.unsure
    distance = (pl.col("score") - task.threshold).abs() * 2
    return frame.select(
        pl.when(pl.col("score") >= task.threshold)
        .then(pl.lit(name))
        .otherwise(pl.lit(knowledge))
        .alias("task"),
        pl.col("score").alias("task_score"),
        (1 / (1 + (-distance).exp())).alias("task_confidence"),
        pl.col("score").is_between(low, high, closed="left").alias("task_unsure"),
        "keywords",
        (pl.col("score") - task.threshold).alias("margin"),
    )


def _all_knowledge(text: pl.Series, knowledge: str) -> pl.DataFrame:
    return (
        text.alias("text")
        .to_frame()
        .select(
            pl.lit(knowledge).alias("task"),
            pl.lit(0.0).alias("task_score"),
            pl.lit(1.0).alias("task_confidence"),
            pl.lit(value=False).alias("task_unsure"),
            pl.lit([], dtype=pl.List(pl.String)).alias("keywords"),
            pl.col("text").is_null().alias("_"),
        )
        .drop("_")
    )


def category_by_keywords(frame: pl.DataFrame) -> pl.DataFrame:
    """Columns category ("" where no keyword occurs), category_confidence, keywords.

    `frame` has stem and options. The confidence is the winner's share of all weights that hit;
    what the question itself says counts twice.
    """
    known = taxonomy.current()
    words, names = known.category_keywords, tuple(known.categories)
    if not words:
        none = [pl.lit("").alias("category"), pl.lit(0.0).alias("category_confidence")]
        empty = pl.lit([], dtype=pl.List(pl.String)).alias("keywords")
        return frame.select("stem").with_columns(*none, empty).drop("stem")
    found = hits(ask(frame), words)
    asked = hits(ask(frame, options=False), words)
    sums = pl.DataFrame([_sum(found, asked, words, name) for name in names])
    total, best = pl.sum_horizontal(names), pl.max_horizontal(names)
    order = dict.fromkeys((known.category_tie or names[0], *names))
    first = [pl.when(pl.col(n) == best).then(pl.lit(n)) for n in order]
    some = total > 0
    return sums.select(
        pl.when(some).then(pl.coalesce(first)).otherwise(pl.lit("")).alias("category"),
        pl.when(some).then(best / total).otherwise(0.0).alias("category_confidence"),
    ).with_columns(matched(found, words))


def _sum(
    found: pl.DataFrame, asked: pl.DataFrame, words: tuple[Keyword, ...], category: str
) -> pl.Series:
    mine = tuple(word for word in words if word.label == category)
    if not mine:
        return pl.Series(category, [0.0] * found.height)
    return (score(found, mine) + score(asked, mine)).alias(category)
