"""A text in two forms: as printed, and folded for matching, with every position kept."""

import re
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache

from parsing import words
from parsing.records import Mark

NAMED = "class:right"  # a mark by which a page names its right options
_FOLDED: dict[str, str] = dict(words.FOLDED)
_FOLDED |= {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_FOLDED |= dict.fromkeys("\u3000\xa0\t\x0b\x0c\r\x1c\x1d\x1e\x85\u2028\u2029", " ")
_FOLDED |= dict.fromkeys(map(chr, range(0x2000, 0x200B)), " ")
# radicals that PDFs hold for the characters they look like
_FOLDED |= {chr(code): unicodedata.normalize("NFKC", chr(code)) for code in range(0x2F00, 0x2FD6)}
# three to four times as fast as str.translate, which asks its table for every character
_UNFOLDED = re.compile(f"[{re.escape(''.join(sorted(_FOLDED)))}]")
_TONES = "āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜńňǹ"
# a sign of no width, or a word's sound in brackets behind it; one set of characters begins both
HIDDEN = re.compile(
    "[\u200b-\u200f\u2060\ufeff\u00ad(]"
    rf"(?:(?<!\()|(?<=[\u3400-\u9fffA-H]\()[a-zü]{{0,5}}[{_TONES}][a-zü]{{0,5}}\))"
)
_ZERO = re.compile("[\u200b-\u200f]")
_UNIT = re.compile(r"[!-~]{1,60}|.[，。、；：！？）》”’】]?")
BLANKS = " \t\r\x0b\x0c\u3000\xa0\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad"
_APART = "\x1f"  # between texts that are folded together
_FULL = 30  # columns of a line that may be full, at least
_INDENT = 40  # blanks before a line's first word
_EDGES = "\n" + BLANKS
_ENDS = tuple("。！？!?：:；;…”")
_LABELLED = re.compile(
    r"(?:[\[【]|一般资料|案例介绍|求助者|来访者|咨询师|心理咨询师|心理测[验试]|问题|材料"
    r"|案例)[^。，,]{0,20}[：:]"
)
_LISTED = re.compile(
    r"[①-⑳•·●◆■\-—]|[(（]\s?[\d一二三四五六七八九十]{1,3}\s?[)）]|\d{1,2}[.、)](?!\d)"
    r"|[一二三四五六七八九十]+[是、]|[ABCDEFGH][.、]"
)


def fold(text: str) -> str:
    """The matching form of a text, character for character of the same length."""
    return _UNFOLDED.sub(lambda found: _FOLDED[found[0]], text)


def fold_all(texts: Sequence[str]) -> list[str]:
    """`fold` of several texts, at once."""
    folded = fold(_APART.join(texts)).split(_APART)
    return folded if len(folded) == len(texts) else [fold(text) for text in texts]


@lru_cache(maxsize=1)
def fold_page(text: str) -> str:
    """`fold` of a whole page, kept for the next module that asks for the same one."""
    return fold(text)


def columns(line: str) -> int:
    """Width of a line as set: two columns for a Chinese character, one for a Latin one."""
    line = line.strip(BLANKS)
    narrow = len(line.encode("latin-1", "ignore"))
    return 2 * len(line) - narrow - (0 if line.isprintable() else len(_ZERO.findall(line)))


class Lines:
    """Where the lines of a text begin and end, found once: a search for each place is quadratic
    on a page without line breaks.
    """

    def __init__(self, text: str, start: int = 0, end: int | None = None) -> None:
        self._first, self._last = start, len(text) if end is None else end
        self._breaks = [m.start() for m in re.finditer("\n", text[start : self._last])]
        if start:
            self._breaks = [start + at for at in self._breaks]

    def begin(self, position: int) -> int:
        """Where the line of a position begins; a line break ends its line."""
        i = bisect_left(self._breaks, position)
        return self._breaks[i - 1] + 1 if i else self._first

    def end(self, position: int) -> int:
        """Where the line of a position ends: its line break, or the end of the text."""
        i = bisect_left(self._breaks, position)
        return self._breaks[i] if i < len(self._breaks) else self._last


def begins_line(text: str, position: int, floor: int) -> bool:
    """Whether nothing but blanks, at most 40, stands before a position on its line."""
    gap = text[max(floor, position - _INDENT) : position]
    blank = gap[len(gap.rstrip()) :]
    return "\n" in blank or (len(blank) == len(gap) and position - floor <= _INDENT)


class Sheet:
    """Lines joined by newlines; `text` is what patterns see, `verbatim` what people get."""

    def __init__(self, lines: Sequence[str], numbers: Sequence[int]) -> None:
        self.numbers = numbers  # line number in the input, per line kept
        self._raw = "\n".join(lines)
        self.text = fold_page(self._raw)
        self._offsets: array[int] | None = None
        if HIDDEN.search(self.text):
            self._hide()
        self.starts = [0, *(m.end() for m in re.finditer("\n", self.text))]
        self.taken: list[tuple[int, int]] = []  # stretches that are in a record
        self.right: list[tuple[int, int, str]] = []  # stretches marked as right, and by what
        self.marks: set[tuple[str, str]] = set()  # of numbers, as the page was seen to print them

    def _hide(self) -> None:
        offsets, parts, last = array("L"), [], 0
        for found in HIDDEN.finditer(self.text):
            parts.append(self.text[last : found.start()])
            offsets.extend(range(last, found.start()))
            last = found.end()
        parts.append(self.text[last:])
        offsets.extend(range(last, len(self.text) + 1))
        self.text, self._offsets = "".join(parts), offsets

    def mark(self, marks: Sequence[Mark]) -> None:
        """Note which stretches the page's structure marks as right."""
        rows = {number: i for i, number in enumerate(self.numbers)}
        for mark in marks:
            row = rows.get(mark.line)
            if mark.kind == "right" and row is not None:
                start = self.starts[row]
                after = self.starts[row + 1] - 1 if row + 1 < len(self.starts) else len(self.text)
                begin = self._place(start, after, mark.start)
                end = max(begin + 1, self._place(start, after, mark.end))
                self.right.append((begin, end, mark.value or NAMED))
        self.right.sort()

    def _place(self, start: int, after: int, column: int) -> int:
        """Position in `text` of a column of the line from `start` to `after`."""
        if self._offsets is None:
            return min(start + max(column, 0), after)
        return bisect_left(self._offsets, self._offsets[start] + max(column, 0), start, after)

    def marked(self, start: int, end: int) -> str:
        """What marks a stretch as right, "" where nothing does."""
        if not self.right:
            return ""
        at = bisect_left(self.right, (start, -1, ""))
        near = self.right[max(0, at - 1) : at + 1]
        return next((value for a, b, value in near if a < end and b > start), "")

    def line(self, position: int) -> int:
        """Input line number at a position of `text`."""
        return self.numbers[bisect_right(self.starts, position) - 1] if self.numbers else 0

    def span(self, start: int, end: int) -> tuple[int, int]:
        """First and last input line of a stretch, blanks at its ends not counted."""
        piece = self.text[start:end]
        start += len(piece) - len(piece.lstrip())
        end = max(start, start + len(piece.strip()) - 1)
        return self.line(start), self.line(end)

    def raw(self, start: int, end: int) -> str:
        """The printed characters of a stretch, newlines as they are."""
        if self._offsets is None:
            return self._raw[start:end]
        last = self._offsets[end] if end < len(self._offsets) else len(self._raw)
        return self._raw[self._offsets[start] : last]

    def take(self, start: int, end: int) -> None:
        """Note that a stretch is in a record, or is one of its marks."""
        self.taken.append((start, end))

    def read(self, start: int, end: int) -> str:
        """The printed text of a stretch for a record's field."""
        self.take(start, end)
        return self.verbatim(start, end)

    def verbatim(self, start: int, end: int) -> str:
        """The printed text of a stretch; broken lines joined, paragraphs kept."""
        raw = self.raw(start, end)
        bare = raw.strip(_EDGES)
        if "\n" not in bare:
            return bare
        out, width = "", 0
        head = self.text.rfind("\n", 0, start) + 1
        for line in raw.split("\n"):
            if piece := line.strip(BLANKS):
                joint = self._joint(out, width, piece) if out else ""
                out += joint + piece
                width = columns(line) + (columns(self.text[head:start]) if head < start else 0)
            head = start
        return out

    def _joint(self, before: str, width: int, after: str) -> str:
        if before.endswith(_ENDS) and _LABELLED.match(after):
            return "\n"
        if self.width:
            unit = _UNIT.match(after)
            broken = width + columns(unit[0] if unit else "") > self.width or (
                width >= 0.8 * self.width
                and not _LISTED.match(after)
                and not before.endswith(_ENDS)
            )
        else:
            broken = not before.endswith(_ENDS) and not _LISTED.match(after)
        if not broken:
            return "\n"
        return " " if before[-1].isascii() and after[0].isascii() else ""

    @cached_property
    def width(self) -> int:
        """Columns at which the printer broke lines, 0 where none can be told."""
        lines = self._raw.split("\n")  # a line has at most two columns for each character
        lengths = Counter(columns(line) for line in lines if 2 * len(line) >= _FULL - 1)
        wide = {n: lengths[n] + lengths[n - 1] + lengths[n + 1] for n in lengths if n >= _FULL}
        peak = max(wide, key=lambda n: (wide[n], n), default=0)
        beyond = sum(count for n, count in lengths.items() if n > peak + 6)
        if not wide or wide[peak] < max(5, 8 * beyond):
            return 0
        near = (columns(line) for line in lines if 2 * len(line) >= peak - 20)
        return peak if wide[peak] >= sum(peak - 20 <= n < peak - 4 for n in near) else 0
