"""The bank of `make bench-line`: invented questions as people keep them, with faults and copies.

Of every hundred rows ten are copies of another one (half of them printed a little otherwise), two
have no answer, one an advert in its stem; a third carries its number or its type in the stem.
"""

from pathlib import Path

import polars as pl

from bench.invented import questions
from cpsyexam.taxonomy import LETTERS

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
_WORDS = {"SCQ": "单选题", "MAQ": "多选题", "QA": "简答题"}


def make(root: Path, rows: int, *, seed: int = 11) -> Path:
    """Write bank, keys and recipe below a folder; returns the recipe's path."""
    root.mkdir(parents=True)
    rows_of(rows, seed).write_ndjson(root / "bank.jsonl")
    for name, half in (("split", "9e3779b97f4a7c15"), ("salt", "c2b2ae3d27d4eb4f")):
        scrambled = "".join(f"{int(half, 16) * (3 * i + 7) % 2**64:016x}" for i in range(4))
        (root / f"{name}.key").write_text(scrambled + "\n", "ascii")
    (root / "bank.toml").write_text(f'title = "样库"\npath = "{root}/bank.jsonl"\n{TERMS}', "utf-8")
    return recipe(root, f'[banks]\nsources = ["{root}/bank.toml"]')


def recipe(root: Path, sources: str) -> Path:
    """Write the recipe of the line with these sources; returns its path."""
    path = root / "recipe.toml"
    path.write_text(RECIPE.format(root=root, sources=sources), "utf-8")
    return path


def rows_of(rows: int, seed: int) -> pl.DataFrame:
    """Rows of the bank, columns as people name them; options and answers as texts."""
    made = questions(rows - rows // 10, seed).with_row_index("n")
    copies = made.head(rows - made.height).with_columns(
        pl.when(_N % 2 == 0).then("stem").otherwise(_loose()).alias("stem"),
    )
    return pl.concat([made.with_columns(_printed()), copies]).select(
        pl.col("material").alias("material"),
        pl.col("stem").alias("question"),
        "options",
        _answer().alias("answer"),
        pl.col("explanation").alias("analysis"),
        pl.col("format").replace_strict(_WORDS).alias("question_type"),
        "exam",
        "subject",
    )


def _loose() -> pl.Expr:
    return pl.col("stem").str.replace_all("，", ",").str.replace("（　　）", "(    )")


def _printed() -> pl.Expr:
    stem = pl.col("stem")
    return (
        pl.when(_N % 100 == 7)
        .then(pl.format("{}更多试题请访问 www.exam.invalid", stem))
        .when(_N % 6 == 1)
        .then(pl.format("{}、{}", _N % 90 + 1, stem))
        .when(_N % 6 == 4)
        .then(pl.format("[{}]{}", pl.col("format").replace_strict(_WORDS), stem))
        .otherwise(stem)
        .alias("stem")
    )


def _answer() -> pl.Expr:
    letters = pl.element().replace_strict(
        list(range(len(LETTERS))), list(LETTERS), return_dtype=pl.String
    )
    choice = pl.col("answer").list.eval(letters).list.join("")
    said = pl.when(pl.col("format") == "QA").then("reference").otherwise(choice)
    return pl.when(_N % 50 == 3).then(pl.lit("")).otherwise(said)
