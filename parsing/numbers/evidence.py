"""Evidence in a region: rows of options, labels, keys; numbers that begin an answer."""

import re
from bisect import bisect_left

from parsing.keys.values import LETTERS, Tag, tags
from parsing.numbers.candidates import Start
from parsing.records import Region
from parsing.source_text import Lines, begins_line

Row = tuple[int, int, int]
_MARK = re.compile(
    r"(?=[\s(\[【<A-H\ue001-\ue008])(?:(?<![A-Za-z0-9])(?:[(\[【<]\s?([A-H])\s?[)\]】>]|([A-H])\s?[.、:)])"
    r"|^[^\S\n]{0,20}([A-H])(?=[^A-Za-z\s.、:)类型级组]|[^\S\n]+\S|[^\S\n]*\n)"
    r"|(?<=[A-Za-z0-9])([A-H])[.、](?=[^\s\d])"
    r"|([\ue001-\ue008])\5{0,3})",
    re.MULTILINE,
)
_BARE = re.compile(
    r"A(?<![A-Za-z]A)(?![类型级组])(?!\W{1,4}B)(?=[^A-Za-z\n]{1,60}?(?<![A-Za-z])B(?![类型级组])[^A-Za-z\n]{1,60}?C[^A-Za-z])"
)
_ANY = re.compile(r"(?<![A-Za-z])[A-H](?![A-Za-z])")
_BRACKETED = re.compile(
    r"[(\[【]\s{0,6}(?:[A-H]{1,6}|[√×✓✗✔✘]|(?:[AB]\s?[.、,:]?\s?)?(?:对|错|正确|错误))\s{0,6}[)\]】](?=\s?(?:[。.;\[【]|$))",
    re.MULTILINE,
)
_TICKED = re.compile(
    r"^(?![^\S\n]*[(]?[A-H]\s?[.、)])[^\n]{6,}?[^\s√×✓✗✔✘][。.!;”)][^\S\n]{0,3}(?P<tick>[√×✓✗✔✘])[^\S\n]*$",
    re.MULTILINE,
)
_MARKED = 3  # characters of a mark up to its letter: "(A", "( A"
_WORD = re.compile(r"\w|\S\S\S")
_ANSWERS = ("strong", "weak")
_ANSWERED = re.compile(rf"\s{{0,3}}(?P<letters>{LETTERS})\s{{0,3}}(?:[\[【]|解析|$)", re.MULTILINE)
_LONGEST = 150  # characters of a label's line that count
_GIVEN = ("strong", "own")
_POINTED = ("dot", "pause")  # styles of numbers beside which (1) is a point


def _letters(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Places of option marks and the ordinals of their letters."""
    letters = [(m.start(), m[m.lastindex or 0]) for m in _MARK.finditer(text, start, end)]
    return [(at, ord(sign) - (65 if sign < "\ue000" else 0xE001)) for at, sign in letters]


def option_rows(text: str, start: int, end: int) -> list[Row]:
    """The rows of options that a stretch seems to hold: places of A, of B, of the last in order."""
    found: list[Row] = []
    opening, expected = -1, 0
    for at, ordinal in _letters(text, start, end):
        if ordinal == 0:
            opening, expected = at, 1
        elif ordinal == expected and opening >= 0:
            second = at if expected == 1 else found.pop()[1]
            found.append((opening, second, at))
            expected += 1
    return found


def row_marks(text: str, row: Row, end: int) -> list[int]:
    """Places of a row's letters, A, B, C …, with or without marks."""
    bare = row[2] == row[0] + 1
    found = (
        [(m.start(), ord(m[0]) - 65) for m in _ANY.finditer(text, row[0], end)]
        if bare
        else [one for one in _letters(text, row[0], end) if one[0] <= row[2]]
    )
    out: list[int] = []
    for at, ordinal in found:
        if ordinal == len(out):
            out.append(at)
    return out


class Proof:
    """Evidence in a region: option rows and labels, found once and looked up by position."""

    def __init__(self, text: str, region: Region) -> None:
        start, end = region.start, region.end
        self.lines = Lines(text, start, end)
        # a row of bare letters (A. B. C. D.) repeats the marks of the options above it
        marked = option_rows(text, start, end)
        rows = [row for row in marked if _WORD.search(text, row[0] + 1, row[1])]
        known = {a + shift for a, _, _ in rows for shift in range(_MARKED)}
        bare = [m.start() for m in _BARE.finditer(text, start, end)]
        rows += [(at, at + 1, at + 1) for at in bare if at not in known]
        self.tags: list[Tag] = tags(text, start, end)
        self.rows = sorted(rows)
        self._at = [row[0] for row in self.rows]
        self._tag_at = [t.start for t in self.tags]
        keys = [t.start for t in self.tags if t.kind in _ANSWERS]
        keys += [m.start() for m in _BRACKETED.finditer(text, start, end)]
        keys += [m.start("tick") for m in _TICKED.finditer(text, start, end)]
        self._keys = sorted(keys)

    def options(self, start: int, end: int) -> bool:
        """Whether a row of options lies in a stretch."""
        i = bisect_left(self._at, start)
        return i < len(self.rows) and self.rows[i][1] < end

    def opens(self, text: str, position: int) -> bool:
        """Whether a row of options stands right at a position."""
        i = bisect_left(self._at, position)
        return (
            i < len(self._at)
            and not text[position : min(self._at[i], position + 8)].strip(" (")
            and self._at[i] - position < 6
        )

    def within(self, start: int, end: int) -> list[Tag]:
        """The tags of a stretch."""
        return self.tags[bisect_left(self._tag_at, start) : bisect_left(self._tag_at, end)]

    def before(self, position: int) -> tuple[int, int]:
        """How many rows and how many keys begin before a position."""
        return bisect_left(self._at, position), bisect_left(self._keys, position)


def weeded(text: str, region: Region, proof: Proof, found: list[Start]) -> list[Start]:
    """Candidates without what answers show to be their own."""
    found = _without_points(text, proof, found)
    if not proof.rows:
        return found
    out: list[Start] = []
    for s in found:
        # a number before an answer's letters, or printed again before a label: 1. Answer B
        at = s.end + len(text[s.end : s.end + 4]) - len(text[s.end : s.end + 4].lstrip())
        again = s.number and out and out[-1].number == s.number
        told = again and any(t.start == at for t in proof.within(at, at + 1))
        if s.inline or not (told or _ANSWERED.match(text, s.end, region.end)):
            out.append(s)
    return out


def _without_points(text: str, proof: Proof, found: list[Start]) -> list[Start]:
    """Without an answer's points below its label, of other marks than questions:
    9.…⏎【答案】⏎(1)…
    """
    lined = [s for s in found if s.number and not s.inline]
    gone = set[int]()
    for label in (t for t in proof.tags if t.kind in _GIVEN and begins_line(text, t.start, 0)):
        rest = text[label.end : label.end + _LONGEST].partition("\n")[0]
        before = [s for s in lined if s.pos < label.start]
        below = [s for s in lined if s.pos > label.start]
        alone = text[label.end - 1] == "\n" or not rest.strip(" :")
        if not alone or not before or before[-1].style not in _POINTED:
            continue
        for place, s in enumerate(below, 1):
            if s.style != "paren" or s.number != place:
                break
            gone.add(s.pos)
    return [s for s in found if s.pos not in gone]
