"""Any scan → its lines of text, for looking at a single file."""

import logging
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from cpsyexam.errors import CpsyexamError, ScanError, SourceError
from cpsyexam.executor import Executor, Failure, R, Work
from cpsyexam.worker import Bounds
from ocr.book import Layout
from ocr.habits.confusions import repair
from ocr.layout.assemble import assemble
from ocr.page.fragment import LAYER
from ocr.page.pages import page_count, places
from ocr.page.textlayer import FEW, read_layer
from ocr.recognise import read_page
from ocr.settings import BooksSettings
from ocr.survey import SAMPLE, Comparison, compare, doubtful

_BESIDE = frozenset({"header", "footer", "margin", "figure", "tick_box", "type_tag", "score_box"})
_OPENED, _MOST = 30, 1200  # seconds of a core to open a file that is looked at; for all of it
# seconds of a core for a page, MiB for a file: a text layer of 5,000 characters takes 0.1 s; forms
# that draw each other have no end
_LAYER, _SCAN = (5, 2048), (BooksSettings().seconds, 8192)
_ANEW = "print it to a new PDF, or save its pages as images, and read those"
log = logging.getLogger(__name__)


def page_lines(path: Path, settings: BooksSettings | None = None) -> tuple[list[str], list[int]]:
    """Paragraphs of a PDF, TIFF, image or folder of images, in reading order, and the numbers of
    the pages that were recognised, since they hold no text of their own.

    Raises SourceError for a missing, locked or unreadable file.
    """
    with tempfile.TemporaryDirectory() as cache:
        read = [read_page(p, settings or BooksSettings(), Path(cache)) for p in places(path)]
    if all(page.reading is None for page in read):
        raise SourceError(f"no readable page: {read[0].problem}", where=str(path))
    scanned = [p.place.number for p in read if p.reading is None or p.reading.by != LAYER]
    readings = [(p.place.number, p.reading) for p in read if p.reading is not None]
    return [repair(p.text).text for p in assemble(readings, Layout()).paragraphs], scanned


def layer_lines(path: Path, most: int) -> tuple[list[str], list[int], list[str]]:
    """Paragraphs of a PDF's own text, in reading order; the pages that hold none; what stands
    beside the text (headers, margins, figures), each line once.

    Nothing is recognised. Raises SourceError for a missing, locked or broken file, or one of more
    than `most` pages.
    """
    settings = BooksSettings()
    found = places(path, most)
    readings = [(place.number, read_layer(place, None, settings, FEW)) for place in found]
    read = {n: r for n, r in readings if r is not None}
    text = assemble(list(read.items()), Layout())
    beside = [read[o.page].fragments[o.at].text for o in text.lines if o.role in _BESIDE]
    paragraphs = [repair(p.text, exact=True).text for p in text.paragraphs]
    return paragraphs, [n for n, r in readings if r is None], list(dict.fromkeys(beside))


def apart(
    read: Callable[[Path], R], path: Path, executor: Executor, bounds: tuple[int, int] = _SCAN
) -> R:
    """What a reader says of a file, read by a worker of an executor within `bounds`: seconds of a
    core for a page (20 minutes for all), MiB.

    Raises SourceError as the reader does, and where the file takes too much time or memory.
    """
    seconds, memory = bounds
    pages = _asked(page_count, path, executor, Bounds(_OPENED, memory))
    return _asked(read, path, executor, Bounds(min(_OPENED + seconds * pages, _MOST), memory))


def layer_apart(
    executor: Executor,
) -> Callable[[Path, int], tuple[list[str], list[int], list[str]]]:
    """`layer_lines` by a bounded worker of an executor.

    Where they are doubtful, some pages are read by OCR, too; it raises ScanError where that tells
    more.
    """

    def lines(path: Path, most: int) -> tuple[list[str], list[int], list[str]]:
        found, without, beside = apart(partial(layer_lines, most=most), path, executor, _LAYER)
        told = _comparison(path, without, executor) if doubtful(found) else None
        if told and told.worse:
            raise ScanError(told.line(), where=str(path), remedy="name it under [books]")
        return found, without, beside

    return lines


def _comparison(path: Path, without: Sequence[int], executor: Executor) -> Comparison | None:
    seconds, memory = _SCAN
    bounds = Bounds(_OPENED + SAMPLE * seconds, memory)
    try:
        return _asked(partial(compare, without=without), path, executor, bounds)
    except CpsyexamError as error:
        log.warning("not compared with OCR: %s", error.line())
        return None


def _asked(read: Callable[[Path], R], path: Path, executor: Executor, bounds: Bounds) -> R:
    work = Work(partial(_each, read=read), bounds=bounds)
    (found,) = executor.map(work, [path])
    if isinstance(found, Failure):
        raise SourceError(f"cannot be read: {found.reason}; {_ANEW}", where=str(path))
    return found


def _each(paths: Sequence[Path], *, read: Callable[[Path], R]) -> list[R]:
    return [read(path) for path in paths]
