"""The account of a text: which of its characters are in no record."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from parsing.answer_keys import Entry
from parsing.source_text import Sheet

_SAYS = re.compile(r"\w")
_LINE = re.compile(r"[^\n]+")


@dataclass(frozen=True, slots=True)
class Gap:
    """A line, or part of one, that no record holds; `keyed` = an unused entry of a key."""

    line: int
    text: str
    keyed: bool


def gaps(sheet: Sheet, unused: list[Entry]) -> Iterator[Gap]:
    """What is left of a sheet, in order: whole lines, and parts of lines that hold a word."""
    spare = sorted((e.pos, max(e.start, e.end)) for e in unused)
    rows = sorted({(e.begin, e.start) for e in unused if e.begin >= 0})
    open_stretches = sorted([*_untaken(sheet), *rows])
    keyed = [*spare, *rows]
    lines = {n for a, b in keyed for n in range(sheet.line(a), sheet.line(max(a, b - 1)) + 1)}
    at = 0
    for start, end in open_stretches:
        for m in _LINE.finditer(sheet.text, max(start, at), end):
            whole = _whole(sheet.text, m.start(), m.end())
            text = m[0]
            if not text.strip() or not (whole or _SAYS.search(text)):
                continue
            line = sheet.line(m.start())
            printed = sheet.raw(m.start(), m.end())
            yield Gap(line, printed if whole else printed.strip(), line in lines)
        at = max(at, end)


def _untaken(sheet: Sheet) -> Iterator[tuple[int, int]]:
    at = 0
    for start, end in sorted(sheet.taken):
        if start > at:
            yield at, start
        at = max(at, end)
    yield at, len(sheet.text)


def _whole(text: str, start: int, end: int) -> bool:
    return (not start or text[start - 1] == "\n") and (end == len(text) or text[end] == "\n")
