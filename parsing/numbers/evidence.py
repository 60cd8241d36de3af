"""Evidence in a region: rows of options, labels and keys, found once, looked up by position."""

import re
from bisect import bisect_left

from parsing.keys.labels import Tag, tags
from parsing.sections.regions import Region
from parsing.source_text import Lines

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
_NUMBER_IN = re.compile(
    r"[【\[]\s?(?:题干|题目|试题)|\d{1,3}-(?=[\u3400-\u9fff])|\d{1,3}\s?(?:[.、】\]:]|\s(?:[单多]选|[单多]项选|判断|不定项))"
)
_MARKED = 3  # characters of a mark up to its letter: "(A", "( A"
_POINT = re.compile(r"[。;)]\s?\d{1,2}\s?[.、]")  # a list's next point: letters named in it
_ENDED = re.compile(
    r"[。;.?!:]\s*\n|^[^\n]{0,24}\n", re.MULTILINE
)  # a line's end that is no broken line's
# a question's stem behind an explanation's end
_BLANK_LAST = re.compile(r"[。.][^。\n]{4,}[(]\s{0,9}[)]\s?[。.?]?\s{0,4}\Z")
_WORD = re.compile(r"\w|\S\S\S")
_ANSWERS = ("strong", "weak")


def _letters(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Places of option marks and the ordinals of their letters."""
    out = []
    for m in _MARK.finditer(text, start, end):
        letter = m[m.lastindex or 0]
        out.append((m.start(), ord(letter) - (65 if letter < "\ue000" else 0xE001)))
    return out


def _rows(text: str, start: int, end: int) -> list[tuple[int, int, int]]:
    """Rows of options: places of A, of B and of the last letter in order."""
    found: list[tuple[int, int, int]] = []
    opening, last, expected = -1, -1, 0
    for at, ordinal in _letters(text, start, end):
        if ordinal == 0:
            opening, expected = at, 1
        elif ordinal == expected and opening >= 0:
            if expected == 1:
                found.append((opening, at, at))
            else:
                found[-1] = (*found[-1][:2], at)
            last, expected = at, expected + 1
    del last
    return found


def row_marks(text: str, row: tuple[int, int, int], end: int) -> list[int]:
    """Places of a row's letters, A, B, C …, with or without marks."""
    bare = row[2] == row[0] + 1
    found = (
        [(m.start(), ord(m[0]) - 65) for m in _ANY.finditer(text, row[0], end)]
        if bare
        else _letters(text, row[0], end)
    )
    out: list[int] = []
    for at, ordinal in found:
        if ordinal == len(out):
            out.append(at)
        if not bare and at >= row[2]:
            break
    return out


def _outside(
    text: str, rows: list[tuple[int, int, int]], reasons: list[Tag], lines: Lines
) -> list[tuple[int, int, int]]:
    """Rows that do not stand in an explanation's own line or sentence: 解析：(A)… (B)…"""
    ends = [t.end for t in reasons]
    out = []
    for row in rows:
        i = bisect_left(ends, row[0] + 1) - 1
        gap = text[ends[i] : row[0]] if i >= 0 and row[0] - ends[i] < 300 else "\n"
        line = lines.begin(ends[i]) if i >= 0 else 0
        below = "\n" in gap and (gap == "\n" or _ENDED.search(text, line, row[0]))
        numbered = _NUMBER_IN.search(gap) and not _POINT.search(text, *row[:2])
        if below or numbered or _BLANK_LAST.search(gap):
            out.append(row)
    return out


def option_rows(text: str, start: int, end: int) -> int:
    """How many rows of options a stretch seems to hold."""
    return len(_rows(text, start, end))


class Proof:
    """Evidence in a region: option rows and labels, found once and looked up by position."""

    def __init__(self, text: str, region: Region) -> None:
        start, end = region.start, region.end
        self.lines = Lines(text, start, end)
        self.rows = _rows(text, start, end)
        # a row of bare letters (A. B. C. D.) repeats the marks of the options above it
        self.rows = [row for row in self.rows if _WORD.search(text, row[0] + 1, row[1])]
        known = {a + shift for a, _, _ in self.rows for shift in range(_MARKED)}
        bare = [m.start() for m in _BARE.finditer(text, start, end)]
        self.rows += [(at, at + 1, at + 1) for at in bare if at not in known]
        self.rows.sort()
        self.tags: list[Tag] = tags(text, start, end)
        self.rows = _outside(
            text, self.rows, [t for t in self.tags if t.kind == "expl"], self.lines
        )
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

    def row_at(self, index: int) -> int:
        """Where a row of options begins, by its place among all."""
        return self._at[index]

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
