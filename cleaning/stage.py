"""Stage `cleaned`: repair every raw question, reject what breaks a rule, keep why."""

from typing import Any

import polars as pl

from cleaning import adverts, characters, choices, flags, numbering_marks, punctuation
from cleaning.repair import RowRepair, TextRepair, repair
from cleaning.rules import CHOICE, rules
from cleaning.settings import CleanSettings
from cpsyexam.identity import question_ids
from cpsyexam.records import CleanQuestion
from cpsyexam.rules import apply
from cpsyexam.stage import Frames, StageResult, questions
from cpsyexam.taxonomy import LETTERS

_SCHEMA = CleanQuestion.create_empty().schema
_SLICE = 50_000  # rows repaired and judged at a time: what that takes does not grow with the bank


def clean(frames: Frames, settings: CleanSettings) -> StageResult:
    """`parsed` → CleanQuestion rows and Rejected rows.

    Figures: rows, rejections by rule and repairs by rule, each per source (see cleaning.drift).
    """
    raw = questions(frames)
    judged = [_judged(raw, first, settings) for first in range(0, max(raw.height, 1), _SLICE)]
    fine, rejected, journal = (pl.concat(parts) for parts in zip(*judged, strict=True))
    del judged
    return StageResult(
        kept=_shape(fine, _changes(raw, journal), settings.pointed),
        rejected=_as_printed(rejected, raw),
        metrics=_metrics(raw, rejected, journal),
    )


def _judged(
    raw: pl.DataFrame, first: int, settings: CleanSettings
) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """Fine rows, rejected rows and changes of the slice that begins at row `first`."""
    part = raw.slice(first, _SLICE)
    repaired, journal = repair(part, text_repairs(settings), row_repairs())
    fine, rejected = apply(rules(settings), prepare(repaired), stage="cleaned")
    return fine, rejected, journal.with_columns(pl.col("row") + first)


def text_repairs(settings: CleanSettings) -> list[TextRepair]:
    """All text repairs of a recipe, in order."""
    return [*characters.repairs(), *adverts.repairs(settings.adverts), *numbering_marks.repairs()]


def row_repairs() -> list[RowRepair]:
    """All row repairs, in order."""
    return [*choices.repairs(), *punctuation.repairs()]


def prepare(repaired: pl.DataFrame) -> pl.DataFrame:
    """A frame of raw questions with what the rules look at: `letters` and `text`."""
    said = repaired["answer"].unique()
    known = {text: choices.letters(text) for text in said if len(text) < 60}
    letters = pl.col("answer").replace_strict(
        list(known), list(known.values()), default="", return_dtype=pl.String
    )
    options = pl.col("options").list.join("\n")
    text = pl.concat_str("material", "stem", options, "answer", "explanation", separator="\n")
    return repaired.with_columns(
        pl.when(pl.col("declared") == "QA").then(pl.lit("")).otherwise(letters).alias("letters"),
        text.alias("text"),
    )


def _shape(fine: pl.DataFrame, changes: pl.DataFrame, pointed: float) -> pl.DataFrame:
    places = (
        pl.col("letters")
        .str.split("")
        .list.eval(
            pl.element().replace_strict(
                list(LETTERS), list(range(len(LETTERS))), default=None, return_dtype=pl.Int8
            )
        )
    )
    out = fine.with_columns(
        question_ids(fine),
        flags.mark(fine, pointed),
        pl.col("category").alias("category_hint"),
        pl.when(CHOICE).then(pl.lit("")).otherwise(pl.col("answer")).alias("reference"),
        pl.when(CHOICE).then(places.list.drop_nulls()).otherwise([]).alias("answer"),
    ).drop("text", "letters")  # before the join copies them
    joined = out.join(changes, on="raw_id", how="left", maintain_order="left")
    return CleanQuestion.validate(
        joined.with_columns(pl.col("changes").fill_null([])).select(list(_SCHEMA)).cast(_SCHEMA)
    )


def _changes(raw: pl.DataFrame, journal: pl.DataFrame) -> pl.DataFrame:
    ids = raw.select(pl.int_range(pl.len(), dtype=pl.UInt32).alias("row"), "raw_id")
    parts = pl.struct("rule", "field", "before", "after").alias("changes")
    grouped = journal.select("row", parts).group_by("row", maintain_order=True).agg("changes")
    return grouped.join(ids, on="row").select("raw_id", "changes")


def _as_printed(rejected: pl.DataFrame, raw: pl.DataFrame) -> pl.DataFrame:
    """Rejected rows that hold the row as it came in, not as it was repaired."""
    records = raw.filter(pl.col("raw_id").is_in(rejected["parent"].implode())).select(
        pl.col("raw_id").alias("parent"),
        pl.struct(pl.all()).struct.json_encode().alias("record"),
    )
    return rejected.drop("record").join(records, on="parent", how="left", maintain_order="left")


def _metrics(raw: pl.DataFrame, rejected: pl.DataFrame, journal: pl.DataFrame) -> dict[str, Any]:
    sources = raw.select(pl.int_range(pl.len(), dtype=pl.UInt32).alias("row"), "source")
    repairs = journal.unique(["row", "rule"]).join(sources, on="row")
    return {
        "rows": dict(sorted(raw["source"].value_counts().rows())),
        "rejected": _counts(rejected),
        "repaired": _counts(repairs),
    }


def _counts(frame: pl.DataFrame) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for source, rule, count in frame.group_by("source", "rule").len().sort("source", "rule").rows():
        found.setdefault(source, {})[rule] = count
    return found
