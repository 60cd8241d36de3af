"""What must become of everything that the sample prints: rows of truth.jsonl.

A row of kind `question` is one printed question: what must come out (`expect` keep), or that it
must be rejected and by which rules. Copies of one question share `key`; which of them survives is
the pipeline's choice. A row of kind `capture` is a page that holds no question.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from samples import plan
from samples.book import plan as book
from samples.press import Proof

TRUTH = Path(__file__).parent / "truth.jsonl"
BOOK, BANK = "exercises", "structured"
NO_ANSWER = ("missing_answer",)
RULES = {
    "answer_beyond_options": ("answer_beyond_options", "answer_unreadable"),
    "conflict": ("conflicting_answers",),
    "format": ("format_not_in_release",),
    "identical_options": ("identical_options",),
    "image_needed": ("image_needed",),
    "mismatch": NO_ANSWER,
    "missing_answer": NO_ANSWER,
    "mojibake": ("mojibake",),
    "orphan": ("orphan_case_question",),
}
CAPTURE_RULES = {
    "login_wall": ("login_wall",),
    "missing": ("missing_capture",),
    "image_answers": ("picture_only",),
}


def question(proof: Proof, *, source: str, page: str) -> dict[str, Any]:
    """The truth of one printed question; the answer as letters, or the text of an open one."""
    printed, truth = proof.printed, proof.printed.truth
    rejected = printed.rejected
    return {
        "kind": "question",
        "source": source,
        "page": page,
        "number": proof.number,
        "key": truth.key,
        "defect": printed.defect,
        "expect": "reject" if rejected else "keep",
        "rules": list(RULES[printed.defect]) if rejected else [],
        "exam": truth.exam,
        "subject": truth.subject,
        "format": truth.format,
        "task": "CA" if truth.case else "KG",
        "category": truth.category,
        "material": truth.material,
        "stem": printed.stem if printed.defect == "mojibake" else proof.stem,
        "options": list(truth.options),
        "answer": truth.answer,
        "explanation": proof.explanation,
    }


def capture(*, source: str, page: str, kind: str) -> dict[str, Any]:
    """The truth of a capture without questions."""
    return {
        "kind": "capture",
        "source": source,
        "page": page,
        "defect": kind,
        "expect": "reject",
        "rules": list(CAPTURE_RULES[kind]),
    }


def of_book() -> Iterator[dict[str, Any]]:
    """The book's printed questions."""
    for row in book.printed():
        defect = row["defect"].partition(":")[0].replace("duplicate_of", "exact")
        rejected = defect in plan.REJECTED
        yield {
            "kind": "question",
            "source": BOOK,
            "page": f"exercises.pdf#page={row['page']}",
            "number": row["number"],
            "key": row["key"],
            "defect": defect,
            "expect": "reject" if rejected else "keep",
            "rules": list(RULES[defect]) if rejected else [],
            "exam": row["exam"],
            "subject": row["subject"],
            "format": row["format"],
            "task": "CA" if row["category"] else "KG",
            "category": row["category"],
            "material": row["material"],
            "stem": row["stem"],
            "options": row["options"],
            "answer": row["answer"],
            "explanation": row["explanation"],
        }


def write(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    """Write rows, one JSON object a line."""
    text = "".join(json.dumps(row, ensure_ascii=False, sort_keys=True) + "\n" for row in rows)
    path.write_text(text, encoding="utf-8", newline="\n")


def read(path: Path = TRUTH) -> list[dict[str, Any]]:
    """The rows of truth.jsonl."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
