"""What a book prints and nobody found: numbers, options, answers, declared counts, text."""

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Any

from ocr.census import lost_labels
from ocr.chapters.segment import Found, Segmented
from ocr.checks import WEIGHTS
from ocr.habits.headings import flat
from ocr.layout.geometry import runs_down
from ocr.layout.paragraphs import Paragraph
from ocr.page.fragment import Reading

Row = dict[str, Any]
DECLARED = 120  # questions of a section
_HEADING = re.compile(
    r"^\s*(?:第[一二三四五六七八九十\d]{1,3}部分|[(（]?[一二三四五六七八九十]{1,3}[)）]?\s*[、.．])\s*[^,。;]{0,14}题"
    r"|^\s*[^\dA-H,。;?]{0,6}(?:选择|判断|填空|简答|论述|问答|分析|解释)题"
)
_COUNT = re.compile(r"(?:共|计|有)\s*(\d{1,3})\s*(?:小|道|个小)?题")
_POINTS = re.compile(
    r"每(?:小)?题\s*(\d{1,2}(?:\.5)?)\s*分[^\d]{0,8}(?:共|计|满分|总分)\s*(\d{1,3})\s*分"
)
FEW = 4  # Chinese characters of a line that asks
MOST = 30  # numbers that a gap has at most; after more of them the numbers count something else
PART = 12  # numbers of a gap that may be those of a part which another book prints
ANSWERED = 0.25  # share of the questions of a kind from which the others' answers are missing
SURE = 0.8  # confidence below which a person should look
NAMED = 12  # numbers that an alarm names
PROSE = 40  # Chinese characters of a line in no question that are more than an instruction
_FIRST = re.compile(r"(?:^|[\s\u3000_])[(\[]?\s*A\s*[.、)\]:]\s*(?![\[(（【])(?=\S)")
_FILLED = re.compile(r"[(（]\s+[A-H]{1,8}\s+[)）]")  # an answer in the stem's bracket
_BARE_FIRST = re.compile(r"^\s*A\s+(?=[\u4e00-\u9fff])|^\s*甲\s?[、.]\S.*乙")
_ASKS = re.compile(r"[(（]\s*[)）]|[?？]\s*$")  # a blank may be a gap of the layout
_HAN = re.compile(r"[\u4e00-\u9fff]")
_UNREAD = frozenset({"outside_question", "unread", "before_first_question"})


def declared(text: str) -> int:
    """The number of questions that a heading says, 0 for none."""
    line = flat(text)
    if not _HEADING.match(line):
        return 0
    if count := _COUNT.search(line):
        return int(count[1])
    points = _POINTS.search(line)
    if points is None or not float(points[1]) or float(points[2]) % float(points[1]):
        return 0
    return int(float(points[2]) / float(points[1]))


def shortfalls(
    questions: Sequence[Found], paragraphs: Sequence[Paragraph]
) -> Iterator[tuple[list[int], str]]:
    """Pages of a section that has fewer questions than its heading says, and that in words."""
    heads = [at for at, p in enumerate(paragraphs) if declared(p.text)]
    begun = sorted(q.paragraphs[0] for q in questions if q.paragraphs)
    borders = [at for at, p in enumerate(paragraphs) if _HEADING.match(flat(p.text))]
    for at in heads:
        end = next((b for b in borders if b > at and b not in begun), len(paragraphs))
        own = [place for place in begun if at < place < end]
        want = declared(paragraphs[at].text)
        if own and len(own) < want <= DECLARED:
            pages = sorted({p.page for p in paragraphs[at:end]})
            yield pages, f"{paragraphs[at].text[:30]}: {want} questions, {len(own)} found"


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
    missing = [
        (
            parsed.questions[at].paragraphs[-1],
            f"{numbers} after {parsed.questions[at].printed.number}",
        )
        for at, numbers in gaps.items()
    ]
    missing += [
        (at, f"{', '.join(map(str, numbers))} of the key {text!r}")
        for at, numbers, text in parsed.unasked
    ]
    rows = list(_options(parsed, paragraphs))
    found = [
        *(Alarm(paragraphs[at].page, "number_missing", said) for at, said in missing),
        *rows,
        *_unasked(parsed, paragraphs, {alarm.page for alarm in rows}),
        *_unread(parsed, paragraphs),
        *_unanswered(parsed, paragraphs),
        *_empty_chapters(parsed, paragraphs),
    ]
    told = {alarm.page for alarm in found}
    found += [
        Alarm(page, "count_short", said)
        for pages, said in shortfalls(parsed.questions, paragraphs)
        if not told.intersection(pages)
        for page in pages
    ]
    return Alarms(tuple(found), gaps)


