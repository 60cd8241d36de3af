"""Options 1. 2. 3. 4. below questions 1. 2. 3., as letters.

Only the whole pattern tells which is which: number, 1 to 4, next number, 1 to 4 again, so often
that no list in an answer does it by chance.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cpsyexam.taxonomy import LETTERS
from ocr.confusions import Repaired
from ocr.numeral_options import with_letters_for_digits
from ocr.plain import flat

FEW = 3  # questions in a row that make the pattern
ASKING = 0.6  # of them ask: an empty bracket, a blank, a question mark
COUNTS = (4, 5, 3)  # options of a question
_MARK = re.compile(r"(?:^|(?<=[\s_)]))\s*(\d{1,3})\s*[.、](?!\d)\s*")
_ASKS = re.compile(r"[(]\s*\d?\s*[)]|_{2,}|[?]\s*$")


@dataclass(frozen=True)
class _Mark:
    line: int
    start: int
    end: int
    number: int


def numbered_options(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter with letters for such options, its key with letters for the digits."""
    plain = {at: flat(lines[at].text) for at in (*body, *key)}
    marks = [
        _Mark(at, m.start(), m.end(), int(m[1])) for at in body for m in _MARK.finditer(plain[at])
    ]
    options = dict(_options(marks, plain))
    if not options:
        return {}
    found: dict[int, Repaired] = {}
    own = {mark.line for mark in options}
    for at in (*body, *key):
        text = lines[at].text
        for mark in sorted((m for m in options if m.line == at), key=lambda m: -m.start):
            gap = "　　" if mark.start else ""
            head = text[: mark.start].rstrip("_ 　")
            text = f"{head}{gap}{LETTERS[options[mark]]}．{text[mark.end :]}"
        if at not in own:
            text = with_letters_for_digits(plain[at], text)
        if text != lines[at].text:
            found[at] = Repaired(text, (*lines[at].notes, "options_printed: 1."))
    return found


def _options(marks: Sequence[_Mark], plain: Mapping[int, str]) -> Iterator[tuple[_Mark, int]]:
    """The marks of options, and their places, in all stretches of the pattern."""
    at = 0
    while at < len(marks):
        stretches = [_stretch(marks, at, count) for count in COUNTS]
        count, stretch = max(zip(COUNTS, stretches, strict=True), key=lambda both: len(both[1]))
        asking = sum(bool(_ASKS.search(plain[marks[stem].line])) for stem in stretch)
        if len(stretch) >= FEW and asking >= ASKING * len(stretch):
            for stem in stretch:
                yield from ((marks[stem + 1 + place], place) for place in range(count))
            at = stretch[-1] + count + 1
        else:
            at += 1


def _stretch(marks: Sequence[_Mark], at: int, count: int) -> list[int]:
    """Places of the stems from a mark on that go on by one, each with as many options."""
    stems: list[int] = []
    while at + count < len(marks):
        due = not stems or marks[at].number == marks[stems[-1]].number + 1
        offered = [mark.number for mark in marks[at + 1 : at + 1 + count]]
        if not due or marks[at].start or offered != list(range(1, count + 1)):
            break
        stems.append(at)
        at += count + 1
    return stems
