"""Pages of books → their readings, by an executor; a killed run goes on where it was."""

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from cpsyexam.executor import Executor, Failure, Progress, Work
from cpsyexam.worker import Bounds
from ocr.pages import Place
from ocr.settings import BooksSettings
from ocr.worker import PageRead, read_page, unreadable_digest

RECYCLE = 100  # pages after which a worker is replaced: the engines' memory grows with them


def read_pages(
    places: Sequence[Place],
    settings: BooksSettings,
    cache: Path,
    *,
    executor: Executor,
    progress: Progress | None = None,
) -> list[PageRead]:
    """Readings of all pages, in the order given.

    A page that cannot be read, or on which a worker process dies, comes back with its problem.
    Raises CpsyexamError where workers die on page after page.
    """
    work = Work(
        partial(read_each, settings=settings, cache=cache),
        bounds=Bounds(settings.seconds, settings.memory),
        recycle=RECYCLE,
    )
    meter = _Meter(len(places), progress)
    found = []
    for place, read in zip(places, executor.map(work, places), strict=True):
        page = _lost(place, read.reason) if isinstance(read, Failure) else read
        meter.tell()
        found.append(page)
    return found


def read_each(places: Sequence[Place], *, settings: BooksSettings, cache: Path) -> list[PageRead]:
    """Readings of a batch of pages."""
    return [read_page(place, settings, cache) for place in places]


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
