"""Characters of a PDF's text page that stand in its lines → runs: pieces with no wide gap."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from ctypes import c_double
from dataclasses import dataclass
from math import degrees, inf, pi
from typing import Any

from pypdfium2 import raw

from documents.scripts import lowered, raised
from ocr.layout.geometry import bounds

WIDE = 0.9  # ems: a wider gap parts two runs; the layout decides what it was
NARROW = 0.15  # ems: a wider gap parts two runs where a column begins, or a line ends below
EDGE = 0.3  # ems that lines of a column may begin beside its edge
SMALL = 0.9  # height of a raised or lowered character, as a share of its neighbour's
FLAT = 0.5  # height, as that share, of a dash whose font gives no box but its own
SHIFT = 0.12  # ems that its base lies above or below
DRIFT = 0.35  # ems that bases on one line may differ
BLANK = 0.5  # ems of a gap that is a blank in any text
SPACED = 1 / 8  # ems of a gap in which a blank stands that the file does not hold
ASKEW = 4  # degrees by which a line of text may climb; watermarks climb more
TWICE = 0.2  # of its width that a character printed twice is moved
SPACE = 0.3  # ems between the characters of a line that runs down
STACK = 3  # characters of one beside lines that run across, as on the tab of a chapter
_HYPHEN = "\ufffe"  # as pdfium gives one at the end of a line
_OPENING, _CLOSING = "（([【", "）)]】"
_GAP = "\u3000\u3000"
_Box = tuple[float, float, float, float]


def askew(page: Any, at: int) -> bool:
    """Does the line of a character of a text page climb?"""
    turned = degrees(raw.FPDFText_GetCharAngle(page.raw, at)) % 90
    return ASKEW < turned < 90 - ASKEW


class Printed:
    """A text page without the characters that are `lost`, and without shadows of bold ones."""

    def __init__(self, page: Any, lost: Callable[[Any, int], bool] = askew) -> None:
        self._page = page
        every = range(page.count_chars())
        self._lost = [at for at in every if lost(page, at)]
        gone = set(self._lost)
        self._kept = [at for at in every if at not in gone and not self._twice(at)]
        whole = page.get_text_range(0, -1)
        same = len(whole) == page.count_chars()
        self.text = "".join(
            (whole[at] if same else page.get_text_range(at, 1))[:1] or " " for at in self._kept
        ).replace(_HYPHEN, "-")

    def _twice(self, at: int) -> bool:
        """Is it the shadow of the character before, to make that bold?"""
        if not at or self._page.get_text_range(at, 1) != self._page.get_text_range(at - 1, 1):
            return False
        one, other = (self._page.get_charbox(k) for k in (at - 1, at))
        if one == other and self._page.get_text_range(at, 1) in ("f", "—", "…"):
            return False  # of one sign for both: ﬀ, ——, ……
        wide = max(one[2] - one[0], 1e-6)
        return bool(max(abs(one[0] - other[0]), abs(one[1] - other[1])) < TWICE * wide)

    def astray(self) -> Iterator[tuple[str, _Box]]:
        """The characters that are left out because they are lost, and their boxes."""
        said = ((self._page.get_text_range(at, 1), at) for at in self._lost)
        yield from ((text, self._page.get_charbox(at)) for text, at in said if text.strip())

    def quarter(self) -> int:
        """By how many quarters of a turn, to the left, most characters stand on the page."""
        angles = [raw.FPDFText_GetCharAngle(self._page.raw, at) for at in self._kept[::7]]
        quarters = Counter(-round(angle / (pi / 2)) % 4 for angle in angles if angle >= 0)
        return quarters.most_common(1)[0][0] if quarters else 0

    def glyphs(self, quarter: int) -> Iterator["Glyph"]:
        """Its characters, turned; "" for a blank that is put into a wide gap, not in the file."""
        for text, at in zip(self.text, self._kept, strict=True):
            if not text.strip():
                made = raw.FPDFText_IsGenerated(self._page.raw, at) != 0
                yield Glyph("" if made else " ", 0, 0, 0, 0, 0, 0, 0, 0, 0)
                continue
            tight = _turned(self._page.get_charbox(at), quarter)
            start, base, end, high = _turned(self._page.get_charbox(at, loose=True), quarter)
            x, y = c_double(), c_double()  # the point on its line where it begins
            raw.FPDFText_GetCharOrigin(self._page.raw, at, x, y)
            line = _turned((x.value, y.value, x.value, y.value), quarter)[1]
            yield Glyph(text, *tight, base, high - base, start, end, line)


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
    line: float  # its baseline

    @property
    def box(self) -> _Box:
        """The tight box."""
        return self.left, self.bottom, self.right, self.top

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

    @property
    def box(self) -> _Box:
        """Its box (left, bottom, right, top)."""
        return self.left, self.bottom, self.right, self.top

    def take(self, glyph: Glyph, text: str, *, shifted: bool) -> None:
        """Put a character behind the others."""
        self.text += text
        self.left, self.right = min(self.left, glyph.left), max(self.right, glyph.right)
        self.bottom, self.top = min(self.bottom, glyph.bottom), max(self.top, glyph.top)
        self.end = glyph.end
        if not shifted and glyph.height > FLAT * self.last.height:
            self.last = glyph


@dataclass(frozen=True)
class Cuts:
    """What parts runs besides wide gaps, in points: ruled lines between two characters (boxes),
    ends of lines below them (boxes of no size), and the left edge of a column, which a full line
    beside it comes close to.
    """

    bars: Sequence[_Box] = ()
    edge: float | None = None

    def turned(self, quarter: int) -> "Cuts":
        """As they stand to characters that are turned; the edge is known of upright ones alone."""
        bars = [_turned(bar, quarter) for bar in self.bars]
        return Cuts(bars, None if quarter else self.edge)

    def part(self, run: Run, glyph: Glyph) -> bool:
        """Do they part a character from the run before it?"""
        middle, em = (glyph.bottom + glyph.top) / 2, glyph.em
        begins = self.edge is not None and abs(glyph.start - self.edge) < EDGE * em
        gap = glyph.start - run.end > NARROW * em
        if begins and gap:
            return True
        return any(
            run.right - EDGE * em < (bar[0] + bar[2]) / 2 < glyph.left + EDGE * em
            and (low := min(bar[1], bar[3])) < middle < max(bar[1], bar[3], low + em)
            and run.left < (bar[0] + bar[2]) / 2 < glyph.right
            and (gap or bar[:2] != bar[2:])
            for bar in self.bars
        )


def runs(printed: Printed, wide: float = WIDE, cuts: Cuts | None = None) -> Iterator[Run]:
    """The runs of a page, as the file orders them. `10²` and `x₁` keep what is raised.

    A gap of more than `wide` ems parts two runs, and what `cuts` say. Where most text is drawn
    sideways (landscape printing, on a page that is turned back) it is read along its direction.
    """
    quarter = printed.quarter()
    for run in _stacked(_runs(printed, wide, (cuts or Cuts()).turned(quarter), quarter)):
        run.left, run.bottom, run.right, run.top = _turned(run.box, -quarter % 4)
        yield run


def _stacked(found: Iterator[Run]) -> Iterator[Run]:
    """The runs, those of one Chinese character each that stand right below each other as one."""
    stack: list[Run] = []
    for run in (*found, None):
        if stack and (run is None or not _right_below(stack[-1], run)):
            if len(stack) >= STACK:
                text, box = "".join(one.text for one in stack), bounds(one.box for one in stack)
                stack = [Run(text, *box, stack[-1].last, stack[-1].end)]
            yield from stack
            stack = []
        if run is not None:
            stack.append(run)


def _right_below(above: Run, run: Run) -> bool:
    one, other = above.last, run.last
    single = len(above.text) == len(run.text) == 1 and min(above.text, run.text) >= "\u2e80"
    step = (one.line - other.line) / one.em
    aside = abs(one.start + one.end - other.start - other.end) / one.em
    return single and aside < EDGE and 0 < step < 1 + SPACE


def _turned(box: _Box, quarter: int) -> _Box:
    """A box (left, bottom, right, top) after so many quarters of a turn to the right."""
    for _ in range(quarter):
        left, bottom, right, top = box
        box = (bottom, -right, top, -left)
    return box


def _runs(printed: Printed, wide: float, cuts: Cuts, quarter: int) -> Iterator[Run]:
    run: Run | None = None
    blank = inf  # ems of a gap from which a blank stands in it
    for glyph in printed.glyphs(quarter):
        if not glyph.text.strip():
            blank = 0.0 if glyph.text else min(blank, SPACED)
            continue
        apart = run is None or cuts.part(run, glyph)
        if run and not apart and (joined := _joined(run, glyph, wide, blank=blank)) is not None:
            run.take(glyph, joined[0], shifted=joined[1])
        else:
            if run is not None:
                yield run
            run = Run(glyph.text, *glyph.box, glyph, glyph.end)
        blank = inf
    if run is not None:
        yield run


def _joined(run: Run, glyph: Glyph, wide: float, *, blank: float) -> tuple[str, bool] | None:
    """What a character adds to a run, and whether it is raised or lowered; None = a new run."""
    last, em = run.last, run.last.em
    if glyph.box == last.box:
        return glyph.text, False  # letters of a ligature have one box
    gap = glyph.start - run.end
    middle = glyph.base + glyph.height / 2 - last.base - last.height / 2
    drift = min(abs(middle), abs(glyph.line - last.line))  # fonts on one line have other boxes
    if glyph.height < last.height * SMALL and abs(gap) < em / 2 and SHIFT * em < drift < em:
        return (raised if middle > 0 else lowered)(glyph.text), True
    if drift > DRIFT * em or gap < -em:
        return None
    if run.text[-1] in _OPENING and glyph.text in _CLOSING and gap > em / 3:
        return _GAP + glyph.text, False
    if gap > wide * em or glyph.start - run.right > em:  # 。 fills a third of its place
        return None
    latin = run.text[-1].isascii() and glyph.text.isascii()
    return (" " if gap > (min(blank, BLANK) if latin else BLANK) * em else "") + glyph.text, False
