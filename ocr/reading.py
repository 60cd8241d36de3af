"""Any scan → its lines of text, for looking at a single file."""

import tempfile
from pathlib import Path

from cpsyexam.errors import SourceError
from ocr.assemble import assemble
from ocr.book import Layout
from ocr.confusions import repair
from ocr.fragment import LAYER
from ocr.pages import places
from ocr.settings import BooksSettings
from ocr.textlayer import read_layer
from ocr.worker import read_page

FEW = 4  # characters of a page without a picture of itself that are text enough


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


def layer_lines(path: Path, most: int) -> tuple[list[str], list[int]]:
    """Paragraphs of a PDF's own text, in reading order, and the pages that hold none.

    Nothing is recognised. Raises SourceError for a missing, locked or broken file, or one of more
    than `most` pages.
    """
    settings = BooksSettings()
    found = places(path)
    if len(found) > most:
        raise SourceError(f"{len(found)} pages, more than {most}", where=str(path))
    readings = [(place.number, read_layer(place, None, settings, FEW)) for place in found]
    text = assemble([(n, r) for n, r in readings if r is not None], Layout())
    return [repair(p.text).text for p in text.paragraphs], [n for n, r in readings if r is None]
