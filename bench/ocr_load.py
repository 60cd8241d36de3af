"""One worker's memory over many pages, and what a second worker brings; for `bench.ocr`."""

import resource
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from bench.frame import publish
from bench.ocr_books import Plan, scan, set_book
from cpsyexam.executor import Processes
from ocr.engines import open_engine
from ocr.page.pages import picture, places
from ocr.recognise import read_pages, read_pixels
from ocr.settings import BooksSettings, EngineName

MEMORY = 1100  # MB that a worker may take
TIMES = 1.9  # that two workers must be faster than one
PAGES = 24


@contextmanager
def scanned(dpi: int, count: int) -> Iterator[Path]:
    """A folder of `count` different scanned pages: a book's, each worn anew."""
    with TemporaryDirectory() as folder:
        number = 0
        while number < count:
            plan = Plan("serif", "degraded", 1, dpi, "bank", number)
            for page in scan(plan, set_book(plan))[: count - number]:
                Image.fromarray(page).save(Path(folder, f"{number:03}.png"))
                number += 1
        yield Path(folder)


def read_on(folder: Path, count: int, name: EngineName) -> list[tuple[int, int]]:
    """Read a folder's pages again and again as a worker does: (pages, peak MB) at times."""
    settings = BooksSettings(engine=name)
    engine, pages, found = open_engine(settings), places(folder), []
    for number in range(1, count + 1):
        place = pages[number % len(pages)]
        read_pixels(engine, picture(place, dpi=settings.dpi, max_side=settings.max_side))
        if number % 50 == 0 or number in (10, count):
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            found.append((number, peak))
    return found


def memory(count: int, name: EngineName, dpi: int) -> int:
    """Peak memory of one worker over `count` pages; exit code 1 above the limit."""
    with (
        scanned(dpi, min(count, 30)) as folder,
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
    ):
        rows = pool.submit(read_on, folder, count, name).result()
    facts = {"engine": name, "dpi": dpi, "limit MB": MEMORY, "peak MB": rows[-1][1]}
    publish("ocr-memory", "Memory of one worker", ["pages", "peak MB"], rows, facts)
    return 0 if rows[-1][1] <= MEMORY else 1


def scaling(name: EngineName) -> int:
    """Pages a minute with one and with two workers; needs two idle cores."""
    rows = []
    with scanned(200, PAGES) as folder:
        for count in (1, 2):
            with TemporaryDirectory() as cache:
                began, cpu = time.monotonic(), _children()
                pages, executor = places(folder), Processes(count)
                list(read_pages(pages, BooksSettings(engine=name), Path(cache), executor=executor))
                wall, spent = time.monotonic() - began, _children() - cpu
            rows.append([count, PAGES, round(PAGES / wall * 60, 1), round(spent / PAGES, 2)])
    times = round(float(rows[1][2]) / float(rows[0][2]), 2)
    columns = ["workers", "pages", "pages/min", "CPU s/page"]
    facts = {"engine": name, "limit": TIMES, "times faster": times}
    publish("ocr-scaling", "One and two workers", columns, rows, facts)
    return 0 if times >= TIMES else 1


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
