"""Stage `cleaned`: repair every raw question, reject what breaks a rule, keep why."""

from functools import partial
from typing import Any

import polars as pl

from cleaning import adverts, characters, choices, flags, numbering_marks, punctuation
from cleaning.repair import TEXTS, RowRepair, TextRepair, repair
from cleaning.rules import CHOICE, rules
from cleaning.settings import CleanSettings
from cpsyexam.identity import question_ids
from cpsyexam.memo import NO_MEMO, Memo
from cpsyexam.records import CleanQuestion, reject
from cpsyexam.rules import verdicts
from cpsyexam.stage import Frames, StageResult, questions
from cpsyexam.taxonomy import LETTERS

_SCHEMA = CleanQuestion.create_empty().schema
_READ = ("number", "declared", *TEXTS, "images", "notes")  # all that repairs and rules look at
_PLACES = dict(zip(LETTERS, range(len(LETTERS)), strict=True))


def clean(frames: Frames, settings: CleanSettings, *, memo: Memo = NO_MEMO) -> StageResult:
    """`parsed` → CleanQuestion rows and Rejected rows.

    Figures: rows, rejections by rule and repairs by rule, each per source (see cleaning.drift).
    """
    raw = questions(frames)
    judge = partial(judged, settings=settings)
    told = memo.rows("questions", raw.select(_READ), judge, str(settings), spread=True)
    figures, fine = _metrics(raw["source"], told), told["rule"] == ""
    gone, why = raw.filter(~fine), told.filter(~fine)
    raw, told = raw.filter(fine), told.filter(fine)  # all of them are half of what is in memory
    return StageResult(
        kept=_shape(raw, told, settings.pointed, memo),
        rejected=reject(gone, stage="cleaned", rule="").with_columns(why["rule"], why["detail"]),
        metrics=figures,
    )


def judged(part: pl.DataFrame, settings: CleanSettings) -> pl.DataFrame:
    """What becomes of questions, each by itself; needs number, declared, texts, images and notes.

    Columns: those of CleanQuestion that are made here, and `rule` ("" for a fine row), `detail`.
    """
    repaired, journal = repair(part, text_repairs(settings), row_repairs())
    prepared = prepare(repaired)
    places = (
        pl.col("letters")
        .str.split("")
        .list.eval(pl.element().replace_strict(_PLACES, default=None, return_dtype=pl.Int8))
    )
    made = prepared.select(
        "number",
        "declared",
        "material",
        "stem",
        "options",
        "explanation",
        pl.when(CHOICE).then(pl.lit("")).otherwise(pl.col("answer")).alias("reference"),
        pl.when(CHOICE).then(places.list.drop_nulls()).otherwise([]).alias("answer"),
    )
    return made.with_columns(
        question_ids(prepared),
        flags.mark(prepared),
        _changes(journal, part.height),
        *verdicts(rules(settings), prepared),
    )


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


def _shape(
    raw: pl.DataFrame, told: pl.DataFrame, pointed: float | None, memo: Memo
) -> pl.DataFrame:
    """CleanQuestion rows of what was read and what became of it, a row a row."""
    own = raw.select(name for name in raw.columns if name not in told.columns)
    out = pl.concat([own.rename({"category": "category_hint"}), told], how="horizontal")
    out = out.with_columns(flags.with_pointers(told, pointed, memo))
    return CleanQuestion.validate(out.select(list(_SCHEMA)).cast(_SCHEMA))


def _changes(journal: pl.DataFrame, height: int) -> pl.Series:
    """The changes of each row, in their order."""
    parts = pl.struct("rule", "field", "before", "after").alias("changes")
    grouped = journal.select("row", parts).group_by("row", maintain_order=True).agg("changes")
    rows = pl.select(row=pl.int_range(height, dtype=pl.UInt32))
    joined = rows.join(grouped, on="row", how="left", maintain_order="left")
    return joined.select(pl.col("changes").fill_null([])).to_series().cast(_SCHEMA["changes"])


def _metrics(source: pl.Series, told: pl.DataFrame) -> dict[str, Any]:
    rejected = told.select(source, "rule").filter(pl.col("rule") != "")
    ids = told.select(pl.col("changes").list.eval(pl.element().struct.field("rule").unique()))
    repairs = ids.with_columns(source).filter(pl.col("changes").list.len() > 0)
    return {
        "rows": dict(sorted(source.value_counts().rows())),
        "rejected": _counts(rejected),
        "repaired": _counts(repairs.explode("changes").rename({"changes": "rule"})),
    }


def _counts(frame: pl.DataFrame) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for source, rule, count in frame.group_by("source", "rule").len().sort("source", "rule").rows():
        found.setdefault(source, {})[rule] = count
    return found
