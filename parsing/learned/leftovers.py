"""What of a page is in no question of its second reading: labels and questions → Leftovers."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from parsing.keys.blocks import hits
from parsing.learned.units import Unit
from parsing.records import Leftover, Parsed, Printed
from parsing.source_text import Sheet, fold

_MARK = re.compile(
    r"\W*(?:第?\s?\d{1,4}\s?题?|[A-Ha-h]|[一二三四五六七八九十]{1,3}"
    r"|[\[【]?(?:正确|参考|标准|本题)?答案?(?:解析)?|解析|详解|题干|问题?|题目)?\W*"
)
# what a field may lose: blanks, and a key in a bracket
_ASIDE = re.compile(r"\s+|[(（\[【][^)）\]】]{0,6}[)）\]】]|[√✓✔☑?？]")


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
