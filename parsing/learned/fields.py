"""Labels of a page's units to the fields of its questions.

Labels give each question stretches of its fields; an answer counts only where nothing on the page
speaks against it. A key apart is read as a whole.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from parsing.keys import blocks, values
from parsing.keys.blocks import hits
from parsing.keys.matching import grouped, match
from parsing.learned.units import Unit
from parsing.records import ALPHABET, Draft, Parts, Printed, Region, decide, forget
from parsing.source_text import Sheet, fold

_NUMBER = re.compile(r"(\d{1,3})\D{0,6}\Z")
# the number of a key's entry; not that of a page: (P12)
_ENTRY = re.compile(r"(?<![\d.A-Za-z])(\d{1,3})\s?[.、:](?!\d)|(?:^|[(\s。;])(\d{1,3})\)")
_FAR = 80  # characters between a question and words that can hardly be its answer
Span = tuple[int, int]
_TICK = re.compile(r"[ ?]{0,3}[√✓✔☑]")
_HINT, _NEAR = re.compile(r"提示\s?:\s?\Z"), 5  # what to think of, not an answer
_UNTICKED = re.compile(r"[\s?？]*(?:[√✓✔☑]|[(（](?:正确答案|正确|答案)[)）])\s*$")
_TICKED = re.compile("√ *")  # also (正确答案) of a page's regularity
_APART = re.compile(r"[A-H①-⑧\n•·●○◆-]|\s{2}")  # between options
_MARKED = re.compile(r"[(](?:正确答案|答案)[)]")  # another question's right option
_ROW = re.compile(r"(?<![A-Za-z])A[^A-Za-z\n]{1,60}B[^A-Za-z\n]{1,60}C(?![A-Za-z])")
_HOLE = re.compile(r"_{2,}|[(]\s*[)]")  # a blank that nobody has filled in
_ENTRIES, _AROUND = 2, 60  # of a key on one line; characters on both sides
_SPACE = re.compile(r"\s+|[.。;；,，、:：]+$")
_ASKS = re.compile(  # how to answer, not an answer
    r"\W{0,3}(?:[按请]|每小?[题題]\s?\d{1,2}\s?分|任?选[一二三四五六两几\d]\s?[个题点])"
)
_LETTERS = re.compile("[A-H]+")
_KEYED_SEVERAL = 3  # entries that make a stretch a key
_SHARE = 0.5  # of the questions that it should have entries for


@dataclass
class Stretches:
    """A question as the labels tell it: the stretches of its fields."""

    stem: list[Span] = field(default_factory=list)
    options: list[list[Span]] = field(default_factory=list)
    answers: list[list[Span]] = field(default_factory=list)
    explanation: list[Span] = field(default_factory=list)
    material: list[Span] = field(default_factory=list)
    number: str = ""
    last: str = ""
    ends: int = 0  # where a question after it begins

    def spans(self, *, far: bool = False) -> list[Span]:
        """All stretches of its own, in order; `far` = what a key behind other questions says."""
        rows = [*self.answers, self.explanation, *([] if far else [self.stem, *self.options])]
        return sorted(s for row in rows for s in row if (0 < self.ends <= s[0]) == far)


def _runs(found: Sequence[Unit], named: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Stretches of one label: X, or a field's kind that B or I begins."""
    start = 0
    for i in range(1, len(found) + 1):
        if i == len(found) or named[i][0] == "B" or named[i][1:] != named[start][1:]:
            yield named[start], found[start].start, found[i - 1].end
            start = i


def free(found: Sequence[Unit], named: Sequence[str]) -> Iterator[Span]:
    """Stretches without a question's own text: where a key may stand, with its explanations."""
    start = 0
    for name, a, b in [*_runs(found, named), ("BS", found[-1].end, found[-1].end)]:
        if name[1:] in ("S", "O", "M"):
            if a > start:
                yield start, a
            start = b


