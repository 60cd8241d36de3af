"""From the pages of the sample book to rows: every page and every line is told, once."""

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from ocr.book import Book, read_book
from ocr.page.fragment import Fragment, Reading
from ocr.page.pages import Place
from ocr.recognise import SKIPPED, PageRead
from ocr.records import BookRecords, book_records
from tests.ocr.scans import SAMPLE
from tests.ocr.test_sample_book import GOLDEN, load

TURNED, LOST, LEFT_OUT = 3, 17, 18  # pages: photographed askew, unreadable, named under `skip`
CORNERS = (10.5, 20.0, 1400.0, 21.0, 1390.0, 2000.0, 12.0, 1999.25)


@pytest.fixture(scope="module")
def book() -> Book:
    return read_book(SAMPLE.with_suffix(".toml"))


def _page(number: int, reading: Reading | None, problem: str = "") -> PageRead:
    return PageRead(Place(SAMPLE, number, number), f"digest{number}", reading, problem)


@pytest.fixture(scope="module")
def pages() -> list[PageRead]:
    read = [load(page) for page in json.loads(GOLDEN.read_text("utf-8"))]
    read[TURNED - 1] = replace(read[TURNED - 1], turn=90, paper=CORNERS)
    found = [_page(number, reading) for number, reading in enumerate(read, 1)]
    return [*found, _page(LOST, None, "broken data stream"), _page(LEFT_OUT, None, SKIPPED)]


@pytest.fixture(scope="module")
def found(book: Book, pages: list[PageRead]) -> BookRecords:
    return book_records(book, pages)


def test_every_page_is_a_capture_whose_address_says_how_it_was_read(
    found: BookRecords, book: Book
) -> None:
    urls = [row["url"] for row in found.captures]
    dpi = f"&dpi={book.about.dpi}" if book.about.dpi else ""
    for number, url in enumerate(urls, 1):
        if number == TURNED:
            told = "&paper=10.5,20,1400,21,1390,2000,12,1999.25"
            assert url.endswith(f"#page={number}&turn=90{dpi}{told}")
        else:
            assert url.endswith(f"{SAMPLE.name}#page={number}{dpi}")
    assert [row["offset"] for row in found.captures] == list(range(1, LEFT_OUT + 1))
    assert {row["media_type"] for row in found.captures} == {"application/pdf"}
    assert len({row["capture"] for row in found.captures}) == len(urls)


def test_every_page_has_a_question_or_a_reason_why_it_has_none(found: BookRecords) -> None:
    begun = {row["capture"] for row in found.questions}
    why = {row["capture"]: row["rule"] for row in found.rejected}
    numbers = {row["capture"]: row["offset"] for row in found.captures}
    assert set(numbers) == begun | set(why)
    rules = {
        numbers[name]: {r["rule"] for r in found.rejected if r["capture"] == name}
        for name in numbers
    }
    assert rules[LOST] == {"unreadable_page"}
    assert rules[LEFT_OUT] == {"skipped_page"}
    (lost,) = [row for row in found.rejected if row["rule"] == "unreadable_page"]
    assert (lost["detail"], lost["lines"]) == ("broken data stream", [])
    pages = {"answer_key_page", "continued_page", "no_questions"}
    for name, number in numbers.items():
        assert bool(rules[number] & pages) == (name not in begun and number < LOST)


def test_every_fragment_is_a_line_with_its_box_and_its_role(
    found: BookRecords, pages: list[PageRead]
) -> None:
    numbers = {row["capture"]: row["offset"] for row in found.captures}
    read = {page.place.number: page.reading for page in pages}
    told = Counter(numbers[row["capture"]] for row in found.lines)
    assert told == {n: len(one.fragments) for n, one in read.items() if one}
    boxes = {(n, _box(f), f.text, f.score) for n, one in read.items() if one for f in one.fragments}
    assert {_line(row, numbers) for row in found.lines} == boxes
    aside = {
        "header": "page_header", "footer": "page_footer", "page_number": "page_number",
        "noise": "unreadable_line", "margin": "page_margin", "figure": "figure_text",
    }  # fmt: skip
    roles = Counter(row["role"] for row in found.lines)
    assert roles["header"] > 0
    for role, rule in aside.items():
        said = [text for row in found.rejected if row["rule"] == rule for text in row["lines"]]
        assert Counter(said) == Counter(r["text"] for r in found.lines if r["role"] == role)


