"""Labels of a page's units to the stretches of each question's fields."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from parsing.keys.blocks import hits
from parsing.learned.units import Unit
from parsing.records import Leftover, Parsed, Printed
from parsing.source_text import Sheet, fold

_NUMBER = re.compile(r"(\d{1,3})\D{0,6}\Z")
# the number of a key's entry; not that of a page: (P12)
_ENTRY = re.compile(r"(?<![\d.A-Za-z])(\d{1,3})\s?[.、:](?!\d)|(?:^|[(\s。;])(\d{1,3})\)")
_FAR = 80  # characters between a question and words that can hardly be its answer
Span = tuple[int, int]
_MARK = re.compile(
    r"\W*(?:第?\s?\d{1,4}\s?题?|[A-Ha-h]|[一二三四五六七八九十]{1,3}"
    r"|[\[【]?(?:正确|参考|标准|本题)?答案?(?:解析)?|解析|详解|题干|问题?|题目)?\W*"
)
# what a field may lose: blanks, and a key in a bracket
_ASIDE = re.compile(r"\s+|[(（\[【][^)）\]】]{0,6}[)）\]】]|[√✓✔☑?？]")


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

    def spans(self) -> list[Span]:
        """All stretches of its own, in order; not what a key far below says of it."""
        rows = [self.stem, *self.options, *self.answers, self.explanation]
        return sorted(span for row in rows for span in row if not 0 < self.ends <= span[0])

    def far(self) -> list[Span]:
        """What stands in a key behind other questions."""
        rows = [*self.answers, self.explanation]
        return sorted(span for row in rows for span in row if 0 < self.ends <= span[0])


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


def grouped(text: str, found: Sequence[Unit], named: Sequence[str]) -> list[Stretches]:
    out: list[Stretches] = []
    material: list[Span] = []
    gap, to = "", 0
    for name, start, end in _runs(found, named):
        if name == "X":
            gap = text[start:end]
            continue
        kind, begins = name[1], name[0] == "B"
        if kind == "M":
            material = [*material, (start, end)] if not begins else [(start, end)]
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
                out[at].last = kind
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
    if kind == "S":
        one.stem.append(span)
    elif kind == "E":
        one.explanation.append(span)
    else:
        rows = one.options if kind == "O" else one.answers
        if begins or not rows or one.last != kind:
            rows.append([])
        rows[-1].append(span)


def _entry(gap: str) -> str:
    """The number of a key's entry that ends with a gap, "" where there is none."""
    found = list(_ENTRY.finditer(gap, max(0, len(gap) - _FAR)))
    return found[-1][1] or found[-1][2] if found else ""


def leftovers(
    sheet: Sheet,
    found: Sequence[Unit],
    named: Sequence[str],
    questions: Sequence[Printed],
    first: Parsed,
) -> Iterator[Leftover]:
    """What no field holds, line by line, with the grammar's rule where it set the line aside."""
    rules = {(rest.line, rest.text.strip()): rest.rule for rest in first.leftovers}
    keyed = Counter(n for q in questions for a, b in q.also for n in range(a, b + 1))
    inside = {n for q in questions for n in range(q.lines[0], q.lines[1] + 1)}
    opening = min((q.lines[0] for q in questions), default=0)
    held = [(_lines(q), _held(q)) for q in questions]
    pairs = zip(found, named, strict=True)
    for kind, row in groupby(pairs, key=lambda pair: pair[0].kind == "break" or pair[1][-1]):
        stretch = [unit for unit, _ in row]
        text = sheet.raw(stretch[0].start, stretch[-1].end).strip()
        line = sheet.line(stretch[0].start)
        mark = line in inside and _MARK.fullmatch(fold(text))
        used = 0 < hits(fold(text), 0, len(text)) <= keyed[line]
        said = _ASIDE.sub("", text)
        kept = kind != "X" and any(line in lines and said in fields for lines, fields in held)
        if kind is True or not text or mark or used or kept:
            continue
        rule = rules.get((line, text)) or (
            "unread"
            if line in inside
            else "before_first_question"
            if line < opening
            else "outside_question"
        )
        yield Leftover(line, text, rule)
    yield from (rest for rest in first.leftovers if rest.page != "paper")


def _lines(question: Printed) -> set[int]:
    spans = (question.lines, *question.also)
    return {line for first, last in spans for line in range(first, last + 1)}


def _held(question: Printed) -> str:
    q = question
    fields = (q.stem, *q.options, q.answer, q.explanation, q.material, *q.notes)
    return _ASIDE.sub("", "".join(fields))
