"""A PDF's own text beside OCR of the same pages: which of them tells more questions."""

import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from cpsyexam.store import Remote
from ocr.book import Layout
from ocr.layout.assemble import assemble
from ocr.page.fragment import LAYER, Reading
from ocr.page.pages import places
from ocr.page.textlayer import FEW, read_layer
from ocr.recognise import PageRead, read_page
from ocr.settings import BooksSettings
from parsing import Parsed, parse
from parsing.alarm import THRESHOLD

SAMPLE = 3  # pages that are read both ways
_LOOKED = 6  # pages among which these are
_OPTIONS = 3  # that a whole question has at least, where it has no answer


class Questions(NamedTuple):
    """Whole questions of some pages, and those that have an answer: more is better read."""

    whole: int
    answered: int


@dataclass(frozen=True)
class Comparison:
    """What was read on the pages of a sample, by their own text and by OCR."""

    pages: tuple[int, ...]
    own: Questions
    ocr: Questions

    @property
    def worse(self) -> bool:
        """Whether OCR tells more than the text that the PDF holds."""
        return self.ocr > self.own

    def line(self) -> str:
        """Both figures in words."""
        pages, own, ocr = ", ".join(map(str, self.pages)), self.own, self.ocr
        return (
            f"its own text tells {own.whole} whole questions on pages {pages},"
            f" {own.answered} of them with an answer; OCR {ocr.whole} and {ocr.answered}"
        )


def questions(readings: Sequence[tuple[int, Reading]], layout: Layout | None = None) -> Questions:
    """The whole questions of pages as they are read: with options, or with an answer."""
    text = assemble(readings, layout or Layout()).paragraphs
    return _counted(parse([p.text for p in text]))


def _counted(parsed: Parsed) -> Questions:
    asked = [q for q in parsed.questions if q.stem]
    whole = sum(bool(len(q.options) >= _OPTIONS or q.answer) for q in asked)
    return Questions(whole, sum(bool(q.answer) for q in asked))


def doubtful(lines: Sequence[str]) -> bool:
    """Whether a paper contradicts its own regularity, or most of its questions are in pieces."""
    parsed = parse(lines)
    return parsed.alarm >= THRESHOLD or 2 * _counted(parsed).whole < len(parsed.questions)


def compared(
    read: Sequence[PageRead], settings: BooksSettings, cache: Path | Remote
) -> Comparison | None:
    """A few of these pages read by OCR, too, those with most questions first.

    None where no page has text of its own.
    """
    own = [(p.place, p.reading) for p in read if p.reading and p.reading.by == LAYER]
    counts = Counter({place: questions([(place.number, r)]).whole for place, r in own})
    sample = sorted((place for place, _ in counts.most_common(SAMPLE)), key=lambda p: p.number)
    if not sample:
        return None
    looked = settings.model_copy(update={"text_layer": False})
    seen = [(place.number, read_page(place, looked, cache).reading) for place in sample]
    return Comparison(
        tuple(place.number for place in sample),
        questions([(place.number, reading) for place, reading in own if place in sample]),
        questions([(number, reading) for number, reading in seen if reading is not None]),
    )


def compare(path: Path, without: Sequence[int]) -> Comparison | None:
    """Some pages of a PDF, but those `without` text, against OCR by the embedded engine."""
    settings = BooksSettings(engine="onnxruntime")
    found = [place for place in places(path) if place.number not in without]
    looked = found[:: -(-len(found) // _LOOKED) or 1]
    read = [PageRead(place, "", read_layer(place, None, settings, FEW)) for place in looked]
    with tempfile.TemporaryDirectory() as cache:
        return compared(read, settings, Path(cache))
