"""From recognised lines to questions without OCR: golden folders."""

import json
from pathlib import Path

import pytest

from ocr.book import read_book
from ocr.chapters.segment import segment
from ocr.layout.assemble import assemble
from tests.ocr.printing import readings

GOLDEN = Path(__file__).parents[1] / "golden" / "segment"
CASES = sorted(path.name for path in GOLDEN.iterdir())


@pytest.mark.parametrize("name", CASES)
def test_golden(name: str) -> None:
    book = read_book(GOLDEN / name / "book.toml")
    pages, _ = readings(GOLDEN / name / "lines.json")
    paragraphs = assemble(pages, book.about).paragraphs
    found = [
        {
            "number": q.printed.number,
            "format": q.printed.format,
            "subject": q.chapter.subject,
            "page": paragraphs[q.paragraphs[0]].page,
            "material": q.printed.material,
            "stem": q.printed.stem,
            "options": list(q.printed.options),
            "answer": q.printed.answer,
        }
        for q in segment(book, paragraphs).questions
    ]
    assert found == json.loads((GOLDEN / name / "expected.json").read_text("utf-8"))


@pytest.mark.parametrize("name", CASES)
def test_no_paragraph_is_lost(name: str) -> None:
    book = read_book(GOLDEN / name / "book.toml")
    pages, _ = readings(GOLDEN / name / "lines.json")
    paragraphs = assemble(pages, book.about).paragraphs
    parsed = segment(book, paragraphs)
    used = {at for q in parsed.questions for at in (*q.paragraphs, *q.further)}
    used |= {left.paragraph for left in parsed.left}
    assert used == set(range(len(paragraphs)))
