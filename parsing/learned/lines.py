"""A page's units with their lines: what a line begins with, how long it is, how often it recurs."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from parsing.learned.units import Unit

LETTERS = "ABCDEFGH"
EDGE = "|"  # before the first unit and behind the last
_RUNS = (2, 4, 9, 20)  # characters of a run of Chinese, bounds of its classes


def grade(value: int, bounds: Sequence[int]) -> int:
    """How many of the bounds a value reaches."""
    return sum(value >= bound for bound in bounds)


def _sign(unit: Unit) -> str:
    """A unit without its text, where that is a word of the page's subject."""
    size = unit.end - unit.start
    named = {
        "break": "⏎",
        "blank": "␣" if size < 3 else "␣␣",
        "number": f"D{min(size, 3)}",
        "letter": unit.text.upper() if unit.text.upper() in tuple(LETTERS) else "l",
        "latin": "LAT",
        "han": f"H{grade(size, _RUNS)}",
    }
    return named.get(unit.kind, unit.text)


@dataclass
class Line:
    """A line: its first units as signs, its length, its last character, its place."""

    shape: str = ""
    length: int = 0
    last: str = ""
    text: str = ""
    before: int = -1  # the line with text before it
    after: int = -1


@dataclass
class Page:
    """Units with their lines, and how often each shape of line recurs."""

    units: Sequence[Unit]
    signs: list[str] = field(init=False)
    lines: list[Line] = field(init=False)
    line_of: list[int] = field(init=False)
    place: list[int] = field(init=False)  # of a unit on its line

    def __post_init__(self) -> None:
        self.signs = [_sign(unit) for unit in self.units]
        self.line_of, self.place, rows = [], [], [[]]  # type: ignore[var-annotated]
        for i, unit in enumerate(self.units):
            self.line_of.append(len(rows) - 1)
            self.place.append(len(rows[-1]))
            if unit.kind == "break":
                rows.append([])
            else:
                rows[-1].append(i)
        self.lines = [self._make(row) for row in rows]
        filled = [n for n, line in enumerate(self.lines) if line.length]
        for a, b in pairwise(filled):
            self.lines[a].after, self.lines[b].before = b, a
        self.shapes = Counter(line.shape for line in self.lines)
        self.texts = Counter(line.text for line in self.lines)

    def _make(self, row: list[int]) -> Line:
        body = [i for i in row if self.units[i].kind != "blank"]
        if not body:
            return Line()
        first, last = self.units[body[0]], self.units[body[-1]]
        shape = "".join("H" if self.signs[i][0] == "H" else self.signs[i] for i in body[:4])
        text = "".join(self.units[i].text for i in body)
        return Line(shape, last.end - first.start, last.text[-1], text)

    def sign(self, i: int) -> str:
        """A unit's sign, the edge's outside."""
        return self.signs[i] if 0 <= i < len(self.signs) else EDGE

    def shape(self, line: int, *, short: bool = False) -> str:
        """The first signs of a line, the edge's outside."""
        shape = self.lines[line].shape if line >= 0 else EDGE
        return shape[:3] if short else shape