def stretches(text: str, found: Sequence[Unit], named: Sequence[str]) -> list[Stretches]:
    """The questions that labels tell, in order."""
    out: list[Stretches] = []
    material: list[Span] = []
    gap, to = "", 0
    for name, start, end in _runs(found, named):
        if name == "X":
            gap = text[start:end]
            continue
        kind, begins = name[-1], name[0] == "B"
        if kind == "M":
            material = [*([] if begins else material), (start, end)]
        elif kind == "S" and (begins or not out or out[-1].last not in "SA"):
            number = _entry(gap) or next(iter(_NUMBER.findall(gap)), "")
            if out:
                out[-1].ends = start
            out.append(Stretches([(start, end)], material=material, number=number, last="S"))
            to = len(out) - 1
        elif out:
            if begins and kind in "AE":
                to = _asked(out, gap, to) if kind == "A" else _told(out, text[start:end], to)
            at = to if kind in "AE" else len(out) - 1
            if at >= 0:
                _add(out[at], kind, (start, end), begins=begins)
        gap = ""
    return out


def _asked(out: Sequence[Stretches], gap: str, last: int) -> int:
    """Which question an answer belongs to: the one before it, or in a key the one of its number.

    -1 where that is none of them, or where too much stands between.
    """
    number = _entry(gap)
    if not number:
        return last if len(gap) <= _FAR else -1
    inline = last == len(out) - 1 and any(one.answers for one in out[:-1])
    if inline and number == out[-1].number and not out[-1].answers:
        return last
    later = [*range((last + 1) % len(out), len(out)), *range(last + 1)]
    other = -1 if any(one.number for one in out) else last
    return next((i for i in later if out[i].number == number and not out[i].answers), other)


def _told(out: Sequence[Stretches], text: str, last: int) -> int:
    """Which question an explanation belongs to: the one whose number it begins with, if any."""
    number = _ENTRY.match(text)
    return next((i for i, one in enumerate(out) if number and one.number == number[1]), last)


def _add(one: Stretches, kind: str, span: Span, *, begins: bool) -> None:
    """Give a question a stretch of a kind: a new option or answer, or more of the last one."""
    if kind in "SE":
        (one.stem if kind == "S" else one.explanation).append(span)
    else:
        rows = one.options if kind == "O" else one.answers
        if begins or not rows or one.last != kind:
            rows.append([])
        rows[-1].append(span)
    one.last = kind


def _entry(gap: str) -> str:
    """The number of a key's entry that ends with a gap, "" where there is none."""
    found = list(_ENTRY.finditer(gap, max(0, len(gap) - _FAR)))
    return found[-1][1] or found[-1][2] if found else ""


def fields(sheet: Sheet, one: Stretches, other: Printed | None) -> Parts:
    """The fields of a question; an answer only where nothing on the page speaks against it."""
    text = sheet.text
    options = ["".join(sheet.verbatim(*span) for span in row) for row in one.options]
    ends = [row[-1] for row in one.options]
    ticked = [text[a:b].rstrip().endswith("√") or bool(_TICK.match(text, b)) for a, b in ends]
    options = [_UNTICKED.sub("", o) if tick else o for o, tick in zip(options, ticked, strict=True)]
    parts = Parts("".join(sheet.verbatim(*span) for span in one.stem), options)
    far = one.spans(far=True)  # letters of a key are read as a whole, see `keyed`
    said = [
        _value("".join(_read(sheet, *span) for span in row), options)
        for row in one.answers
        if not (options and row[0] in far)
        and not _of_a_key(text, one, row[0])
        and not _HINT.search(text, max(0, row[0][0] - _NEAR), row[0][0])
    ]
    if options and any(ticked) and not all(ticked):
        said.append("".join(ALPHABET[i] for i, tick in enumerate(ticked[:8]) if tick))
        # options of one line with nothing but a tick between them: their texts may be torn
        gaps = (text[a[-1][1] : b[0][0]] for a, b in pairwise(one.options))
        if any(not _APART.search(_TICKED.sub("", gap)) for gap in gaps):
            parts.notes.append("doubt:answer_unclear")
            return parts
    if len(options) > len(ALPHABET) or _MARKED.search(fold(parts.stem)):  # of several
        parts.notes.append("doubt:answer_of_several")
        return parts
    if not options and _HOLE.search(fold(parts.stem)):
        said = [word for word in said if bare(word) not in bare(parts.stem)]
    known = fitting(other.answer, options) if other else ""
    different = list(dict.fromkeys(value for value in (*said, known) if value))
    if len(different) > 1 and options:
        shown = "/".join(value[:20] for value in sorted(different))
        parts.notes.append(f"doubt:answers_disagree {shown}")
    elif different:
        decide(parts, different[0], "answer:learned")
    return parts


