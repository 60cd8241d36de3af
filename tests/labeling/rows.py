"""Question rows for tests, with what a test does not care about filled in."""

from collections.abc import Mapping

import polars as pl

from cpsyexam.records import LabeledQuestion, UniqueQuestion

BLANK: dict[str, object] = {
    "raw_id": "r0",
    "id": "q0",
    "source": "s",
    "capture": "c",
    "locator": "",
    "url": "",
    "number": "",
    "declared": "",
    "exam": "GEE",
    "subject": "普通心理学",
    "category_hint": "",
    "material": "",
    "stem": "下列属于知觉特征的是",
    "options": ["整体性", "选择性", "理解性", "恒常性"],
    "answer": [0],
    "reference": "",
    "explanation": "",
    "notes": [],
    "flags": [],
    "confidence": None,
    "boxes": [],
    "changes": [],
    "cluster": "r0",
    "group": "r0",
    "also": [],
    "format": "SCQ",
    "format_rule": "declared",
    "task": "KG",
    "task_rule": "keywords",
    "task_confidence": 1.0,
    "keywords": [],
    "category": "",
    "category_rule": "",
    "category_confidence": 0.0,
}


def unique(*rows: Mapping[str, object]) -> pl.DataFrame:
    """A frame of UniqueQuestion."""
    return _frame(UniqueQuestion.column_names(), UniqueQuestion.create_empty().schema, rows)


def labeled(*rows: Mapping[str, object]) -> pl.DataFrame:
    """A frame of LabeledQuestion."""
    return _frame(LabeledQuestion.column_names(), LabeledQuestion.create_empty().schema, rows)


def _frame(
    names: list[str], schema: pl.Schema, rows: tuple[Mapping[str, object], ...]
) -> pl.DataFrame:
    full = [
        {**{n: BLANK[n] for n in names}, "raw_id": f"r{i}", "id": f"q{i}", **row}
        for i, row in enumerate(rows)
    ]
    return pl.DataFrame(full, schema=schema)
