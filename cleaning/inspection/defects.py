"""Findings in single questions: broken rules, leftovers of a source, doubts."""

import re

import polars as pl

from cleaning import adverts, characters, choices, flags, numbering_marks
from cleaning.repair import RowRepair, TextRepair, repair
from cleaning.rules import CHOICE, rules
from cleaning.settings import CleanSettings
from cleaning.stage import prepare
from cpsyexam.rules import broken
from cpsyexam.taxonomy import LETTERS
from cpsyexam.text import shared_ends

# a doubtful blank or width is no finding: nearly every bank has thousands
_SILENT = {"gap", "blank", "width", "radical", "label", "trailing_option"}
_CHUNK = 100_000
FOUND = {"raw_id": pl.String, "family": pl.String, "rule": pl.String, "detail": pl.String}
# what must not be published must not be shown either
_CONFIDED = ("contact_data", "personal_data", "advert_contact")


def scan(
    frame: pl.DataFrame, settings: CleanSettings, drop: tuple[str, ...]
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Findings (columns FOUND) and what a comparison needs of each question.

    Reads RawQuestion columns in portions, so that memory does not grow with changes.
    """
    texts = _texts()
    rows = [one for one in choices.repairs() if one.id not in _SILENT]
    found, slim = [pl.DataFrame(schema=FOUND)], []
    for start in range(0, frame.height, _CHUNK):
        part = frame.slice(start, _CHUNK)
        defects, repaired = _portion(part, texts, rows, settings)
        found.append(defects)
        slim.append(repaired.drop(drop))
    return pl.concat(found), pl.concat(slim)


def _texts() -> list[TextRepair]:
    every = [*characters.repairs(), *adverts.repairs(), *numbering_marks.repairs()]
    return [one for one in every if one.id not in _SILENT]


def _portion(
    part: pl.DataFrame, texts: list[TextRepair], rows: list[RowRepair], settings: CleanSettings
) -> tuple[pl.DataFrame, pl.DataFrame]:
    repaired, journal = repair(part, texts, rows)
    ids = part["raw_id"]
    first = journal.unique(["row", "rule"], maintain_order=True)
    said = [
        f"{field}: {_changed(before, after, secret=rule in _CONFIDED)}"
        for rule, field, before, after in first.drop("row").iter_rows()
    ]
    left = first.select(
        ids.gather(first["row"]).alias("raw_id"),
        pl.lit("leftover").alias("family"),
        "rule",
        pl.Series("detail", said, dtype=pl.String),
    )
    prepared = prepare(repaired)
    left = pl.concat([left, _written_otherwise(part, prepared)])
    defects = _broken(prepared, settings)
    doubts = _doubts(prepared)
    letters = (
        pl.col("letters")
        .str.split("")
        .list.eval(
            pl.element().replace_strict(
                list(LETTERS), list(range(len(LETTERS))), default=None, return_dtype=pl.Int8
            )
        )
    )
    answered = prepared.with_columns(
        pl.when(pl.col("declared") == "QA").then("answer").otherwise(pl.lit("")).alias("reference"),
        letters.list.drop_nulls().alias("answer"),
    ).drop("letters", "text")
    return pl.concat([defects, left, doubts]), answered


def _written_otherwise(part: pl.DataFrame, prepared: pl.DataFrame) -> pl.DataFrame:
    """Answers that a program would misread: `A,B`, `a`, `答案：C`."""
    plain = part["answer"].str.contains(r"^[A-H]+$")
    swallowed = part["answer"].str.contains(r"^\s*[A-H]\s*[.．、:：)）]\s*[^A-H\s]")
    rows = prepared.with_columns(part["answer"].alias("said")).filter(
        (pl.col("letters") != "") & ~plain & ~swallowed & CHOICE
    )
    return rows.select(
        "raw_id",
        pl.lit("leftover").alias("family"),
        pl.lit("answer_written_otherwise").alias("rule"),
        (pl.lit("answer: ") + pl.col("said").str.slice(0, 40)).alias("detail"),
    )


def _changed(before: str, after: str, *, secret: bool) -> str:
    """The part of a text that a repair would change, with a little of what stands before it."""
    start, tail = shared_ends([before, after])
    end = len(before) - tail
    shown = before[max(0, start - 6) : end][:60]
    shown = re.sub(r"[\w.@-]{5,}", _dots, shown, flags=re.ASCII) if secret else shown
    return " ".join(f"…{shown}…".split())


def _dots(match: re.Match[str]) -> str:
    return "•" * len(match.group())


def _broken(prepared: pl.DataFrame, settings: CleanSettings) -> pl.DataFrame:
    table = rules(settings)
    hits = broken(table, prepared)
    found = [pl.DataFrame(schema=FOUND)]
    for rule in table:
        rows = prepared.filter(hits[rule.id])
        if not rows.height:
            continue
        secret = rule.detail is None or rule.id in _CONFIDED
        detail = pl.lit("") if secret or rule.detail is None else rule.detail
        found.append(
            rows.select(
                "raw_id",
                pl.lit("defect").alias("family"),
                pl.lit(rule.id).alias("rule"),
                detail.cast(pl.String).fill_null("").str.strip_chars().alias("detail"),
            )
        )
    return pl.concat(found)


def _doubts(prepared: pl.DataFrame) -> pl.DataFrame:
    noted = pl.col("notes").list.eval(
        pl.element().filter(pl.element().str.starts_with("doubt:")).str.strip_prefix("doubt:")
    )
    told = prepared.select("raw_id", flags.mark(prepared), noted.alias("notes"))
    every = told.select("raw_id", flags=pl.concat_list("flags", "notes")).explode("flags")
    parts = pl.col("flags").str.splitn(" ", 2).struct
    return every.drop_nulls("flags").select(
        "raw_id",
        pl.lit("doubt").alias("family"),
        parts.field("field_0").str.strip_suffix(":").alias("rule"),
        parts.field("field_1").fill_null("").alias("detail"),
    )
