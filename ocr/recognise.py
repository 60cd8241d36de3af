"""Pages of books → their readings, by an executor; a killed run goes on where it was."""

import logging
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from cpsyexam.executor import Executor, Failure, Progress, Work
from cpsyexam.store import Remote
from cpsyexam.worker import Bounds
from ocr.cache import Cache
from ocr.offered import Offered, fetched, offered
from ocr.page.pages import Place
from ocr.settings import BooksSettings
from ocr.worker import PageRead, read_page, unreadable_digest

SCANS = "scans"  # where scans lie in a store
log = logging.getLogger(__name__)
RECYCLE = 100  # pages after which a worker is replaced: the engines' memory grows with them


def read_pages(
    places: Sequence[Place],
    settings: BooksSettings,
    cache: Cache,
    *,
    executor: Executor,
    progress: Progress | None = None,
) -> list[PageRead]:
    """Readings of all pages, in the order given.

    A page that cannot be read, or on which a worker process dies, comes back with its problem.
    Where work does not see this machine's files they are offered to it in `cache`, then a store.
    Raises CpsyexamError where workers die on page after page.
    """
    work: Work[Any, PageRead] = Work(
        partial(read_each, settings=settings, cache=cache),
        bounds=Bounds(settings.seconds, settings.memory),
        recycle=RECYCLE,
        gpu=True,
    )
    meter = _Meter(len(places), progress)
    found = []
    todo: Iterable[Place | Offered] = places
    if isinstance(cache, Remote) and not executor.near:
        todo = offered(places, cache / SCANS)
    for place, read in zip(places, executor.map(work, todo), strict=True):
        page = _lost(place, read.reason) if isinstance(read, Failure) else read
        meter.tell()
        found.append(page)
    if strange := sum(page.unsealed for page in found):
        log.warning(
            "%s: %d readings do not bear the seal of this key and were made again; who shares the"
            " place needs the same key (docs/scaling.md)", cache, strange,
        )  # fmt: skip
    return found


def read_each(
    pages: Sequence[Place | Offered], *, settings: BooksSettings, cache: Cache
) -> list[PageRead]:
    """Readings of a batch of pages."""
    return [_read(page, settings, cache) for page in pages]


def _read(page: Place | Offered, settings: BooksSettings, cache: Cache) -> PageRead:
    if isinstance(page, Place):
        return read_page(page, settings, cache)
    assert isinstance(cache, Remote)
    place = fetched(page, cache / SCANS)
    read = read_page(place, settings, cache)
    problem = read.problem.replace(str(place.file), str(page.place.file))
    return replace(read, place=page.place, problem=problem)


def _lost(place: Place, reason: str) -> PageRead:
    problem = f"the reading process died on it: {reason}"
    return PageRead(place, unreadable_digest(place), None, problem)


class _Meter:
    """Tells the progress: pages/min and the time left."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self.total, self.done = total, 0
        self.progress = progress
        self.began = time.monotonic()

    def tell(self) -> None:
        self.done += 1
        if self.progress is None:
            return
        rate = self.done / max(time.monotonic() - self.began, 0.001) * 60
        minutes, seconds = divmod(round((self.total - self.done) / rate * 60), 60)
        self.progress(self.done, self.total, f"{rate:.1f} pages/min, {minutes}:{seconds:02d} left")
