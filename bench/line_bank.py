"""The bank of `make bench-line`: generated questions as people keep them, with faults and copies.

Texts and copies are those of `bench.dedup_data` (16 % in clusters of copies, 2.8 % turned round,
3.6 % on shared cases, a tenth without an answer). A third of the rows carries its number or its
type in the stem, one of a hundred an advert.
"""

from pathlib import Path

import polars as pl

from bench.dedup_data import printed
from cpsyexam.taxonomy import LETTERS, exams, subjects

RECIPE = """\
name = "invented-line"
version = "0.1.0"
[keys]
split = "{root}/split.key"
salt = "{root}/salt.key"
{sources}
[split]
reserve_unit = "group"
reserved = 0.1
[split.test]
GEE = {{ SCQ = 0.1, MAQ = 0.1 }}
PCE = {{ SCQ = 0.1, MAQ = 0.1 }}
SSE = {{ SCQ = 0.1, MAQ = 0.1 }}
TQE = {{ SCQ = 0.1, MAQ = 0.1 }}
CA = {{ SCQ = 0.1, MAQ = 0.1, QA = 0.1 }}
QA = {{ QA = 0.1 }}
[release]
pretty_name = "Invented questions"
description = "Invented questions for measurements."
licence = "cc0-1.0"
signing_key = "none"
"""
TERMS = """\
[terms]
owner = "nobody"
licence = "CC0-1.0"
terms_url = "https://exam.invalid/terms"
decided_by = "editors"
decided_on = "2026-01-01"
"""
_N = pl.col("n")
_SUBJECTS = {exam: next(iter(subjects(exam))) for exam in exams()}
_WORDS = {"SCQ": "单选题", "MAQ": "多选题", "QA": "简答题"}


def make(root: Path, rows: int, *, seed: int = 11) -> Path:
    """Write bank, keys and recipe below a folder; returns the recipe's path."""
    root.mkdir(parents=True)
    with (root / "bank.jsonl").open("wb") as file:
        for frame, truth in printed(rows, seed):
            rows_of(frame, truth).write_ndjson(file)
    keys(root)
    (root / "bank.toml").write_text(f'title = "样库"\npath = "{root}/bank.jsonl"\n{TERMS}', "utf-8")
    return recipe(root, f'[banks]\nsources = ["{root}/bank.toml"]')


def keys(root: Path) -> None:
    """Write two keys that nobody else shall use."""
    for name, half in (("split", "9e3779b97f4a7c15"), ("salt", "c2b2ae3d27d4eb4f")):
        scrambled = "".join(f"{int(half, 16) * (3 * i + 7) % 2**64:016x}" for i in range(4))
        (root / f"{name}.key").write_text(scrambled + "\n", "ascii")


def recipe(root: Path, sources: str) -> Path:
    """Write the recipe of the line with these sources; returns its path."""
    path = root / "recipe.toml"
    path.write_text(RECIPE.format(root=root, sources=sources), "utf-8")
    return path


def rows_of(frame: pl.DataFrame, truth: pl.DataFrame) -> pl.DataFrame:
    """Rows of the bank, columns as people name them; options and answers as texts.

    Copies of a question have its format, exam and subject.
    """
    numbered = frame.with_columns(truth["cluster"].alias("n"), pl.int_range(pl.len()).alias("row"))
    made = numbered.with_columns(
        pl.when(pl.col("material") != "").then(pl.lit("SCQ")).otherwise(_format()).alias("format"),
        (_N // 8 % 4)
        .replace_strict(dict(enumerate(exams())), return_dtype=pl.String)
        .alias("exam"),
    )
    choice = pl.col("format") != "QA"
    return made.select(
        "material",
        _printed().alias("question"),
        pl.when(choice).then("options").otherwise(pl.lit([], pl.List(pl.String))).alias("options"),
        _answer().alias("answer"),
        pl.when(_N % 2 == 0)
        .then(pl.format("见教材：{}。", pl.col("options").list.sort().list.first()))
        .otherwise(pl.lit(""))
        .alias("analysis"),
        pl.col("format").replace_strict(_WORDS).alias("question_type"),
        "exam",
        pl.col("exam")
        .replace_strict({e: next(iter(subjects(e))) for e in exams()})
        .alias("subject"),
    )


def _format() -> pl.Expr:
    return (
        pl.when(_N % 10 < 2)
        .then(pl.lit("MAQ"))
        .when(_N % 10 == 9)
        .then(pl.lit("QA"))
        .otherwise(pl.lit("SCQ"))
    )


def _printed() -> pl.Expr:
    stem, row = pl.col("stem"), pl.col("row")
    return (
        pl.when(row % 100 == 7)
        .then(pl.format("{}更多试题请访问 www.exam.invalid", stem))
        .when(row % 6 == 1)
        .then(pl.format("{}、{}", row % 90 + 1, stem))
        .when(row % 6 == 4)
        .then(pl.format("[{}]{}", pl.col("format").replace_strict(_WORDS), stem))
        .otherwise(stem)
    )


def _answer() -> pl.Expr:
    """Letters, two of them for a question of several; an option's text where there are none.

    Copies agree, however their options stand: the second right one is the first by the alphabet.
    """
    first = pl.col("answer").list.first()
    least = pl.col("options").list.eval(pl.element().rank("ordinal")).list.arg_min()
    letter, other = (
        place.replace_strict(range(4), list(LETTERS[:4]), default="", return_dtype=pl.String)
        for place in (first, least)
    )
    both = pl.concat_list(letter, other).list.unique().list.sort().list.join("")
    text = pl.col("options").list.sort().list.first()
    said = pl.when(pl.col("format") == "QA").then(text).when(pl.col("format") == "MAQ").then(both)
    return pl.when(first.is_null()).then(pl.lit("")).otherwise(said.otherwise(letter))
