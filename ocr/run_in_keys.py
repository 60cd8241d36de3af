"""Keys that run on: （30）BCDE（31）A（32）①…, entries of one line and answers over many lines.

Their numbers alone part them. What stands in brackets within an answer, (1) to (6), is told from
them by the number that is due.
"""

import re
from collections.abc import Iterator, Sequence

from ocr.headings import is_heading
from ocr.plain import flat

FEW = 5  # entries that a key has at least
MOST = 0.8  # of the numbers asked: it has them
SMALL = 9  # numbers up to which a list within an answer may go
HEADING = re.compile(r"^\W{0,3}[^,。?:\d]{0,8}答\s?案(?:[与及和、]?解析)?\W{0,3}$")
_NUMBER = re.compile(r"[(]\s?(\d{1,3})\s?[)]")
_LED = re.compile(r"^\s*[(]\s?(\d{1,3})\s?[)]")
_SECTION = re.compile(r"^\s*[(]?[一二三四五六七八九十]{1,3}[)]?\s*、[^,。]{2,12}题\s*$")
_BLANK = re.compile(r"_{2,}|\u3000{2,}")
Line = tuple[int, str]


def entries_apart(lines: Sequence[Line]) -> list[Line]:
    """The lines with each entry of such a key on one line; as they are where there is none."""
    start = next(
        (i + 1 for i in range(len(lines) - 1, -1, -1) if HEADING.match(flat(lines[i][1]))), None
    )
    if start is None:
        return list(lines)
    asked = {int(m[1]) for _, text in lines[:start] if (m := _LED.match(flat(text)))}
    found: list[Line] = []
    run: list[Line] = []
    last = 0
    for line in (*lines[start:], (-1, "")):
        if line[0] >= 0 and not (is_heading(line[1]) or _SECTION.match(flat(line[1]))):
            run.append(line)
            continue
        parts = list(_parted(run, last))
        last = max((n for n, _ in parts), default=last)
        found += [entry for _, entry in parts] + ([line] if line[0] >= 0 else [])
        run = []
    numbers = [int(m[1]) for _, text in found if (m := _LED.match(flat(text)))]
    known = len(asked.intersection(numbers))
    if known < max(FEW, MOST * len(asked)) or len(numbers) <= _leading(lines[start:]):
        return list(lines)
    return [*lines[:start], *found]


def _leading(lines: Sequence[Line]) -> int:
    """How many entries stand apart already."""
    return sum(_LED.match(flat(text)) is not None for _, text in lines)


def _parted(run: Sequence[Line], last: int) -> Iterator[tuple[int, Line]]:
    """(number, line) of the entries in lines that run on; what stands before the first has `last`.

    A number is due after the one before, or begins with 1 where the lines do.
    """
    places = [at for at, text in run for _ in text]
    whole = "".join(text for _, text in run)
    plain = flat(whole)
    cuts: list[tuple[int, int]] = []
    for match in _NUMBER.finditer(plain):
        number = int(match[1])
        due = number == (cuts[-1][0] if cuts else last) + 1
        if due or (not cuts and number == 1 and not plain[: match.start()].strip()):
            cuts.append((number, match.start()))
        elif number == 1 and cuts and cuts[-1][0] < SMALL:
            cuts = []  # a list within an answer, whose numbers are those that are due
            break
    if not cuts:
        yield from ((last, line) for line in run)
        return
    if whole[: cuts[0][1]].strip():
        yield last, (places[0], whole[: cuts[0][1]].strip())
    ends = [at for _, at in cuts[1:]] + [len(whole)]
    for (number, begin), end in zip(cuts, ends, strict=True):
        yield number, (places[begin], _BLANK.sub("", whole[begin:end]).strip())
