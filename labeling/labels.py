"""All labels of a question together: format, task, category, and what a reviewer should see."""

import polars as pl

from cpsyexam import taxonomy
from cpsyexam.taxonomy import find_category
from labeling import formats, keywords, taxonomy_match
from labeling.classify import Suggester
from labeling.settings import LabelSettings

NEEDED = (
    "declared",
    "exam",
    "subject",
    "category_hint",
    "material",
    "stem",
    "options",
    "answer",
)


def judge(
    frame: pl.DataFrame, settings: LabelSettings, models: Suggester | None = None
) -> pl.DataFrame:
    """The label columns of LabeledQuestion for questions of any bank, and `new_flags`.

    Needs the columns NEEDED. The source's own category stands; else the model's, else the
    keywords'. Subjects are never changed: a model only flags those that the text does not suggest.
    """
    wide = pl.concat(
        [
            frame.select("exam", "subject", _hint(frame)),
            formats.decide(frame),
            keywords.task_by_keywords(frame).rename({"task": "found"}),
            _suggest(frame, models),
        ],
        how="horizontal",
    )
    wide = wide.with_columns(*_task()).with_columns(*_category())
    return wide.select(
        "format",
        "format_rule",
        "task",
        "task_rule",
        "task_confidence",
        "keywords",
        "category",
        "category_rule",
        "category_confidence",
        _flags(settings),
    )


def _hint(frame: pl.DataFrame) -> pl.Expr:
    known = {hint: find_category(hint) for hint in frame["category_hint"].unique()}
    column = pl.col("category_hint")
    return column.replace_strict(known, default="", return_dtype=pl.String).alias("hint")


def _suggest(frame: pl.DataFrame, models: Suggester | None) -> pl.DataFrame:
    """Columns suggested, suggested_by, sure, suggested_subjects."""
    if models is None:
        found, by = keywords.category_by_keywords(frame), "keywords"
        tops = pl.Series("suggested_subjects", [[]] * frame.height, dtype=pl.List(pl.String))
    else:
        found, by = models.categories(frame), "model"
        tops = models.subjects(frame)
    return found.select(
        pl.col("category").alias("suggested"),
        pl.lit(by).alias("suggested_by"),
        pl.col("category_confidence").alias("sure"),
    ).with_columns(tops)


def _task() -> tuple[pl.Expr, ...]:
    told = pl.struct("exam", pl.col("found").alias("task")).is_in(taxonomy_match.allowed())
    only = pl.col("exam").is_in(taxonomy.exams()) & ~told
    rule = (
        pl.when(only)
        .then(pl.lit("exam_has_no_cases"))
        .when("task_unsure")
        .then(pl.lit("keywords_unsure"))
        .otherwise(pl.lit("keywords"))
    )
    task = pl.when(only).then(pl.lit(taxonomy.current().knowledge)).otherwise("found")
    return task.alias("task"), rule.alias("task_rule")


def _category() -> tuple[pl.Expr, ...]:
    knowledge, told = ~pl.col("task").is_in(taxonomy.cases()), pl.col("hint") != ""
    none = pl.col("suggested") == ""
    chosen = pl.when(knowledge).then(pl.lit("")).when(told).then("hint").otherwise("suggested")
    rule = (
        pl.when(knowledge)
        .then(pl.lit(""))
        .when(told)
        .then(pl.lit("source"))
        .when(none)
        .then(pl.lit("none"))
        .otherwise("suggested_by")
    )
    sure = pl.when(knowledge).then(0.0).when(told).then(1.0).otherwise("sure")
    return (
        chosen.alias("category"),
        rule.alias("category_rule"),
        sure.alias("category_confidence"),
    )


def _flags(settings: LabelSettings) -> pl.Expr:
    case, tops = pl.col("task").is_in(taxonomy.cases()), pl.col("suggested_subjects")
    sorts = pl.lit(bool(taxonomy.categories()))
    own = pl.concat_str("exam", "subject", separator="/")
    flags = {
        "task_unsure": pl.col("task_unsure"),
        "case_in_knowledge_exam": pl.col("task_rule") == "exam_has_no_cases",
        # "in this case …", but no case is printed
        "case_missing": ~case & pl.col("keywords").list.contains("this case"),
        "category_doubtful": sorts
        & case
        & (pl.col("category_confidence") < settings.category_sure),
    }
    each = [pl.when(test).then(pl.lit(name)) for name, test in flags.items()]
    # a leading text rather than several: reviewers read one flag, filters match its beginning
    other = (tops.list.len() > 0) & ~tops.list.contains(own)
    named = pl.concat_str(pl.lit("subject_doubtful: "), tops.list.join(", "))
    return pl.concat_list([*each, pl.when(other).then(named)]).list.drop_nulls().alias("new_flags")
