"""Questions of any bank in the columns that labels and comparisons read."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from cpsyexam.errors import SourceError
from cpsyexam.taxonomy import find_category, positions

if TYPE_CHECKING:
    from banks.mapping import Mapping
    from labeling.classify import TextModels

CHOICE = ("SCQ", "MAQ", "INDEF", "QA")


def comparable(raw: pl.DataFrame) -> pl.DataFrame:
    """Raw questions with answers as positions.

    Takes RawQuestion's columns with `bank_id`; gives raw_id (the bank's own id, else file and
    place; made unique), declared, exam, subject, category_hint, material, stem, options, answer
    (positions) and reference (the text of an open question's answer).
    """
    answers = [
        [i for i in positions(text) if i < len(options)] if options else []
        for text, options in raw.select("answer", "options").iter_rows()
    ]
    known = {hint: find_category(hint) for hint in raw["category"].unique()}
    place = pl.concat_str(pl.col("url").str.split("/").list.last(), "locator", separator=" ")
    name = pl.when(pl.col("bank_id") == "").then(place).otherwise("bank_id")
    nth = pl.int_range(pl.len()).over(name)
    return raw.select(
        pl.when(nth == 0).then(name).otherwise(pl.format("{} ({})", name, nth + 1)).alias("raw_id"),
        pl.when(pl.col("declared").is_in(CHOICE)).then("declared").otherwise(pl.lit("")),
        "exam",
        "subject",
        pl.col("category").replace_strict(known, return_dtype=pl.String).alias("category_hint"),
        "material",
        "stem",
        "options",
        pl.when(pl.col("options").list.len() == 0)
        .then("answer")
        .otherwise(pl.lit(""))
        .alias("reference"),
    ).with_columns(pl.Series("answer", answers, dtype=pl.List(pl.Int8)))


def learn_models(path: Path) -> "TextModels":
    """Label models learned from a labelled bank. Raises CpsyexamError without scikit-learn."""
    from banks.read import questions
    from labeling.classify import learn

    return learn(comparable(questions(path)).rename({"category_hint": "category"}))


def locate(bank: str) -> tuple[Path, str]:
    """Path and name of a bank: a file, a folder, or the snapshot of a Hub dataset."""
    from banks.hub import is_repository, snapshot

    path = Path(bank)
    if not path.exists() and is_repository(bank):
        folder, _ = snapshot(bank)
        return folder, bank
    return path, Path(os.path.realpath(path)).name


def questions_at(path: Path, mapping: "Mapping | None" = None) -> pl.DataFrame:
    """Raw questions of a bank or of papers, with `bank_id` and `split` ("" for papers).

    Raises SourceError where nothing can be read.
    """
    from banks.mapping import Mapping
    from banks.read import questions
    from banks.settings import FORMATS
    from pipeline.start.looking import look

    if path.is_dir() or path.suffix.lower() in FORMATS or not path.exists():
        try:
            return questions(path, mapping)
        except SourceError:
            if not path.exists() or path.suffix.lower() in (".csv", ".tsv", ".json", ".parquet"):
                raise
    frames = [found.questions for found in look(path, mapping or Mapping()).found]
    return pl.concat([_with_bank(frame) for frame in frames])


def _with_bank(frame: pl.DataFrame) -> pl.DataFrame:
    missing = [pl.lit("").alias(c) for c in ("bank_id", "split") if c not in frame.columns]
    return frame.with_columns(missing)
