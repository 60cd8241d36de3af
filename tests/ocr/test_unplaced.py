"""Every piece of a page is in one line, every paragraph in a question or a rejected row."""

from collections import Counter
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from bench.annotated import WRITTEN, annotated
from bench.structure_pages import boxed
from bench.typewritten import typed
from cpsyexam.config import load
from ocr.book import Book, BookFile, Chapter, Layout
from ocr.chapters.segment import segment
from ocr.layout.assemble import assemble
from ocr.layout.columns import Row
from ocr.layout.geometry import Piece
from ocr.layout.paragraphs import paragraphs
from ocr.page.fragment import Reading
from ocr.page.pages import Place
from ocr.recognise import PageRead
from ocr.records import BookRecords, book_records


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


SAID = (
    *(
        "第一章　感觉与知觉",
        "一、单项选择题",
        "参考答案",
        "1-5　ABCDA",
        "第3页",
        "心理学习题",
        "图1-1",
    ),
    *(
        "1．下列属于感觉的是（　　）",
        "2．知觉的特性有（　　）。",
        "A．视觉　B．想象",
        "C．记忆",
        "D．思维",
    ),
    *(
        "【答案】B",
        "解析：视觉是感觉。",
        "3．简述遗忘的规律。",
        "答：先快后慢。",
        "12",
        "（　　）",
        "√",
    ),
)
LINES = st.lists(st.tuples(st.sampled_from(SAID), st.sampled_from((100, 130, 760))), max_size=24)


@settings(max_examples=40, deadline=None)
@given(st.lists(LINES, min_size=1, max_size=4))
def test_whatever_stands_on_pages_is_told_once(pages: list[list[tuple[str, int]]]) -> None:
    readings = [
        (number, Reading(1400, 2000, 0, "test", tuple(
            boxed(text, (x, 60 + 70 * at, x + 30 * len(text), 94 + 70 * at))
            for at, (text, x) in enumerate(lines)
        )))
        for number, lines in enumerate(pages, 1)
    ]  # fmt: skip
    chapter = Chapter(title="第一章　感觉与知觉", exam="GEE", subject="普通心理学")
    text = assemble(readings, Layout(), [chapter])
    placed = Counter((line.page, line.at) for line in text.lines)
    assert placed == Counter((page, at) for page, r in readings for at in range(len(r.fragments)))
    about = BookFile.model_construct(chapter=(chapter,))
    parsed = segment(Book.model_construct(about=about), text.paragraphs, text.heads)
    known = {at for q in parsed.questions for at in (*q.paragraphs, *q.further)}
    known |= {left.paragraph for left in parsed.left} | {at for at, *_ in parsed.unasked}
    known |= {at for _, places in parsed.empty for at in places}
    assert known == set(range(len(text.paragraphs)))


def _row(y: int, text: str, *, box: bool = False, wide: int = 34) -> Row:
    piece = Piece(y, text, 1.0, 100.0, float(y), 100.0 + wide * len(text), y + 34.0)
    return Row((piece,), 100.0, 780.0, 0, box=box, page=1)


def test_a_box_of_notes_that_breaks_a_sentence_is_no_part_of_it() -> None:
    rows = [
        _row(0, "27．下列各项之中，可以用来建立等距量表"),
        _row(50, "编者按", box=True),
        _row(100, "考试日益临近，本报连续刊登测试。", box=True),
        _row(150, "的方法是（　　）。"),
    ]
    stem, *notes = paragraphs(rows)
    assert stem.text == "27．下列各项之中，可以用来建立等距量表的方法是（　　）。"
    assert [note.aside for note in notes] == ["page_margin"] * 2
    rows[2] = _row(100, "1．考试日益临近，本报连续刊登测试。", box=True)
    assert not any(p.aside for p in paragraphs(rows))


def test_the_title_of_a_chapter_once_more_is_in_no_question() -> None:
    title = "发展心理学模拟试题（四）"
    asked, answer = "1．试述毕生发展观的主要观点。", "1．发展贯穿一生。"
    said = [title, "一、论述题", asked, title, "参考答案", answer]
    text = paragraphs([_row(50 * at, line) for at, line in enumerate(said)])
    chapter = Chapter(title=title, exam="GEE", subject="发展心理学")
    about = BookFile.model_construct(chapter=(chapter,))
    parsed = segment(Book.model_construct(about=about), text)
    (found,) = parsed.questions
    assert found.printed.stem == "试述毕生发展观的主要观点。"
    assert (3, "chapter_heading") in {(left.paragraph, left.rule) for left in parsed.left}
