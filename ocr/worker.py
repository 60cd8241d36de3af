"""What becomes of one page: its image, then its text layer, cached reading or OCR.

Every process opens its engine at first need and keeps it.
"""

from dataclasses import dataclass, replace

from cpsyexam.files import digest
from ocr import cache as readings
from ocr.engines import Engine, open_engine
from ocr.layout.tables import frames
from ocr.page.cells import read_cells, split_lines
from ocr.page.figures import find_figures, find_rules
from ocr.page.fragment import Reading
from ocr.page.orientation import read_upright, upturned_read
from ocr.page.pages import Pixels, Place, UnreadablePageError, page_digest, picture, turned
from ocr.page.paper import find_paper, flattened, smoothed, without_faint
from ocr.page.textlayer import read_layer
from ocr.settings import BooksSettings


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


SKIPPED = "named under `skip` in the book's TOML"
_engines: dict[str, Engine] = {}


def read_page(place: Place, settings: BooksSettings, cache: readings.Cache) -> PageRead:
    """Make a page's image, then take its text layer, its cached reading, or read it."""
    try:
        pixels = picture(
            place, dpi=settings.dpi, max_side=settings.max_side, pixels=settings.pixels
        )
    except UnreadablePageError as error:
        return PageRead(place, unreadable_digest(place), None, str(error))
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
    return PageRead(place, unreadable_digest(place), None, SKIPPED)


def unreadable_digest(place: Place) -> str:
    """Stands for the digest of an image that could not be made."""
    return digest(f"{place.file.name}#page={place.page}")


def _engine(settings: BooksSettings) -> Engine:
    key = settings.model_dump_json()
    if key not in _engines:
        _engines[key] = open_engine(settings)
    return _engines[key]
