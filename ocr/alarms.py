"""What a book prints and nobody found: numbers that are missing, options without a question.

A count of what the pages show against what was read, so that no question goes lost in silence.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ocr.fragment import Reading
from ocr.paragraphs import Paragraph
from ocr.plain import flat
from ocr.segment import Found, Segmented

LONG = 4  # characters of a line whose direction shows
FEW = 4  # such lines of a page
MOST = 30  # numbers that a gap has at most; after more of them the numbers count something else
_FIRST = re.compile(r"(?:^|[\s\u3000_])[(\[]?\s*A\s*[.、)\]:]\s*(?=\S)")
_ASKING = re.compile(
    r"^\W{0,2}(?:\d{1,4}|N[oO0][.。]?\s?\d{1,3}|第\s?\d{1,3}\s?题|例\s?\d{1,3}|[一二三四五六七八九十]{1,4})\s?[\s.、)\]】:].*"
    r"(?:[(（]\s*[)）]|____|[?？]\s*$)"
)
_BARE_FIRST = re.compile(r"^\s*A\s+(?=[\u4e00-\u9fff])|^\s*甲\s?[、.]\S.*乙")


@dataclass(frozen=True)
class Alarm:
    """A page of the scan, the rule that names the loss, and what is missing in words."""

    page: int
    rule: str
    said: str


@dataclass(frozen=True)
class Alarms:
    """All alarms of a book, and the questions (by place) after which numbers are missing."""

    found: tuple[Alarm, ...]
    before_gap: dict[int, str]


def alarms(parsed: Segmented, paragraphs: Sequence[Paragraph]) -> Alarms:
    """Count what the pages print against what was found."""
    gaps = _gaps(parsed.questions)
    found = []
    for at, numbers in gaps.items():
        after = parsed.questions[at]
        page = paragraphs[after.paragraphs[-1]].page
        found.append(Alarm(page, "number_missing", f"{numbers} after {after.printed.number}"))
    found += [
        Alarm(
            paragraphs[at].page,
            "number_missing",
            f"{', '.join(map(str, numbers))} of the key {text!r}",
        )
        for at, numbers, text in parsed.unasked
    ]
    printed, read = _printed(paragraphs), _read(parsed.questions, paragraphs)
    found += [
        Alarm(page, "options_without_question", f"{count} rows of options, {read[page]} questions")
        for page, count in sorted(printed.items())
        if count > read[page]
    ]
    asking = _asking(paragraphs, range(len(paragraphs)))
    begun = _asking(paragraphs, {q.paragraphs[0] for q in parsed.questions if q.paragraphs})
    found += [
        Alarm(page, "question_unread", f"{count} lines that ask, {begun[page]} questions")
        for page, count in sorted(asking.items())
        if count > begun[page] and printed[page] <= read[page]
    ]
    found += _empty_chapters(parsed, paragraphs)
    return Alarms(tuple(found), gaps)


def upright_pages(readings: Mapping[int, Reading]) -> list[Alarm]:
    """Pages whose text runs down in columns: nothing puts it in order."""
    found = []
    for page, reading in sorted(readings.items()):
        long = [f for f in reading.fragments if len(f.text) >= LONG]
        tall = sum(f.height > f.width for f in long)
        if len(long) >= FEW and tall > 0.5 * len(long):
            found.append(Alarm(page, "vertical_text", f"{tall} of {len(long)} lines are upright"))
    return found


def _gaps(questions: Sequence[Found]) -> dict[int, str]:
    """Numbers that are missing after a question, by its place."""
    runs: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for at, question in enumerate(questions):
        if question.printed.number.isdigit():
            chapter = f"{question.chapter.title}{question.chapter.pages}"
            runs[chapter].append((at, int(question.printed.number)))
    found = {}
    for run in runs.values():
        last_at, last = -1, 0
        for at, number in run:
            seen = {n for _, n in run}
            missing = [n for n in range(last + 1, number) if n not in seen]
            if last < number and missing and len(missing) <= MOST:
                said = f"{missing[0]}–{missing[-1]}" if len(missing) > 1 else str(missing[0])
                found[last_at if last_at >= 0 else at] = said
            last_at, last = at, number
    return found


def _printed(paragraphs: Sequence[Paragraph]) -> Counter[int]:
    """Sets of options that begin on each page."""
    found: Counter[int] = Counter()
    for paragraph in paragraphs:
        for placed in paragraph.rows:
            text = flat("　".join(piece.text for piece in placed.row.pieces))
            found[placed.page] += len(_FIRST.findall(text)) or bool(_BARE_FIRST.match(text))
    return found


def _asking(paragraphs: Sequence[Paragraph], places: Iterable[int]) -> Counter[int]:
    """Lines with a number, and brackets, a blank or a question mark, of these on each page."""
    own = [paragraphs[at] for at in places]
    return Counter(p.page for p in own if not p.whole and _ASKING.match(flat(p.text)))


def _empty_chapters(parsed: Segmented, paragraphs: Sequence[Paragraph]) -> list[Alarm]:
    """Chapters of the book's TOML of which no question was found, on each of their pages.

    Where nothing of a chapter was found, every page without a question may hold it.
    """
    begun = {paragraphs[q.paragraphs[0]].page for q in parsed.questions if q.paragraphs}
    pages = sorted({p.page for p in paragraphs})
    bare = [page for page in pages if page not in begun] or pages[:1]
    return [
        Alarm(page, "chapter_without_question", f"{title}: no question")
        for title, places in parsed.empty
        for page in sorted({paragraphs[at].page for at in places}) or bare
    ]


def _read(questions: Sequence[Found], paragraphs: Sequence[Paragraph]) -> Counter[int]:
    """Questions with options on each page that holds a part of them."""
    found: Counter[int] = Counter()
    for question in questions:
        if question.printed.options:
            pages = {r.page for at in question.paragraphs for r in paragraphs[at].rows}
            found.update(pages)
    return found