def _of_a_key(text: str, one: Stretches, span: tuple[int, int]) -> bool:
    """Whether an answer's line, below its question, holds a key of several numbers or another's."""
    if span[0] <= (one.options[-1] if one.options else one.stem)[-1][1]:
        return False
    start = text.rfind("\n", max(0, span[0] - _AROUND), span[0]) + 1
    end = text.find("\n", span[1], span[1] + _AROUND)
    number = _ENTRY.match(text, start) if start and one.options else None
    if number and (number[1] or number[2]) != one.number:
        return True
    start, end = start or max(0, span[0] - _AROUND), end if end >= 0 else span[1] + _AROUND
    return hits(text, start, min(end, len(text))) >= _ENTRIES


def _read(sheet: Sheet, start: int, end: int) -> str:
    """A stretch of an answer as printed; a verdict as it is read: one of two may be marked."""
    read = sheet.text[start:end].strip()
    return read if read in ("对", "错") else sheet.verbatim(start, end)


def _value(text: str, options: Sequence[str]) -> str:
    folded = fold(text)
    if not options:  # a row of options is no answer
        return "" if _ROW.search(folded) else values.truth(folded) or fitting(text, options)
    letters = (
        values.letters_of(folded.upper()) if re.fullmatch(r"[\sA-Ha-h、,;和]+", folded) else ""
    )
    return fitting(letters or values.from_text(folded, [fold(o) for o in options]), options)


def bare(text: str) -> str:
    """A text without blanks and its last stop."""
    return _SPACE.sub("", text)


def keyed(
    sheet: Sheet, free: Sequence[tuple[int, int]], asked: Sequence[tuple[int, Parts]]
) -> None:
    """Give questions (number, 0 = none, and fields) the answers that `free` stretches hold.

    A key that names an option which is not there is the key of other questions.
    """
    page = Region(0, len(sheet.text))
    drafts = [Draft(number, "learned", "", 0, 0, 0, "", "", page, parts) for number, parts in asked]
    keys = [
        group
        for start, end in free
        if hits(sheet.text, start, end) >= _KEYED_SEVERAL
        for group in blocks.groups(sheet.text, Region(start, end))
        if len(group.entries) >= max(_KEYED_SEVERAL, _SHARE * len(drafts))
    ]
    if keys and any(not parts.answer for _, parts in asked):
        before = [(parts, parts.answer, parts.answered_in) for _, parts in asked]
        match(sheet, list(grouped(drafts, 0)), keys, block=0)
        if any(parts.answer != fitting(parts.answer, parts.options) for _, parts in asked):
            for parts, answer, rule in before:
                forget(parts)
                decide(parts, answer, rule)


def fitting(answer: str, options: Sequence[str]) -> str:
    """An answer unless it names an option that is not there."""
    named = _LETTERS.fullmatch(answer) is not None
    if not options:
        return "" if named or _ASKS.match(answer) else answer
    return answer if named and ord(max(answer)) - 64 <= len(options) else ""
