"""Every piece of a page is in one line, every paragraph in a question or a rejected row."""

from collections import Counter
from pathlib import Path

from bench.annotated import WRITTEN, annotated
from bench.typewritten import typed
from cpsyexam.config import load
from ocr.assemble import assemble
from ocr.book import Book, BookFile
from ocr.pages import Place
from ocr.records import BookRecords, book_records
from ocr.worker import PageRead


def _read(name: str, folder: Path) -> tuple[list[PageRead], BookRecords]:
    written = next(b for b in annotated(WRITTEN / f"{name[:2]}.jsonl") if b.name == name)
    sheets = typed(written, folder)
    about = load(sheets.toml, BookFile)
    pages = [
        PageRead(Place(sheets.toml, n, n), f"{n:064x}", reading)
        for n, reading in enumerate(sheets.readings, 1)
    ]
    return pages, book_records(Book(name=name, scan=folder, about=about), pages)


def test_the_title_of_a_key_that_was_taken_out_is_told(tmp_path: Path) -> None:
    pages, found = _read("T1/01-counsellor3-theory-grid", tmp_path)
    rejected = [line for row in found.rejected for line in row["lines"]]
    assert "理论知识模拟试卷（三）标准答案" in rejected
    assert len(found.lines) == sum(len(p.reading.fragments) for p in pages if p.reading)


def test_every_piece_of_a_page_is_in_one_line(tmp_path: Path) -> None:
    pages, _ = _read("T1/01-counsellor3-theory-grid", tmp_path)
    readings = [(p.place.number, p.reading) for p in pages if p.reading]
    text = assemble(readings, load(pages[0].place.file, BookFile))
    told = Counter((line.page, line.at) for line in text.lines)
    assert told == Counter((page, at) for page, r in readings for at in range(len(r.fragments)))
