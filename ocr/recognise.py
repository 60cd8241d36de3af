"""Reads the pages of books with a pool of worker processes; a killed run goes on where it was."""

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path

from cpsyexam.errors import SourceError
from ocr.pages import Place
from ocr.settings import BooksSettings
from ocr.worker import PageRead, begin, read_page, unreadable_digest

Progress = Callable[[int, int, str], None]  # done, total, what
DEATHS = 3  # workers lost one after the other before the run gives up


def read_pages(
    places: Sequence[Place],
    settings: BooksSettings,
    cache: Path,
    *,
    workers: int = 0,
    progress: Progress | None = None,
) -> list[PageRead]:
    """Readings of all pages, in the order given; `workers` 0 means one per core.

    A page that cannot be read comes back with its problem. Raises SourceError where workers die
    on page after page.
    """
    meter = _Meter(len(places), progress)
    found: dict[Place, PageRead] = {}
    count = max(1, min(workers or settings.workers or available_cores(), len(places)))
    try:
        with _pool(count, settings) as pool:
            _together(pool, places, settings, cache, found, meter)
    except BrokenProcessPool:  # a worker died: go on one page at a time to see on which
        _singly([p for p in places if p not in found], settings, cache, found, meter)
    return [found[place] for place in places]


def available_cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _pool(count: int, settings: BooksSettings) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(
        count,
        mp_context=get_context("spawn"),
        initializer=begin,
        max_tasks_per_child=settings.recycle,
    )


def _together(
    pool: ProcessPoolExecutor,
    places: Sequence[Place],
    settings: BooksSettings,
    cache: Path,
    found: dict[Place, PageRead],
    meter: "_Meter",
) -> None:
    futures: dict[Future[PageRead], Place] = {
        pool.submit(read_page, place, settings, cache): place for place in places
    }
    try:
        for future in as_completed(futures):
            found[futures[future]] = future.result()
            meter.tell(future.result())
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _singly(
    places: Sequence[Place],
    settings: BooksSettings,
    cache: Path,
    found: dict[Place, PageRead],
    meter: "_Meter",
) -> None:
    deaths, rest = 0, list(places)
    while rest:
        with _pool(1, settings) as pool:
            try:
                while rest:
                    found[rest[0]] = pool.submit(read_page, rest[0], settings, cache).result()
                    meter.tell(found[rest[0]])
                    rest.pop(0)
                    deaths = 0
            except BrokenProcessPool:
                deaths += 1
                lost = rest.pop(0)
                found[lost] = PageRead(
                    lost, unreadable_digest(lost), None, "the reading process died on it"
                )
                meter.tell(found[lost])
        if deaths >= DEATHS:
            raise SourceError(
                f"the reading process died on {deaths} pages in a row",
                where=str(places[0].file),
                remedy="free some memory, or set `workers = 1` and a smaller `max_side`",
            )


class _Meter:
    """Tells the progress: pages/min and the time left."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self.total, self.done, self.read = total, 0, 0
        self.progress = progress
        self.began = time.monotonic()

    def tell(self, page: PageRead) -> None:
        self.done += 1
        self.read += not page.cached
        if self.progress is None:
            return
        rate = self.read / max(time.monotonic() - self.began, 0.001) * 60
        left = (self.total - self.done) / rate * 60 if rate else 0.0
        minutes, seconds = divmod(round(left), 60)
        self.progress(self.done, self.total, f"{rate:.0f} pages/min, {minutes}:{seconds:02d} left")
