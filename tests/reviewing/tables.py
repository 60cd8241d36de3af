"""The tables of a small build, as queue and items read them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam.records import (
    Capture,
    CleanQuestion,
    RawQuestion,
    ShuffledQuestion,
    Source,
    SplitQuestion,
    conform,
)
from cpsyexam.taxonomy import positions
from gating.second.readings import TABLE
from reviewing import desk as desks
from reviewing.items import listed, paper, payloads
from reviewing.queue import queue
from reviewing.settings import QueueSettings
from tests.reviewing.bank import PEOPLE, frame, raw

REJECTED = dict.fromkeys(("parent", "rule", "detail", "counterpart"), pl.String)
EDGES = {"left": pl.String, "right": pl.String, "kind": pl.String, "reason": pl.String,
         "ratio": pl.Float64}  # fmt: skip


def question(number: int, **values: Any) -> dict[str, Any]:
    """A printed question; flags, split, rule, detail, counterpart say what became of it."""
    made = {
        "stem": f"材料{chr(0x4E00 + number)}中提出观察学习理论的心理学家是（　　）。",
        "answer": "C",
    }
    known = {"exam": "GEE", "subject": "教育心理学", "capture": "c1", "number": str(number)}
    return raw(f"r{number:04d}", **{**made, **known, **values})


def frames(
    rows: Iterable[dict[str, Any]], edges: Iterable[dict[str, Any]] = ()
) -> dict[str, pl.DataFrame]:
    """Tables of a build: rows with a `rule` are rejected, with `held` held, the others kept;
    `reread` is what a second reader made of one.
    """
    rows = list(rows)
    extra = ("flags", "split", "rule", "detail", "counterpart", "held", "reread")
    plain = [{k: v for k, v in row.items() if k not in extra} for row in rows]
    clean = [_clean(row) for row in rows if "rule" not in row]
    kept = [row for row in rows if not row.keys() & {"rule", "held"}]
    held = [
        {"parent": row["raw_id"], "rule": row["held"], "detail": row.get("detail", "")}
        for row in rows
        if "held" in row
    ]
    gone = [
        {"parent": row["raw_id"], **{k: row.get(k, "") for k in list(REJECTED)[1:]}}
        for row in rows
        if "rule" in row
    ]
    second = [{"raw_id": row["raw_id"], **row["reread"]} for row in rows if "reread" in row]
    split = [{**_labels(row), **_clean(row)} for row in kept]
    split = [{**row, "lineage": row["id"]} for row in split]
    source = {"source": "s", "kind": "web", "title": "心理学在线", "terms": "{}"}
    capture = dict.fromkeys(Capture.column_names(), "") | {
        "capture": "c1",
        "source": "s",
        "offset": -1,
    }
    return {
        "parsed": frame(*plain),
        "cleaned": conform(clean, CleanQuestion),
        "split": conform(split, SplitQuestion),
        "rejected": pl.DataFrame(gone, schema=REJECTED),
        "held": pl.DataFrame(held, schema=["parent", "rule", "detail"]).cast(pl.String),
        "reread": pl.DataFrame(second, schema=TABLE),
        "alarms": pl.DataFrame(schema={"capture": pl.String, "details": pl.List(pl.String)}),
        "edges": pl.DataFrame(list(edges), schema=EDGES),
        "sources": conform([source], Source),
        "captures": conform([capture], Capture),
    }


def _clean(row: dict[str, Any]) -> dict[str, Any]:
    same = set(RawQuestion.column_names()) & set(CleanQuestion.column_names()) - {"answer"}
    return {
        **{name: row[name] for name in same},
        "id": "q" + row["raw_id"][1:].rjust(20, "0"),
        "category_hint": "",
        "answer": positions(row["answer"]) if row["options"] else [],
        "reference": "" if row["options"] else row["answer"],
        "flags": row.get("flags", []),
        "changes": [],
    }


def _labels(row: dict[str, Any]) -> dict[str, Any]:
    texts = set(ShuffledQuestion.column_names()) - set(CleanQuestion.column_names())
    empty: dict[str, Any] = dict.fromkeys(texts, "")
    return {
        **empty,
        "format": "SCQ" if row["options"] else "QA",
        "task": "KG",
        "task_confidence": 1.0,
        "category_confidence": 1.0,
        "keywords": [],
        "also": [],
        "order": list(range(len(row["options"]))),
        "unit": row["raw_id"],
        "draw": "",
        "split": row.get("split", "train"),
    }


def desk(folder: Path, rows: Iterable[dict[str, Any]], edges: Iterable[dict[str, Any]] = (),
         reports: Iterable[dict[str, Any]] = (), **settings: Any) -> desks.Desk:  # fmt: skip
    """An open desk of these questions; `reports`: raw_id and detail of readers' reports."""
    found = frames(rows, edges)
    if told := list(reports):
        found["errata"] = pl.DataFrame(told)
    made = queue(found, QueueSettings(**settings))
    path = folder / "desk.sqlite"
    exam = paper(found["split"], found["parsed"])
    desks.write(path, payloads(made, found), {"key": "k"}, exam, listed(found["split"]))
    return desks.Desk(path)


__all__ = ["PEOPLE", "desk", "frames", "question"]
