"""Concepts of questions found by retrieval, against labels given by hand.

Reads `bench/concept_labels.jsonl` (ids of identity v1, no texts) and a bank with these questions,
the released CPsyExam sets. Halves by the last digit of the id: weights and thresholds were chosen
on the even half, the odd half was kept apart.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import polars as pl

from bench.frame import publish
from concepts import PSYCHOLOGY
from concepts.assignment import assign, index_of
from concepts.reading import read_catalogue
from pipeline.commands.coverage import by_model

LABELS = Path(__file__).with_name("concept_labels.jsonl")


def labelled(bank: Path) -> pl.DataFrame:
    """The labelled questions of a bank, with columns `concepts`, `chapters` and `half`."""
    from banks.read import questions
    from cpsyexam.identity import question_ids
    from pipeline.bank_frames import comparable

    raw = questions(bank)
    rows = comparable(raw).with_columns(raw["explanation"], question_ids(raw))
    labels = pl.DataFrame([json.loads(line) for line in LABELS.read_text("utf-8").splitlines()])
    half = pl.col("id").str.slice(-1).str.to_integer(base=16) % 2
    return rows.unique("id").join(labels, on="id").with_columns(half.alias("half")).sort("id")


def measure(rows: pl.DataFrame, assigned: pl.DataFrame) -> list[dict[str, object]]:
    """Precision and recall for concepts and chapters, by half.

    `assigned` has the columns of concepts.assignment, and may have several rows a question.
    """
    levels = ("concept", "chapter")
    said = assigned.group_by("raw_id").agg(pl.col(*levels).unique())
    found = rows.join(said, on="raw_id")
    out: list[dict[str, object]] = []
    for half, name in ((0, "chosen on"), (1, "held out")):
        part = found.filter(pl.col("half") == half)
        for level in levels:
            score = _score(part[level].to_list(), part[f"{level}s"].to_list())
            out.append({"half": name, "level": level, "questions": part.height, **score})
    return out


def _score(said: Sequence[Sequence[str]], truth: Sequence[Sequence[str]]) -> dict[str, float]:
    hits = sum(len(set(names) & set(true)) for names, true in zip(said, truth, strict=True))
    given, due = sum(name != "" for names in said for name in names), sum(map(len, truth))
    return {
        "labels": due,
        "assigned": given,
        "precision": round(hits / max(given, 1), 3),
        "recall": round(hits / max(due, 1), 3),
    }


def main() -> None:
    """Print the table, of retrieval and, where one is named, of a model on the same questions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bank", type=Path, help="folder of the released sets")
    parser.add_argument("--model", type=Path, help="TOML of a model, as for `cpsyexam coverage`")
    parser.add_argument("--limit", type=int, help="only so many questions, the first by id")
    given = parser.parse_args()
    rows = labelled(given.bank)
    rows = rows.head(given.limit or rows.height)
    if not rows.height:
        raise SystemExit("error: the bank has none of the labelled questions")
    whole = read_catalogue(PSYCHOLOGY)
    ways = {"retrieval": assign(rows, index_of(whole))}
    if given.model:
        ways["model"] = by_model(rows, whole, given.model)
    found = [{"by": way, **row} for way, said in ways.items() for row in measure(rows, said)]
    title = f"Concepts of {rows.height} questions labelled by hand"
    name = "coverage_model" if given.model else "coverage"
    publish(name, title, list(found[0]), [list(row.values()) for row in found])


if __name__ == "__main__":
    main()