def _box(fragment: Fragment) -> tuple[float, ...]:
    xs, ys = fragment.quad[::2], fragment.quad[1::2]
    return min(xs), min(ys), max(xs), max(ys)


def _line(row: dict[str, Any], numbers: dict[str, int]) -> tuple[object, ...]:
    box = tuple(row[name] for name in ("x0", "y0", "x1", "y1"))
    return numbers[row["capture"]], box, row["text"], row["score"]


def test_a_question_names_its_place_once(found: BookRecords) -> None:
    places = [(row["capture"], row["locator"]) for row in found.questions]
    assert len(set(places)) == len(places) > 20
    numbers = {row["capture"]: row["offset"] for row in found.captures}
    for row in found.questions:
        assert row["locator"].startswith(f"number={row['number']};line=")
        assert row["boxes"]
        assert row["boxes"][0]["page"] == numbers[row["capture"]]
        assert all(box["x0"] < box["x1"] and box["y0"] < box["y1"] for box in row["boxes"])
        assert 0 < row["confidence"] <= 1
        assert row["url"] == next(
            c["url"] for c in found.captures if c["capture"] == row["capture"]
        )


def test_a_key_on_another_page_is_named(found: BookRecords) -> None:
    numbers = {row["capture"]: row["offset"] for row in found.captures}
    named = [
        (row, note.removeprefix("further_pages: "))
        for row in found.questions
        for note in row["notes"]
        if note.startswith("further_pages: ")
    ]
    assert named
    for row, said in named:
        assert numbers[row["capture"]] not in {int(n) for n in said.split(", ")}


def test_the_line_of_a_key_that_stands_apart_is_boxed(found: BookRecords) -> None:
    numbers = {row["capture"]: row["offset"] for row in found.captures}
    keyed = [row for row in found.questions if row["key_boxes"] and row["options"]]
    assert len(keyed) > 20
    for row in keyed:
        told = "".join(
            line["text"]
            for line in found.lines
            for box in row["key_boxes"]
            if numbers[line["capture"]] == box["page"]
            and box["x0"] <= line["x0"]
            and line["x1"] <= box["x1"]
            and box["y0"] <= line["y0"]
            and line["y1"] <= box["y1"]
        )
        assert set(row["answer"]) <= set(told)
        assert row["stem"] not in told


def test_subjects_are_those_of_the_chapters(found: BookRecords, book: Book) -> None:
    assert {row["exam"] for row in found.questions} == {c.exam for c in book.about.chapter}
    assert {row["subject"] for row in found.questions} == {c.subject for c in book.about.chapter}
    assert not [row for row in found.questions if ";copy=" in row["locator"]]


def _columns(book: Book, *numbers: int) -> dict[str, list[str]]:
    """Doubts of four questions, two above each other in either column, by their numbers."""
    fragments = []
    for at, number in enumerate(numbers):
        stem = f"{number}．下列各项中属于情绪状态的是（　　）"
        for line, text in enumerate([stem, "A．心境", "B．感觉", "C．记忆", "D．思维"]):
            x, y = 120 + 760 * (at // 2), 200 + 600 * (at % 2) + 60 * line
            wide = 30 * len(text)
            fragments.append(Fragment(text, 0.99, (x, y, x + wide, y, x + wide, y + 32, x, y + 32)))
    chapter = book.about.chapter[0].model_copy(update={"pages": (1, 1)})
    about = book.about.model_copy(update={"chapter": (chapter,)})
    reading = Reading(1600, 2200, 0, "test", tuple(fragments))
    rows = book_records(
        Book(name=book.name, scan=book.scan, about=about), [_page(1, reading)]
    ).questions
    return {row["number"]: [n for n in row["notes"] if "sequence" in n] for row in rows}


def test_numbers_that_count_on_over_a_page_are_in_sequence(book: Book) -> None:
    assert _columns(book, 1, 3, 2, 4) == {"1": [], "3": [], "2": [], "4": []}
    found = _columns(book, 1, 3, 2, 6)
    assert found["3"] == ["number_out_of_sequence: 3 where 2 was due"]
    assert found["6"] == ["number_out_of_sequence: 6 where 3 was due"]