def _unasked(
    parsed: Segmented, paragraphs: Sequence[Paragraph], counted: Container[int]
) -> Iterator[Alarm]:
    """Pages with numbers before texts that no question has, but those `counted` by options."""
    free = sorted(lost_labels(parsed, paragraphs), key=attrgetter("page"))
    for page, own in groupby(free, key=attrgetter("page")):
        labels = list(own)
        numbers = ", ".join(str(label.number) for label in labels[:NAMED])
        if page not in counted:
            said = f"numbers without a question: {numbers} ({labels[0].text[:20]}…)"
            yield Alarm(page, "question_unread", said)


def upright_pages(readings: Mapping[int, Reading]) -> list[Alarm]:
    """Pages whose text runs down: it is put in order, but engines read it less surely."""
    return [
        Alarm(page, "vertical_text", "most of its lines are upright")
        for page, reading in sorted(readings.items())
        if runs_down(reading.fragments)
    ]


def _gaps(questions: Sequence[Found]) -> dict[int, str]:
    """Numbers that are missing after a question, by its place."""
    runs: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for at, question in enumerate(questions):
        if question.printed.number.isdigit():
            chapter = f"{question.chapter.title}{question.chapter.pages}"
            runs[chapter].append((at, int(question.printed.number)))
    found = {}
    for run in runs.values():
        seen = {n for _, n in run}
        for (before, last), (_, number) in pairwise([(run[0][0], 0), *run]):
            missing = [n for n in range(last + 1, number) if n not in seen]
            most = PART if len(missing) == number - last - 1 else MOST
            if 0 < len(missing) <= most:
                said = f"{missing[0]}–{missing[-1]}" if len(missing) > 1 else str(missing[0])
                found[before] = said
    return found


def _options(parsed: Segmented, paragraphs: Sequence[Paragraph]) -> Iterator[Alarm]:
    """Pages with more sets of options than questions that have some."""
    printed: Counter[int] = Counter()
    for paragraph in paragraphs:
        for placed in paragraph.rows:
            text = _FILLED.sub("", flat("　".join(piece.text for piece in placed.pieces)))
            printed[placed.page] += len(_FIRST.findall(text)) or bool(_BARE_FIRST.match(text))
    read: Counter[int] = Counter()
    for question in parsed.questions:
        if question.printed.options:
            read.update({r.page for at in question.paragraphs for r in paragraphs[at].rows})
    for page, count in sorted(printed.items()):
        if count > read[page]:
            said = f"{count} rows of options, {read[page]} questions"
            yield Alarm(page, "options_without_question", said)


def _unread(parsed: Segmented, paragraphs: Sequence[Paragraph]) -> Iterator[Alarm]:
    """Lines in no question that ask, or are too long for an instruction."""
    for left in parsed.left:
        text = flat(left.text)
        count = len(_HAN.findall(text))
        long = count >= PROSE and left.rule != "before_first_question"
        if left.rule in _UNREAD and (long or (_ASKS.search(text) and count >= FEW)):
            yield Alarm(paragraphs[left.paragraph].page, "text_unread", left.text[:40])


def _unanswered(parsed: Segmented, paragraphs: Sequence[Paragraph]) -> Iterator[Alarm]:
    """Pages with questions that lack an answer where others of their kind have one.

    An open question that goes on for sentences may hold its answer: it counts in any case.
    """
    answered: Counter[bool] = Counter()
    whole: Counter[bool] = Counter()
    for question in parsed.questions:
        closed = bool(question.printed.options)
        whole[closed] += 1
        answered[closed] += bool(question.printed.answer)
    pages: dict[int, list[str]] = defaultdict(list)
    for question in parsed.questions:
        printed = question.printed
        closed = bool(printed.options)
        if printed.answer or not question.paragraphs:
            continue
        long = not closed and len(_HAN.findall(printed.stem)) >= PROSE
        if long or answered[closed] >= ANSWERED * whole[closed]:
            pages[paragraphs[question.paragraphs[0]].page].append(printed.number)
    for page, numbers in sorted(pages.items()):
        yield Alarm(page, "answers_missing", f"of {', '.join(numbers[:NAMED])}")


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


@dataclass(frozen=True)
class Verdict:
    """Figures of a book, and lines that say where something is missing."""

    questions: int
    answered: int
    doubtful: int
    reasons: tuple[tuple[str, int], ...]
    gaps: tuple[str, ...]
    keys: tuple[str, ...]


def verdict(questions: Sequence[Row], captures: Sequence[Row], rejected: Sequence[Row]) -> Verdict:
    """Judge the rows of a book."""
    notes = Counter(note.partition(":")[0] for row in questions for note in row["notes"])
    pages = {row["capture"]: row["offset"] for row in captures}
    gaps, keys = (
        tuple(
            f"page {pages[row['capture']]}: {row['detail'][:60]}"
            for row in rejected
            if row["rule"] == rule
        )
        for rule in ("number_missing", "key_without_question")
    )
    return Verdict(
        questions=len(questions),
        answered=sum(bool(row["answer"]) for row in questions),
        doubtful=sum(row["confidence"] < SURE for row in questions),
        reasons=tuple((note, count) for note, count in notes.most_common() if note in WEIGHTS),
        gaps=gaps,
        keys=keys,
    )
