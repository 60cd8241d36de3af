"""Stage `books`: scans of books → raw questions, a capture a page, all lines of text."""

from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam.errors import ConfigError
from cpsyexam.executor import INLINE, Executor, Progress
from cpsyexam.files import canonical
from cpsyexam.records import Capture, Line, RawQuestion, Source, conform, reject
from cpsyexam.stage import Frames, StageResult
from ocr.book import Book, read_book
from ocr.cache import Cache
from ocr.engines import chosen
from ocr.page.pages import Place, places
from ocr.recognise import PageRead, read_pages, skipped
from ocr.records import BookRecords, book_records
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
    pages: dict[Place, PageRead] = {}
    for (dpi, layer), todo in _alike(books, wanted, settings).items():
        own = settings.model_copy(update={"dpi": dpi, "text_layer": layer})
        read = read_pages(todo, own, cache, executor=executor, progress=progress)
        pages |= dict(zip(todo, read, strict=True))
    records = [book_records(book, _pages(wanted[book.name], pages)) for book in books]
    return _outcome(books, records, list(pages.values()), settings)


def _alike(
    books: list[Book], wanted: dict[str, list[Place]], usual: BooksSettings
) -> dict[tuple[int, bool], list[Place]]:
    """The pages to read, by the resolution at which their book is drawn, and whether a text layer
    is read.
    """
    found: dict[tuple[int, bool], list[Place]] = {}
    for book in books:
        todo = [p for p in wanted[book.name] if p.number not in book.about.skip]
        about = book.about
        layer = usual.text_layer if about.text_layer is None else about.text_layer
        found.setdefault((about.dpi or usual.dpi, layer), []).extend(todo)
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


def _pages(all_places: list[Place], pages: dict[Place, PageRead]) -> list[PageRead]:
    return [pages.get(place) or skipped(place) for place in all_places]


def _outcome(
    books: list[Book], records: list[BookRecords], read: list[PageRead], settings: BooksSettings
) -> StageResult:
    lost = pl.DataFrame(
        [row for r in records for row in r.rejected],
        schema={**LOSS, "url": pl.String, "lines": pl.List(pl.String)},
    )
    return StageResult(
        kept=conform([row for r in records for row in r.questions], RawQuestion),
        rejected=reject(
            lost, stage="books", rule=pl.col("rule"), detail=pl.col("detail"), parent="capture"
        ),
        tables={
            "captures": conform([row for r in records for row in r.captures], Capture),
            "sources": conform([_source(book) for book in books], Source),
            "lines": conform([row for r in records for row in r.lines], Line),
        },
        metrics=_metrics(read, settings),
    )


def _source(book: Book) -> dict[str, Any]:
    title = (
        f"{book.about.title}（{book.about.edition}）" if book.about.edition else book.about.title
    )
    terms = canonical(book.about.terms.model_dump())
    return {"source": book.name, "kind": "books", "title": title, "terms": terms}


def _metrics(read: list[PageRead], settings: BooksSettings) -> dict[str, Any]:
    engines = sorted({page.engine for page in read if page.engine})
    return {
        "pages": len(read),
        "cached": sum(page.cached for page in read),
        "given": sum(page.given for page in read),
        "text_layer": sum(p.reading is not None and p.engine is None for p in read),
        "unreadable": sum(page.reading is None for page in read),
        "engine_choice": ": ".join(chosen(settings)),
        "engines": [{"engine": e, "model": m, "weights": w} for e, m, w in engines],
        "dpi": settings.dpi,
    }
