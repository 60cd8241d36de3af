"""Characters of a PDF's text page → runs: pieces of a line with no wide gap in them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import pi
from typing import Any

from pypdfium2 import raw

from documents.scripts import lowered, raised

WIDE = 0.9  # ems: a wider gap parts two runs; the layout decides what it was
SMALL = 0.9  # height of a raised or lowered character, as a share of its neighbour's
SHIFT = 0.12  # ems that its base lies above or below
DRIFT = 0.35  # ems that bases on one line may differ
_OPENING, _CLOSING = "（([【", "）)]】"
_GAP = "\u3000\u3000"
_Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Glyph:
    """One character; the tight box in points, and the loose one of its font."""

    text: str
    left: float
    bottom: float
    right: float
    top: float
    base: float  # lower edge of the loose box
    height: float  # of the loose box
    start: float  # left edge of the loose box
    end: float

    @property
    def em(self) -> float:
        """Width of a Chinese character in this font size."""
        wide = self.end - self.start
        return wide if self.text >= "\u2e80" and wide > 0 else self.height * 0.75


@dataclass
class Run:
    """A piece of a line and its box in points, y upwards."""

    text: str
    left: float
    bottom: float
    right: float
    top: float
    last: Glyph  # of its ordinary characters
    end: float

    def take(self, glyph: Glyph, text: str, *, shifted: bool) -> None:
        """Put a character behind the others."""
        self.text += text
        self.left, self.right = min(self.left, glyph.left), max(self.right, glyph.right)
        self.bottom, self.top = min(self.bottom, glyph.bottom), max(self.top, glyph.top)
        self.end = glyph.end
        if not shifted:
            self.last = glyph


def runs(text_page: Any, wide: float = WIDE) -> Iterator[Run]:
    """The runs of a page, as the file orders them. `10²` and `x₁` keep what is raised.

    A gap of more than `wide` ems parts two runs. Where most text is drawn sideways (landscape
    printing, on a page that is turned back) it is read along its own direction.
    """
    quarter = _quarter(text_page)
    for run in _runs(text_page, wide, quarter):
        run.left, run.bottom, run.right, run.top = _turned(
            (run.left, run.bottom, run.right, run.top), -quarter % 4
        )
        yield run


def _quarter(text_page: Any) -> int:
    """By how many quarters of a turn, to the left, most characters stand on the page."""
    every = range(0, text_page.count_chars(), 7)
    angles = [raw.FPDFText_GetCharAngle(text_page.raw, at) for at in every]
    quarters = Counter(-round(angle / (pi / 2)) % 4 for angle in angles if angle >= 0)
    return quarters.most_common(1)[0][0] if quarters else 0


def _turned(box: _Box, quarter: int) -> _Box:
    """A box (left, bottom, right, top) after so many quarters of a turn to the right."""
    for _ in range(quarter):
        left, bottom, right, top = box
        box = (bottom, -right, top, -left)
    return box


def _runs(text_page: Any, wide: float, quarter: int) -> Iterator[Run]:
    run: Run | None = None
    blank = False
    for glyph in _glyphs(text_page, quarter):
        if not glyph.text.strip():
            blank = True
            continue
        if run is not None and (joined := _joined(run, glyph, wide, blank=blank)) is not None:
            run.take(glyph, joined[0], shifted=joined[1])
        else:
            if run is not None:
                yield run
            run = Run(glyph.text, *_box(glyph), glyph, glyph.end)
        blank = False
    if run is not None:
        yield run


def _joined(run: Run, glyph: Glyph, wide: float, *, blank: bool) -> tuple[str, bool] | None:
    """What a character adds to a run, and whether it is raised or lowered; None = a new run."""
    last, em = run.last, run.last.em
    gap = glyph.start - run.end
    if glyph.height < last.height * SMALL and abs(gap) < em / 2:
        middle = glyph.base + glyph.height / 2 - last.base - last.height / 2
        if SHIFT * em < abs(middle) < em:
            return (raised if middle > 0 else lowered)(glyph.text), True
    drift = abs(glyph.base + glyph.height / 2 - last.base - last.height / 2)
    if drift > DRIFT * em or gap < -em:
        return None
    if run.text[-1] in _OPENING and glyph.text in _CLOSING and gap > em / 3:
        return _GAP + glyph.text, False
    if gap > wide * em:
        return None
    latin = blank and run.text[-1].isascii() and glyph.text.isascii()
    return (" " if latin and gap > em / 8 else "") + glyph.text, False


def _box(glyph: Glyph) -> tuple[float, float, float, float]:
    return glyph.left, glyph.bottom, glyph.right, glyph.top


def _glyphs(text_page: Any, quarter: int) -> Iterator[Glyph]:
    whole = text_page.get_text_range(0, -1)
    count = text_page.count_chars()
    for at in range(count):
        text = whole[at] if len(whole) == count else text_page.get_text_range(at, 1)
        if not text.strip():
            yield Glyph(" ", 0, 0, 0, 0, 0, 0, 0, 0)
            continue
        left, bottom, right, top = _turned(text_page.get_charbox(at), quarter)
        start, base, end, high = _turned(text_page.get_charbox(at, loose=True), quarter)
        yield Glyph(text, left, bottom, right, top, base, high - base, start, end)
