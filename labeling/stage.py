"""Stages `labeled` and `shuffled`."""

import polars as pl

from cpsyexam.records import LabeledQuestion, ShuffledQuestion, reject
from cpsyexam.rules import apply
from cpsyexam.stage import Frames, Outcome
from cpsyexam.taxonomy import find_category
from labeling import categories, formats, places, report, tasks
from labeling.settings import LabelSettings, ShuffleSettings
from labeling.shuffling import REFERENCE, shuffle_rows


def label(frames: Frames, settings: LabelSettings) -> Outcome:
    """Settle exam, subject, format, task and category of `unique`.

    Rejected: an exam or subject outside the taxonomy, and questions without a format. Doubts
    become `flags` for a reviewer.
    """
    frame = places.settle(frames["unique"])
    kept, rejected = apply(
        [*places.RULES, *formats.rules(settings)], frame, stage="labeled", parent="raw_id"
    )
    labels = judge(kept, settings)
    flags = pl.concat_list(pl.col("flags"), pl.col("new_flags"))
    labeled = pl.concat([kept, labels], how="horizontal").with_columns(flags=flags)
    labeled = LabeledQuestion.validate(labeled.select(LabeledQuestion.column_names()))
    return Outcome(labeled, rejected, figures=report.label_figures(labeled))


def judge(frame: pl.DataFrame, settings: LabelSettings) -> pl.DataFrame:
    """The label columns of LabeledQuestion for questions of any bank, and `new_flags`.

    Needs declared, exam, category_hint, material, stem, options, answer.
    """
    task = tasks.judge(frame).rename({"task": "found"})
    suggested = categories.suggest(frame).rename(
        {"category": "suggested", "keywords": "category_keywords"}
    )
    hints = frame["category_hint"].unique().to_list()
    known = {hint: find_category(hint) for hint in hints}
    hint = pl.col("category_hint").replace_strict(known, default="", return_dtype=pl.String)
    wide = pl.concat(
        [
            frame.select("exam", hint.alias("hint")),
            formats.decide(frame),
            task,
            suggested,
        ],
        how="horizontal",
    )
    only = pl.col("exam").is_in(places.knowledge_only()) & (pl.col("found") == "CA")
    case = (pl.col("found") == "CA") & ~only
    wide = wide.with_columns(
        pl.when(case).then(pl.lit("CA")).otherwise(pl.lit("KG")).alias("task"),
        pl.when(only)
        .then(pl.lit("exam_has_no_cases"))
        .when("task_unsure")
        .then(pl.lit("keywords_unsure"))
        .otherwise(pl.lit("keywords"))
        .alias("task_rule"),
    )
    told = pl.col("hint") != ""
    wide = wide.with_columns(
        pl.when(case)
        .then(pl.when(told).then("hint").otherwise("suggested"))
        .otherwise(pl.lit(""))
        .alias("category"),
        pl.when(~case)
        .then(pl.lit(""))
        .when(told)
        .then(pl.lit("source"))
        .when(pl.col("suggested") == "")
        .then(pl.lit("none"))
        .otherwise(pl.lit("keywords"))
        .alias("category_rule"),
        pl.when(~case)
        .then(0.0)
        .when(told)
        .then(1.0)
        .otherwise("category_confidence")
        .alias("category_confidence"),
    )
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
        "category_keywords",
        _flags(settings),
    )


def _flags(settings: LabelSettings) -> pl.Expr:
    case = pl.col("task") == "CA"
    absent = ~case & (pl.col("found") == "KG") & pl.col("keywords").list.contains("this case")
    doubtful = case & (pl.col("category_confidence") < settings.category_sure)
    flags = {
        "task_unsure": pl.col("task_unsure"),
        "case_in_knowledge_exam": pl.col("task_rule") == "exam_has_no_cases",
        "case_missing": absent,  # "in this case …", but no case is printed
        "category_doubtful": doubtful,
    }
    each = [pl.when(test).then(pl.lit(name)) for name, test in flags.items()]
    return pl.concat_list(each).list.drop_nulls().alias("new_flags")


def shuffle(frames: Frames, settings: ShuffleSettings, *, key: bytes | None = None) -> Outcome:
    """Put the options of `labeled` into release order; table `references` lists the letters met.

    The order hangs on the secret (`key`, or else the recipe's seed) and the question's id alone.
    """
    frame = frames["labeled"]
    secret = key if key is not None else f"seed/{settings.seed}".encode()
    shuffled, references = shuffle_rows(frame, settings, secret)
    kept = ShuffledQuestion.validate(shuffled.select(ShuffledQuestion.column_names()))
    return Outcome(
        kept=kept,
        rejected=reject(frame.clear(), stage="shuffled", rule=""),
        tables={"references": pl.DataFrame(references, schema=REFERENCE, orient="row")},
        figures=report.shuffle_figures(kept, references),
    )
