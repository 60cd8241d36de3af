"""One page on a book: which numbers are missing, which keys found no question, what is doubtful."""

from collections import Counter
from dataclasses import dataclass

from ocr.checking.checks import WEIGHTS
from ocr.records import BookRecords

SURE = 0.8  # confidence below which a person should look


@dataclass(frozen=True)
class Verdict:
    """Figures of a book, and lines that say where something is missing."""

    questions: int
    answered: int
    doubtful: int
    reasons: tuple[tuple[str, int], ...]
    gaps: tuple[str, ...]
    keys: tuple[str, ...]


def verdict(found: BookRecords) -> Verdict:
    """Judge the questions of a book."""
    notes = Counter(note.partition(":")[0] for row in found.questions for note in row["notes"])
    pages = {row["capture"]: row["offset"] for row in found.captures}
    gaps, keys = (
        tuple(
            f"page {pages[row['capture']]}: {row['detail'][:60]}"
            for row in found.rejected
            if row["rule"] == rule
        )
        for rule in ("number_missing", "key_without_question")
    )
    return Verdict(
        questions=len(found.questions),
        answered=sum(bool(row["answer"]) for row in found.questions),
        doubtful=sum(row["confidence"] < SURE for row in found.questions),
        reasons=tuple((note, count) for note, count in notes.most_common() if note in WEIGHTS),
        gaps=gaps,
        keys=keys,
    )
