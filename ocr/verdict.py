"""One page on a book: which numbers are missing, which keys found no question, what is doubtful."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ocr.chapters.segment import Segmented
from ocr.checking.checks import doubt
from ocr.layout.paragraphs import Paragraph
from parsing import Printed

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


def verdict(parsed: Segmented, paragraphs: Sequence[Paragraph]) -> Verdict:
    """Judge the questions of a book."""
    reasons: Counter[str] = Counter()
    gaps: list[str] = []
    doubtful = 0
    before: Printed | None = None
    chapter = ""
    for found in parsed.questions:
        here = f"{found.chapter.title}{found.chapter.pages or ''}"
        before = before if here == chapter else None
        rows = [row for at in found.paragraphs for row in paragraphs[at].rows]
        scores = [piece.score for row in rows for piece in row.row.pieces]
        lines = [paragraphs[at].text for at in found.paragraphs]
        said = doubt(found.printed, before, scores, lines)
        doubtful += said.confidence < SURE
        reasons.update(reason.partition(":")[0] for reason in said.reasons)
        gaps += _gap(found.printed, before, here, rows[0].page if rows else 0)
        before, chapter = found.printed, here
    keys = [
        f"page {paragraphs[left.paragraph].page}: {left.text[:60]}"
        for left in parsed.left
        if left.rule == "key_without_question"
    ]
    return Verdict(
        questions=len(parsed.questions),
        answered=sum(bool(q.printed.answer) for q in parsed.questions),
        doubtful=doubtful,
        reasons=tuple(reasons.most_common()),
        gaps=tuple(gaps),
        keys=tuple(keys),
    )


def _gap(printed: Printed, before: Printed | None, chapter: str, page: int) -> list[str]:
    """Printed numbers between two questions that no question bears."""
    if before is None or not (printed.number.isdecimal() and before.number.isdigit()):
        return []
    first, last = int(before.number) + 1, int(printed.number) - 1
    if not first <= last <= first + 200:
        return []
    missing = f"{first}" if first == last else f"{first} to {last}"
    return [f"{chapter}: number {missing} missing, before page {page}"]
