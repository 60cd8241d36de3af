"""Small banks for the tests."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import polars as pl

from cpsyexam.identity import question_ids
from cpsyexam.records import CleanQuestion, conform

FOUR = ("感觉", "记忆", "思维", "想象")


@dataclass(frozen=True)
class Asked:
    """One question of a test bank."""

    raw_id: str
    stem: str
    options: Sequence[str] = FOUR
    answer: Sequence[int] = (0,)
    material: str = ""
    reference: str = ""
    explanation: str = ""
    source: str = "one"
    notes: Sequence[str] = field(default_factory=tuple)


def frame(*questions: Asked) -> pl.DataFrame:
    """CleanQuestion rows."""
    rows = [
        {
            "raw_id": q.raw_id, "id": "", "source": q.source, "capture": "c", "locator": "",
            "url": "", "number": "", "declared": "", "exam": "GEE", "subject": "普通心理学",
            "category_hint": "", "material": q.material, "stem": q.stem,
            "options": list(q.options), "answer": list(q.answer), "reference": q.reference,
            "explanation": q.explanation, "notes": list(q.notes), "flags": [],
            "confidence": None, "boxes": [], "changes": [],
        }
        for q in questions
    ]  # fmt: skip
    made = conform(rows, CleanQuestion)
    return made.with_columns(question_ids(made))
