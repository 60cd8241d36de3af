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
from ocr.assemble import assemble
from ocr.book import Book, BookFile, Chapter
from ocr.confusions import repair
from ocr.fragment import Reading
from ocr.segment import Found, segment
from samples.book.compose import Item

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
    for at, item in enumerate(printed.items):
        _compare(item, printed.items, at, questions, score)
    return score


def _compare(
    item: Item, items: Sequence[Item], at: int, questions: Sequence[Found], score: Score
) -> None:
    score.questions += 1
    score.answers += 1
    best = max(questions, key=lambda q: fuzz.ratio(q.printed.stem, item.stem), default=None)
    if best is None or fuzz.ratio(normal(best.printed.stem), normal(item.stem)) < 80:
        score.failures.append(f"{item.number} {item.section}: not found: {item.stem[:30]}")
        return
    score.found += 1
    said, want = best.printed, normal(item.answer)
    answer = normal(said.answer)
    if answer == want or (item.format == "QA" and fuzz.ratio(answer, want) > 97):
        score.right += 1
    elif answer and (item.format != "QA" or fuzz.ratio(answer, want) < 80):
        score.wrong += 1
        near = (*items[max(0, at - 1) : at], *items[at + 1 : at + 2])
        score.moved += any(answer == normal(other.answer) for other in near)
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
    for read, stood in wrong[:1]:
        score.failures.append(f"{item.number} {item.section}: {read[:80]!r} for {stood[:80]!r}")
