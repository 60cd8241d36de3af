"""Any scan → its lines of text, for looking at a single file."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from cpsyexam.errors import SourceError
from ocr.assemble import assemble
from ocr.book import Layout
from ocr.confusions import repair
from ocr.pages import places
from ocr.paragraphs import Paragraph
from ocr.settings import BooksSettings
from ocr.worker import PageRead, read_page


def page_lines(path: Path, settings: BooksSettings | None = None) -> list[str]:
    """Paragraphs of a PDF, TIFF, image or folder of images, in reading order.

    Raises SourceError for a missing, locked or unreadable file.
    """
    return [repair(p.text).text for p in read_scan(path, settings or BooksSettings())]


def read_scan(path: Path, settings: BooksSettings) -> list[Paragraph]:
    """Read a scan in this process, without a cache."""
    with tempfile.TemporaryDirectory() as cache:
        read = [read_page(place, settings, Path(cache)) for place in places(path)]
    if all(page.reading is None for page in read):
        raise SourceError(f"no readable page: {read[0].problem}", where=str(path))
    return laid_out(read, Layout())


def laid_out(read: Sequence[PageRead], layout: Layout) -> list[Paragraph]:
    """Paragraphs of pages as read; unreadable pages give none."""
    readings = [(p.place.number, p.reading) for p in read if p.reading is not None]
    return assemble(readings, layout).paragraphs
