"""Raw questions and decisions about them, for the tests."""

from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam.records import RawQuestion, conform
from reviewing.decisions import Decision, append
from reviewing.target import Tables, find
from reviewing.writing import Said, decision

PEOPLE = ["桑代克", "斯金纳", "班杜拉", "巴甫洛夫"]
STEM = "提出观察学习理论的心理学家是（　　）。"
WHEN = "2026-11-22T03:00:00Z"


def raw(raw_id: str, **values: Any) -> dict[str, Any]:
    """A row of RawQuestion; without values a question whose key is wrong."""
    texts = dict.fromkeys(RawQuestion.column_names(), "")
    lists: dict[str, Any] = {name: [] for name in ("images", "notes", "boxes", "key_boxes")}
    lists |= {"options": list(PEOPLE), "confidence": None}
    given = {"raw_id": raw_id, "source": "s", "declared": "SCQ", "stem": STEM, "answer": "B"}
    return {**texts, **lists, **given, **values}


def frame(*rows: dict[str, Any]) -> pl.DataFrame:
    """A frame of raw questions."""
    return conform(list(rows), RawQuestion)


def decide(
    rows: pl.DataFrame, name: str, rules: dict[str, str] | None = None, **said: Any
) -> Decision:
    """What a person decides about a question of `rows`, as the command makes it."""
    gone = rules or {}
    text, texts = pl.String, pl.List(pl.String)
    tables = Tables(
        raw=rows,
        cleaned=pl.DataFrame(schema={"id": text, "raw_id": text, "options": texts}),
        ordered=pl.DataFrame(schema={"raw_id": text, "order": pl.List(pl.Int8)}),
        rejected=pl.DataFrame(list(gone.items()), {"parent": text, "rule": text}, orient="row"),
    )
    by, why = said.pop("by", "lin"), said.pop("why", "教材第三章")
    return decision(find(name, tables), Said(**said), by=by, when=WHEN, why=why, evidence="")


def file(folder: Path, *decisions: Decision) -> Path:
    """The decisions in one file."""
    for one in decisions:
        append(folder / "lin.jsonl", one)
    return folder
