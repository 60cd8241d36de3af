"""From recognised lines to questions without OCR: golden folders."""

import json
from pathlib import Path

import pytest

from ocr.book import Layout, read_book
from ocr.chapters.segment import segment
from ocr.layout.assemble import assemble
from tests.ocr.printing import readings
from tests.ocr.test_alarms import book as small_book
from tests.ocr.test_alarms import page

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


def test_no_character_of_a_file_s_own_text_is_repaired() -> None:
    title = small_book().about.chapter[0].title
    lines = [title, "1．一段时同便走近的是（　　）。", "A．甲　　B．乙　　C．丙　　D．丁"]
    paragraphs = assemble([(1, page(*lines))], Layout()).paragraphs
    stems = [
        segment(small_book(), paragraphs, exact=exact).questions[0].printed.stem
        for exact in ((), (1,))
    ]
    assert ["一段时间" in stem for stem in stems] == [True, False]
    assert "一段时同" in stems[1]
