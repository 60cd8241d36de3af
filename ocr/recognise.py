"""Pages of books → their readings: a text layer, a cached reading, or OCR."""

import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from cpsyexam.executor import Executor, Failure, Progress, Work
from cpsyexam.files import digest
from cpsyexam.store import Remote
from cpsyexam.worker import Bounds
from ocr import cache as readings
from ocr.cache import Cache, Images, Offered, fetched, offered
from ocr.engines import Engine, open_engine
from ocr.layout.tables import frames
from ocr.page.again import read_cells, read_upright, split_lines, upturned_read
from ocr.page.figures import find_figures, find_rules
from ocr.page.fragment import LAYER, Reading
from ocr.page.pages import Pixels, Place, UnreadablePageError, page_digest, picture, turned
from ocr.page.paper import find_paper, flattened, smoothed, without_faint
from ocr.page.textlayer import read_layer
from ocr.settings import BooksSettings

SKIPPED = "named under `skip` in the book's TOML"
_engines: dict[str, Engine] = {}
SCANS = "scans"  # where scans lie in a store
log = logging.getLogger(__name__)
RECYCLE = 100  # pages after which a worker is replaced: the engines' memory grows with them


@dataclass(frozen=True)
class PageRead:
    """What became of a page: its image's digest and a reading, or the problem in words."""

    place: Place
    digest: str
    reading: Reading | None
    problem: str = ""
    cached: bool = False
    given: bool = False  # by the recipe's folder of readings
    unsealed: bool = False  # whether the store had a reading of somebody without the key
    engine: tuple[str, str, str] | None = None  # name, model, digest of the weights


@dataclass(frozen=True)
class Known:
    """A page whose image has been drawn before, and the digest of that."""

    place: Place
    digest: str


def read_page(place: Place, settings: BooksSettings, cache: readings.Cache) -> PageRead:
    """Make a page's image, then take its text layer, its cached reading, or read it."""
    try:
        pixels = picture(
            place, dpi=settings.dpi, max_side=settings.max_side, pixels=settings.pixels
        )
    except UnreadablePageError as error:
        return _unread(place, str(error))
    name = page_digest(pixels)
    layer = read_layer(place, pixels, settings) if settings.text_layer else None
    if layer is not None:
        return PageRead(place, name, layer)
    engine = _engine(settings)
    folder = readings.folder(cache, engine)
    known, unsealed = None, False
    try:
        known = readings.load(folder, name)
    except readings.UnsealedError:
        unsealed = True
    who = (engine.name, engine.model, engine.weights)
    if known is not None:
        return PageRead(place, name, known, cached=True, engine=who)
    if settings.readings:
        known = readings.load(readings.folder(settings.readings, engine), name)
    if known is not None:
        return PageRead(place, name, known, given=True, engine=who)
    reading = read_pixels(engine, pixels)
    readings.save(folder, name, reading)
    return PageRead(place, name, reading, engine=who, unsealed=unsealed)


def read_pixels(engine: Engine, pixels: Pixels) -> Reading:
    """Read a page image, whichever way up, in however many columns."""
    paper = find_paper(pixels)
    calm = smoothed(without_faint(flattened(pixels, paper)))
    reading = read_upright(engine, calm)
    upright = turned(calm, reading.turn)
    reading = split_lines(engine, calm, upturned_read(engine, upright, reading))
    reading = replace(reading, paper=paper, rules=find_rules(upright))
    reading = read_cells(engine, upright, reading)
    figures = find_figures(upright, reading.fragments, frames(reading.rules))
    return replace(reading, figures=figures)


def as_read(pixels: Pixels, reading: Reading) -> Pixels:
    """A page image as it was read: the paper alone, upright; boxes are in its pixels."""
    return turned(flattened(pixels, reading.paper), reading.turn)


def skipped(place: Place) -> PageRead:
    """A page that the book's TOML leaves out."""
    return _unread(place, SKIPPED)


def _unread(place: Place, problem: str) -> PageRead:
    return PageRead(place, unreadable_digest(place), None, problem)


def unreadable_digest(place: Place) -> str:
    """Stands for the digest of an image that could not be made."""
    return digest(f"{place.file.name}#page={place.page}")


def _engine(settings: BooksSettings) -> Engine:
    key = settings.model_dump_json()
    if key not in _engines:
        _engines[key] = open_engine(settings)
    return _engines[key]


def read_pages(
    places: Sequence[Place],
    settings: BooksSettings,
    cache: Cache,
    *,
    executor: Executor,
    progress: Progress | None = None,
) -> Iterator[PageRead]:
    """Readings of all pages, in the order given, each as soon as it is there.

    A page that cannot be read, or on which a worker process dies, comes back with its problem.
    Where work does not see this machine's files they are offered to it in `cache`, then a store.
    A page that was drawn before is drawn again only where its reading has gone.
    Raises CpsyexamError where workers die on page after page.
    """
    work: Work[Any, PageRead] = Work(
        partial(read_each, settings=settings, cache=cache),
        bounds=Bounds(settings.seconds, settings.memory),
        recycle=RECYCLE,
        gpu=True,
    )
    began, strange = time.monotonic(), 0
    images = Images(cache, settings)
    todo: Iterable[Place | Offered | Known] = (
        Known(place, image) if (image := images.of(place)) else place for place in places
    )
    if isinstance(cache, Remote) and not executor.near:
        todo = offered(places, cache / SCANS)
    for done, (place, read) in enumerate(zip(places, executor.map(work, todo), strict=True), 1):
        page = (
            _unread(place, f"the reading process died on it: {read.reason}")
            if isinstance(read, Failure)
            else read
        )
        if page.reading is not None and page.reading.by != LAYER:
            images.add(place, page.digest)
        if progress is not None:
            progress(done, len(places), _speed(done, len(places), began))
        strange += page.unsealed
        yield page
    images.save()
    if strange:
        log.warning(
            "%s: %d readings do not bear the seal of this key and were made again; who shares the"
            " place needs the same key (docs/scaling.md)", cache, strange,
        )  # fmt: skip


def read_each(
    pages: Sequence[Place | Offered | Known], *, settings: BooksSettings, cache: Cache
) -> list[PageRead]:
    """Readings of a batch of pages."""
    return [_read(page, settings, cache) for page in pages]


def _read(page: Place | Offered | Known, settings: BooksSettings, cache: Cache) -> PageRead:
    if isinstance(page, Known):
        return _kept(page, settings, cache) or read_page(page.place, settings, cache)
    if isinstance(page, Place):
        return read_page(page, settings, cache)
    assert isinstance(cache, Remote)
    place = fetched(page, cache / SCANS)
    read = read_page(place, settings, cache)
    problem = read.problem.replace(str(place.file), str(page.place.file))
    return replace(read, place=page.place, problem=problem)


def _kept(page: Known, settings: BooksSettings, cache: Cache) -> PageRead | None:
    engine = _engine(settings)
    reading = readings.load(readings.folder(cache, engine), page.digest)
    who = (engine.name, engine.model, engine.weights)
    known = PageRead(page.place, page.digest, reading, cached=True, engine=who)
    return known if reading else None


def _speed(done: int, total: int, began: float) -> str:
    """Pages a minute, and the time left."""
    rate = done / max(time.monotonic() - began, 0.001) * 60
    minutes, seconds = divmod(round((total - done) / rate * 60), 60)
    return f"{rate:.1f} pages/min, {minutes}:{seconds:02d} left"
