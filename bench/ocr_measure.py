"""How well a book was read: characters in reading order, questions, answers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl
from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from bench.ocr_books import TITLE, Printed
from cpsyexam.config import Terms
from cpsyexam.text import bare, fold
from ocr.book import Book, BookFile, Chapter
from ocr.chapters.segment import Found, segment
from ocr.checks import doubt
from ocr.habits.confusions import repair
from ocr.layout.assemble import assemble
from ocr.layout.paragraphs import Paragraph
from ocr.page.fragment import Reading
from parsing import Printed as Question
from samples.book.compose import Item

SURE = 0.8  # below it a reviewer is told to look, docs/books.md

_SAME = str.maketrans("，。：；？！（）【】“”‘’～—–−·．", ",.:;?!()[]\"\"''~---..")
BOOK = BookFile(
    title="bench",
    file=Path("bench.pdf"),
    terms=Terms(
        owner="bench",
        licence="CC0-1.0",
        terms_url="",
        decided_by="bench",
        decided_on="2026-11-20",
    ),
    chapter=(Chapter(title=TITLE, exam="GEE", subject="普通心理学"),),
)


@dataclass
class Score:
    """Sums over books.

    `exact` questions have the letters, digits and signs that stand there, `verbatim` ones the
    punctuation as well; `wrong` answers are other letters or another text than printed, `moved` a
    neighbour's.
    """

    characters: int = 0
    edits: int = 0
    questions: int = 0
    exact: int = 0
    verbatim: int = 0
    found: int = 0
    answers: int = 0
    right: int = 0
    wrong: int = 0
    moved: int = 0
    broken: int = 0  # found, but with another answer or number of options than printed
    broken_flagged: int = 0
    sound_flagged: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, other: "Score") -> None:
        """Add another book's sums."""
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))


def normal(text: str) -> str:
    """Text without blanks, width and the variants of punctuation."""
    return re.sub(r"[\s_]", "", fold(text.translate(_SAME)).translate(_SAME))


def plain(text: str) -> str:
    """The kernel's form for comparison, which tells questions apart: no punctuation."""
    return str(pl.select(bare(pl.lit(text))).item())


def measure(printed: Printed, readings: Sequence[Reading]) -> Score:
    """Compare what was read with what was printed."""
    paragraphs = assemble(list(enumerate(readings, 1)), BOOK).paragraphs
    truth = normal("".join(line for page in printed.pages for line in page.lines))
    said = normal("".join(repair(p.text).text for p in paragraphs))
    score = Score(characters=len(truth), edits=Levenshtein.distance(truth, said))
    book = Book(name="bench", scan=BOOK.file, about=BOOK)
    questions = segment(book, paragraphs).questions
    read = list(zip((q.printed for q in questions), _flags(questions, paragraphs), strict=True))
    for at, item in enumerate(printed.items):
        _compare(item, printed.items, at, read, score)
    return score


def _flags(questions: Sequence[Found], paragraphs: Sequence[Paragraph]) -> list[bool]:
    """Which questions structure marks for a look."""
    found: list[bool] = []
    before: Question | None = None
    for question in questions:
        rows = [placed for p in question.paragraphs for placed in paragraphs[p].rows]
        scores = [piece.score for placed in rows for piece in placed.pieces]
        found.append(doubt(question.printed, before, scores).confidence < SURE)
        before = question.printed
    return found


def _compare(
    item: Item,
    items: Sequence[Item],
    at: int,
    read: Sequence[tuple[Question, bool]],
    score: Score,
) -> None:
    score.questions += 1
    score.answers += 1
    best = max(read, key=lambda r: fuzz.ratio(r[0].stem, item.stem), default=None)
    if best is None or fuzz.ratio(normal(best[0].stem), normal(item.stem)) < 80:
        score.failures.append(f"{item.number} {item.section}: not found: {item.stem[:30]}")
        return
    score.found += 1
    said, flagged = best
    right = _answered(said, item, items, at, score)
    broken = not right or len(said.options) != len(item.options)
    score.broken += broken
    score.broken_flagged += broken and flagged
    score.sound_flagged += flagged and not broken
    pairs = (
        (said.stem, item.stem),
        (said.answer, item.answer),
        (said.material, item.material),
        ("\x1f".join(said.options), "\x1f".join(item.options)),
    )
    other = [(a, b) for a, b in pairs if normal(a) != normal(b)]
    wrong = [(a, b) for a, b in other if plain(a) != plain(b)]
    score.verbatim += not other
    score.exact += not wrong
    for a, b in wrong[:1]:
        score.failures.append(f"{item.number} {item.section}: {a[:80]!r} for {b[:80]!r}")


def _answered(said: Question, item: Item, items: Sequence[Item], at: int, score: Score) -> bool:
    answer, want = normal(said.answer), normal(item.answer)
    if answer == want or (item.format == "QA" and fuzz.ratio(answer, want) > 97):
        score.right += 1
        return True
    if answer and (item.format != "QA" or fuzz.ratio(answer, want) < 80):
        score.wrong += 1
        near = (*items[max(0, at - 1) : at], *items[at + 1 : at + 2])
        score.moved += any(answer == normal(other.answer) for other in near)
    return False
