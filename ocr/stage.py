"""Stage `books`: scans of books → raw questions, a capture a page, all lines of text."""

from collections import Counter, deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam.errors import ConfigError
from cpsyexam.executor import INLINE, Executor, Progress
from cpsyexam.files import canonical
from cpsyexam.records import Capture, Line, RawQuestion, Rejected, Source, conform, reject
from cpsyexam.stage import Frames, StageResult
from ocr.book import Book, read_book
from ocr.cache import Cache
from ocr.engines import chosen
from ocr.page.pages import Place, places
from ocr.recognise import PageRead, read_pages, skipped
from ocr.records import book_records
from ocr.settings import BooksSettings

LOSS = {"capture": pl.String, "source": pl.String, "rule": pl.String, "detail": pl.String}


def extract(
    frames: Frames,
    settings: BooksSettings,
    *,
    cache: Cache,
    executor: Executor = INLINE,
    progress: Progress | None = None,
) -> StageResult:
    """Questions of all books of the recipe; reads no frames.

    `cache` keeps the readings of pages, `executor` makes them. Raises SourceError for a missing,
    locked or broken scan and ConfigError for a bad TOML; an unreadable page is a Rejected row.
    """
    del frames
    if settings.readings and not settings.readings.is_dir():
        raise ConfigError(
            "there is no such folder",
            where=f"books.readings = {str(settings.readings)!r}",
            remedy="leave the key out, and the pages are read",
        )
    books = _read_books(settings.sources)
    wanted = {book.name: places(book.scan, settings.pages) for book in books}
    rows: dict[str, BookRows] = {}
    for (dpi, layer), alike in _alike(books, settings).items():
        own = settings.model_copy(update={"dpi": dpi, "text_layer": layer})
        todo = {
            book.name: [p for p in wanted[book.name] if p.number not in book.about.skip]
            for book in alike
        }
        every = list(chain.from_iterable(todo.values()))
        read = read_pages(every, own, cache, executor=executor, progress=progress)
        for book in alike:  # each as soon as its pages are read: all readings would fill the memory
            rows[book.name] = book_rows(book, wanted[book.name], islice(read, len(todo[book.name])))
        deque(read, maxlen=0)  # what it says at its end
    return _outcome(books, [rows[book.name] for book in books], settings)


def _alike(books: list[Book], usual: BooksSettings) -> dict[tuple[int, bool], list[Book]]:
    """The books by the resolution at which they are drawn, and whether a text layer is read."""
    found: dict[tuple[int, bool], list[Book]] = {}
    for book in books:
        about = book.about
        layer = usual.text_layer if about.text_layer is None else about.text_layer
        found.setdefault((about.dpi or usual.dpi, layer), []).append(book)
    return found


def _read_books(tomls: tuple[Path, ...]) -> list[Book]:
    books: dict[str, Book] = {}
    for path in tomls:
        book = read_book(path)
        if book.name in books:
            raise ConfigError(
                f"book {book.name!r} is named twice", where=str(path), remedy="rename its TOML"
            )
        books[book.name] = book
    return list(books.values())


@dataclass(frozen=True)
class BookRows:
    """The rows of one book as tables, and how its pages were read."""

    kept: pl.DataFrame
    rejected: pl.DataFrame
    captures: pl.DataFrame
    lines: pl.DataFrame
    counts: Counter[str]
    engines: frozenset[tuple[str, str, str]]


def book_rows(book: Book, pages: Sequence[Place], read: Iterable[PageRead]) -> BookRows:
    """The rows of a book with these pages, of which those read are told in order."""
    told = {page.place: page for page in read}
    records = book_records(book, [told.get(place) or skipped(place) for place in pages])
    lost = pl.DataFrame(
        records.rejected, schema={**LOSS, "url": pl.String, "lines": pl.List(pl.String)}
    )
    return BookRows(
        kept=conform(records.questions, RawQuestion),
        rejected=reject(
            lost, stage="books", rule=pl.col("rule"), detail=pl.col("detail"), parent="capture"
        ),
        captures=conform(records.captures, Capture),
        lines=conform(records.lines, Line),
        counts=_counts(told.values()),
        engines=frozenset(page.engine for page in told.values() if page.engine),
    )


def _counts(read: Collection[PageRead]) -> Counter[str]:
    return Counter({
        "pages": len(read),
        "cached": sum(page.cached for page in read),
        "given": sum(page.given for page in read),
        "text_layer": sum(p.reading is not None and p.engine is None for p in read),
        "unreadable": sum(page.reading is None for page in read),
    })  # fmt: skip


def _outcome(books: list[Book], rows: list[BookRows], settings: BooksSettings) -> StageResult:
    kept, rejected, captures, lines = (
        pl.concat([table.create_empty(), *(getattr(one, name) for one in rows)])
        for name, table in (
            ("kept", RawQuestion), ("rejected", Rejected), ("captures", Capture), ("lines", Line)
        )
    )  # fmt: skip
    sources = conform([_source(book) for book in books], Source)
    return StageResult(
        kept=kept,
        rejected=rejected,
        tables={"captures": captures, "sources": sources, "lines": lines},
        metrics=_metrics(rows, settings),
    )


def _source(book: Book) -> dict[str, Any]:
    title = (
        f"{book.about.title}（{book.about.edition}）" if book.about.edition else book.about.title
    )
    terms = canonical(book.about.terms.model_dump())
    return {"source": book.name, "kind": "books", "title": title, "terms": terms}


def _metrics(rows: list[BookRows], settings: BooksSettings) -> dict[str, Any]:
    engines = sorted({engine for one in rows for engine in one.engines})
    counts = sum((one.counts for one in rows), Counter[str]())
    return {
        **{name: counts[name] for name in _counts([])},
        "engine_choice": ": ".join(chosen(settings)),
        "engines": [{"engine": e, "model": m, "weights": w} for e, m, w in engines],
        "dpi": settings.dpi,
    }
