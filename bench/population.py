"""Populations for tests and benchmarks: question rows with what the splitter reads."""

import csv
import random
from collections.abc import Iterable
from pathlib import Path

import polars as pl

from cpsyexam.records import ShuffledQuestion

HERE = Path(__file__).parent
KEY = b"a key for tests, not for releases"
Row = dict[str, object]


def released() -> list[dict[str, str]]:
    """Published counts per stratum: task, exam, subject (category), format, train, dev, test."""
    with (HERE / "data" / "released.csv").open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def size(row: dict[str, str]) -> int:
    """Population of a released stratum: the reserve is as large as the test part."""
    return int(row["train"]) + int(row["dev"]) + 2 * int(row["test"])


def row(task: str, exam: str, subject: str, form: str, **more: object) -> Row:
    """One question's labels."""
    return {"task": task, "exam": exam, "subject": subject, "format": form, "category": "", **more}


def released_rows(seed: int = 1) -> list[Row]:
    """One row for every question behind Table 1 of the paper, in units.

    A tenth of the knowledge questions come in pairs (near duplicates); case questions come in cases
    of three to seven of one category and format, as far as the counts allow it.
    """
    rows: list[Row] = []
    rnd = random.Random(seed)
    for cell in released():
        case = cell["task"] == "CA"
        exam, subject = ("PCE", "心理咨询师二级") if case else (cell["exam"], cell["subject"])
        part = [row(cell["task"], exam, subject, cell["format"]) for _ in range(size(cell))]
        rows += _grouped(part, rnd, case=case, category=cell["subject"] if case else "")
    places = sorted({(c["exam"], c["subject"]) for c in released() if c["task"] == "KG"})
    open_ = [row("KG", *places[i % len(places)], "QA") for i in range(2904 + 322 + 200)]
    rows += _grouped(open_, rnd, case=False, category="")
    for i, category in enumerate(("identification", "reasoning", "application")):
        part = [row("CA", "PCE", "心理咨询师二级", "QA") for _ in range(73 if i else 72)]
        rows += _grouped(part, rnd, case=False, category=category)
    return rows


def _grouped(part: list[Row], rnd: random.Random, *, case: bool, category: str) -> Iterable[Row]:
    at = 0
    while at < len(part):
        many = rnd.randint(3, 7) if case else 1 + (rnd.random() < 0.1)
        name = f"g{rnd.getrandbits(64):016x}"
        for member in part[at : at + many]:
            yield {**member, "group": name, "category": category}
        at += many


def frame(rows: Iterable[Row]) -> pl.DataFrame:
    """A frame in the shape of ShuffledQuestion; names and captures are made where missing."""
    full = [
        {"raw_id": f"r{i}", "id": f"q{i}", "group": f"r{i}", "capture": f"c{i}", "also": [], **r}
        for i, r in enumerate(rows)
    ]
    types = {name: column.dtype for name, column in ShuffledQuestion.columns().items()}
    made = pl.DataFrame(full, schema_overrides={"also": pl.List(pl.String)})
    blanks: list[pl.Expr] = []
    for name, kind in types.items():
        if name in made.columns:
            continue
        if isinstance(kind, pl.List):
            blanks.append(pl.lit([], dtype=kind).alias(name))
        elif kind == pl.String:
            blanks.append(pl.lit("").alias(name))
        else:
            blanks.append(pl.lit(None if name == "confidence" else 0, dtype=kind).alias(name))
    return made.with_columns(blanks).select(list(types))
