"""From a book's pages to rows: questions, captures, lines, and what is in no question."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any

from cpsyexam.records import capture_row, question_row
from ocr.alarms import Alarm, alarms, upright_pages
from ocr.book import Book
from ocr.chapters.segment import Found, Segmented, segment
from ocr.checks import doubt, torn, unlike_blanks, without_case
from ocr.layout.assemble import BookText, assemble
from ocr.layout.geometry import corners, page_boxes
from ocr.layout.paragraphs import places
from ocr.page.fragment import LAYER, Reading
from ocr.recognise import SKIPPED, PageRead
from parsing import Printed

MEDIA = {".pdf": "application/pdf", ".tif": "image/tiff", ".tiff": "image/tiff"}
TORN = 0.5  # confidence below which a question may hold another one
_RUNS_ON = re.compile(r"statement_goes_on|looks_torn: (?:0\.[5-9]|1)")
Row = dict[str, Any]
ROLES = {
    "header": "page_header",
    "footer": "page_footer",
    "page_number": "page_number",
    "noise": "unreadable_line",
    "margin": "page_margin",
    "figure": "figure_text",
    "tick_box": "tick_box",
    "type_tag": "type_tag",
    "score_box": "sheet_furniture",
    "unplaced": "text_unplaced",
}


@dataclass(frozen=True)
class BookRecords:
    """Rows of one book as dicts."""

    questions: list[Row]
    captures: list[Row]
    lines: list[Row]
    rejected: list[Row]


def book_records(book: Book, pages: Sequence[PageRead]) -> BookRecords:
    """All rows of a book. Every page is the parent of a question or of a rejected row."""
    return rows_of(book, pages, *understood(book, pages))


def understood(book: Book, pages: Sequence[PageRead]) -> tuple[BookText, Segmented]:
    """The text of a book, and what it asks."""
    readings = _readings(pages)
    text = assemble(sorted(readings.items()), book.about, book.about.chapter)
    exact = [page for page, reading in readings.items() if reading.by == LAYER]
    return text, segment(book, text.paragraphs, text.heads, exact)


def rows_of(
    book: Book, pages: Sequence[PageRead], text: BookText, parsed: Segmented
) -> BookRecords:
    """The rows of a book that was understood."""
    readings = _readings(pages)
    captures = {page.place.number: _capture(book, page) for page in pages}
    missing = alarms(parsed, text.paragraphs)
    questions = _questions(book, parsed, text, readings, captures, missing.before_gap)
    told = [*missing.found, *upright_pages(readings), *_torn(questions, captures)]
    return BookRecords(
        questions,
        list(captures.values()),
        _lines(text, readings, captures),
        [
            *_rejected(pages, parsed, text, readings, captures),
            *(_lost(captures[alarm.page], alarm.rule, [], alarm.said) for alarm in told),
        ],
    )


def _readings(pages: Sequence[PageRead]) -> dict[int, Reading]:
    return {p.place.number: p.reading for p in pages if p.reading is not None}


def _torn(questions: Sequence[Row], captures: dict[int, Row]) -> list[Alarm]:
    """An alarm for each page with questions so unlike printed ones that they may hold others."""
    places = {row["capture"]: number for number, row in captures.items()}
    torn: dict[int, list[str]] = defaultdict(list)
    for row in questions:
        if row["confidence"] < TORN or any(map(_RUNS_ON.match, row["notes"])):
            torn[places[row["capture"]]].append(row["number"])
    return [
        Alarm(page, "question_torn", f"doubts of {', '.join(numbers[:12])}")
        for page, numbers in sorted(torn.items())
    ]


def _capture(book: Book, page: PageRead) -> Row:
    place = page.place
    turn, paper = (page.reading.turn, page.reading.paper) if page.reading else (0, None)
    facts = [
        f"page={place.page}",
        *([f"turn={turn}"] if turn else []),
        *([f"dpi={book.about.dpi}"] if book.about.dpi else []),
        *(["paper=" + ",".join(f"{v:g}" for v in paper)] if paper else []),
    ]
    suffix = place.file.suffix.lower()
    return capture_row(
        book.name,
        f"{place.file.as_posix()}#{'&'.join(facts)}",
        page.digest,
        archive=place.file.as_posix(),
        offset=place.number,
        media_type=MEDIA.get(suffix, f"image/{suffix[1:].replace('jpg', 'jpeg')}"),
    )


def _lines(text: BookText, readings: dict[int, Reading], captures: dict[int, Row]) -> list[Row]:
    return [
        {
            "capture": captures[line.page]["capture"],
            "order": line.order,
            "text": fragment.text,
            "score": fragment.score,
            "role": line.role,
            **corners(fragment.box),
        }
        for line in text.lines
        for fragment in [readings[line.page].fragments[line.at]]
    ]


def _questions(
    book: Book,
    parsed: Segmented,
    text: BookText,
    readings: dict[int, Reading],
    captures: dict[int, Row],
    gaps: dict[int, str],
) -> list[Row]:
    rows, seen = [], defaultdict[str, int](int)
    before = _before(parsed.questions, text)
    all_printed = [found.printed for found in parsed.questions]
    looks = torn(all_printed)
    cases = without_case(all_printed, [left.text for left in parsed.left])
    blanks = unlike_blanks(all_printed)
    for place, found in enumerate(parsed.questions):
        printed = found.printed
        paragraphs = [text.paragraphs[at] for at in found.paragraphs]
        capture = captures[paragraphs[0].page]
        first = paragraphs[0].rows[0].pieces[0].at
        locator = f"number={printed.number};line={first}"
        seen[capture["capture"] + locator] += 1
        if seen[capture["capture"] + locator] > 1:
            locator += f";copy={seen[capture['capture'] + locator]}"
        doubts = doubt(
            printed,
            before[place],
            [p.score for para in paragraphs for r in para.rows for p in r.pieces],
            [para.text for para in paragraphs],
            gaps.get(place, ""),
            [
                *looks[place],
                *cases[place],
                *blanks[place],
                *(para.doubt for para in paragraphs if para.doubt),
            ],
        )
        rows.append(
            question_row(
                book.name,
                capture["capture"],
                locator,
                url=capture["url"],
                **_said(found),
                notes=[*printed.notes, *found.repairs, *_key_page(found, text), *doubts.reasons],
                confidence=doubts.confidence,
                boxes=page_boxes(places(paragraphs), readings),
                key_boxes=page_boxes(places(text.paragraphs[at] for at in found.keys), readings),
            )
        )
    return rows


def _before(questions: Sequence[Found], text: BookText) -> list[Printed | None]:
    """The question before each in its chapter: that with the next lower number of its page where
    the page's numbers count on, in whatever order its boxes are read.
    """
    out: list[Printed | None] = []
    last: dict[str, Printed] = {}  # of each chapter
    for (here, _), group in groupby(questions, key=lambda q: _part(q, text)):
        own = [found.printed for found in group]
        numbers = [int(q.number) if q.number.isdecimal() else 0 for q in own]
        counted = sorted(numbers) == list(range(min(numbers), min(numbers) + len(numbers)))
        ordered = [q for _, q in sorted(zip(numbers, own, strict=True), key=itemgetter(0))]
        ordered = ordered if counted and min(numbers) else own
        befores = [last.get(here), *ordered[:-1]]
        out += [befores[ordered.index(q)] for q in own] if ordered is not own else befores
        last[here] = ordered[-1]
    return out


def _part(found: Found, text: BookText) -> tuple[str, tuple[str, int]]:
    """Its chapter; its section there and its page."""
    chapter = f"{found.chapter.title}/{found.chapter.pages}"
    return chapter, (found.printed.section, text.paragraphs[found.paragraphs[0]].page)


def _said(found: Found) -> Row:
    printed, chapter = found.printed, found.chapter
    told = ("number", "section", "material", "stem", "answer", "explanation")
    return {
        **{name: getattr(printed, name) for name in told},
        **{name: getattr(chapter, name) for name in ("exam", "subject", "category")},
        "declared": printed.format,
        "options": list(printed.options),
        "images": list(printed.images),
    }


def _key_page(found: Found, text: BookText) -> list[str]:
    pages = {text.paragraphs[at].page for at in found.further}
    pages -= {text.paragraphs[at].page for at in found.paragraphs}
    return [f"further_pages: {', '.join(map(str, sorted(pages)))}"] if pages else []


def _rejected(
    pages: Sequence[PageRead],
    parsed: Segmented,
    text: BookText,
    readings: dict[int, Reading],
    captures: dict[int, Row],
) -> list[Row]:
    lost: dict[tuple[int, str], list[str]] = defaultdict(list)
    for line in text.lines:
        if line.role in ROLES:
            said = readings[line.page].fragments[line.at].text
            lost[line.page, ROLES[line.role]].append(said)
    for left in parsed.left:
        lost[text.paragraphs[left.paragraph].page, left.rule].append(left.text)
    placed = {at for q in parsed.questions for at in (*q.paragraphs, *q.further)}
    placed |= {left.paragraph for left in parsed.left} | {at for at, *_ in parsed.unasked}
    for at, paragraph in enumerate(text.paragraphs):  # there should be none
        if at not in placed and paragraph.text.strip():
            lost[paragraph.page, ROLES["unplaced"]].append(paragraph.text)
    for without in _pages_without(pages, parsed, text):
        lost[without] += []
    rows = [_lost(captures[number], rule, said) for (number, rule), said in lost.items()]
    return rows + [
        _lost(
            captures[page.place.number],
            "skipped_page" if page.problem == SKIPPED else "unreadable_page",
            [],
            page.problem,
        )
        for page in pages
        if page.reading is None
    ]


def _pages_without(
    pages: Sequence[PageRead], parsed: Segmented, text: BookText
) -> list[tuple[int, str]]:
    """Readable pages on which no question begins, and why: key, continuation, or nothing."""
    begun = {text.paragraphs[q.paragraphs[0]].page for q in parsed.questions}
    keys, own = (
        {row.page for q in parsed.questions for at in held(q) for row in text.paragraphs[at].rows}
        for held in (attrgetter("further"), attrgetter("paragraphs"))
    )
    return [
        (n, "answer_key_page" if n in keys else "continued_page" if n in own else "no_questions")
        for page in pages
        if page.reading is not None and (n := page.place.number) not in begun
    ]


def _lost(capture: Row, rule: str, lines: list[str], detail: str = "") -> Row:
    return {
        "capture": capture["capture"],
        "source": capture["source"],
        "rule": rule,
        "detail": detail or " ⏎ ".join(lines),
        "url": capture["url"],
        "lines": lines,
    }
