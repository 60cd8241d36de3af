"""Labels to questions: the second reading of a page that contradicts its own regularity.

In: a page's lines, and what the grammar made of them. Out: the questions of both readings, the
grammar's own where they agree, and every line that is in none of them. What only the labels say
carries the note `number:learned` and a doubt, so that a person looks at it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from parsing.alarm import alarm, one_differs
from parsing.keys.blocks import hits
from parsing.learned.fields import Stretches, bare, fields, free, keyed, stretches
from parsing.learned.places import Place, locate
from parsing.learned.reader import Certainty, label, reading, weighed
from parsing.learned.reader import sheet as page_sheet
from parsing.learned.units import Unit, fewest, units
from parsing.records import Leftover, Parsed, Parts, Printed
from parsing.source_text import Sheet, fold
from parsing.words import ASKS, BLANK, any_of

# how much likelier than the grammar's reading (natural logarithm), below and above this alarm;
# chosen on all rounds of samples/pages by weights that had not seen them; less, and goldens suffer
_SURE, _LIKELY, _ALARM = 8.0, 6.0, 0.3
_USUAL = 300  # units of such a page: a longer one has more to differ in
LONGEST = 1_500  # units; longer rendered papers, of 60 questions, lost by it
_SURELY = 1.5  # times as many before copies are cut: not to be looked at more closely
_ASKING = re.compile(rf"[?？哪何怎吗几]|什么|{BLANK}|{any_of(ASKS)}")
_OPENING = 6  # first characters of a stem, which tell it
_SHORT = 8  # characters of a stem that may be a point of a list
_LISTED = 3  # numbered ones: terms to explain
_REGULAR, _MANY = 0.8, 4  # share of questions that are alike, and their number
_TERMS = 2  # open questions answered by a key of their own that only the grammar reads
_FEW = 4  # characters of an answer in words
_MARK = re.compile(
    r"\W*(?:第?\s?\d{1,4}\s?题?|[A-Ha-h]|[一二三四五六七八九十]{1,3}"
    r"|[\[【]?(?:正确|参考|标准|本题)?答案?(?:解析)?|解析|详解|题干|问题?|题目)?\W*"
)
_NOTHING = Printed("", "", "", "", "", "", (), "", "", (), (), (0, 0))
# what a field may lose: blanks, and a key in a bracket
_ASIDE = re.compile(r"\s+|[(（\[【][^)）\]】]{0,6}[)）\]】]|[√✓✔☑?？]")


class Labelled(NamedTuple):
    """A page as it is labelled, and what was cut out of its lines before."""

    sheet: Sheet
    cut: list[Leftover]
    found: list[Unit]
    places: list[Place]
    labels: list[str]
    odds: float
    sure: Certainty


def labelled(rows: Sequence[str], first: Parsed, tagger: Any = None) -> Labelled | None:
    """The labels of a page, None where it is empty or too long."""
    if fewest("\n".join(rows)) > _SURELY * LONGEST:
        return None
    sheet, cut = page_sheet(rows)
    found = units(sheet.text, LONGEST)
    if not 0 < len(found) <= LONGEST:
        return None
    places = locate(sheet.text, first.questions)
    return Labelled(sheet, cut, found, places, *label(found, reading(found, first, places), tagger))


def read_again(rows: Sequence[str], first: Parsed, tagger: Any = None) -> Parsed:
    """The page's questions by labels where they differ from the grammar's; the alarm of both."""
    page = labelled(rows, first, tagger)
    if page is None:
        return first
    likely = _SURE if first.alarm < _ALARM else _LIKELY
    enough = page.odds >= likely * max(1.0, len(page.found) / _USUAL)
    other = _other(page, first) if enough else None
    told = other or first
    own = alarm(told.questions, told.leftovers) if other else first.alarm
    weight = weighed(own, page.sure)
    if own > weight and one_differs(told.questions):
        weight = own
    return replace(told, alarm=weight)


def _other(page: Labelled, first: Parsed) -> Parsed | None:
    """The questions that labels say, with the grammar's where both agree; None if counted worse."""
    sheet, found, named = page.sheet, page.found, page.labels
    told = stretches(sheet.text, found, named)
    if not told:
        return None
    partners = _partners(told, page.places)
    others = [first.questions[partners[i]] if i in partners else None for i in range(len(told))]
    asked = [fields(sheet, one, other) for one, other in zip(told, others, strict=True)]
    numbered = [(int(one.number or 0), p) for one, p in zip(told, asked, strict=True)]
    keyed(sheet, list(free(found, named)), numbered)
    merged = list(map(partial(_merged, sheet, _usual(first.questions)), told, asked, others))
    _doubt_below(merged)
    new = [q for q, other in zip(merged, others, strict=True) if other is None and q.number]
    terms = list(filter(_asks_nothing, new))
    kept = terms if len(terms) >= _LISTED else []
    questions = tuple(q for q in merged if q in kept or not _asks_nothing(q))
    if questions == first.questions or _counts_worse(questions, first.questions):
        return None
    return Parsed(questions, (*page.cut, *_leftovers(sheet, found, named, questions, first)))


def _doubt_below(questions: list[Printed]) -> None:
    """Doubt that those below a case that only labels give have none."""
    case: Printed | None = None
    for at, one in enumerate(questions):
        if one.material:
            case = one if one.notes[:1] == ("number:learned",) else None
        elif case and one.section == case.section:
            questions[at] = replace(one, notes=(*one.notes, "doubt:text_above"))


def _counts_worse(questions: Sequence[Printed], theirs: Sequence[Printed]) -> bool:
    """Whether questions are no more than the grammar's, and fewer of them whole.

    Or fewer, and more numbers missing between them, or terms that a key explains; or more of them
    inside others, or of one option each.
    """
    ours = _Counts(questions, theirs, theirs[-1:])
    other = _Counts(theirs, questions, theirs[-1:])
    return (
        ours.lone > other.lone
        or ours.explained <= other.explained - _TERMS
        or ours.inside > other.inside
        or (len(questions) <= len(theirs) and ours.whole < other.whole)
        or (len(questions) < len(theirs) and ours.gaps > other.gaps)
    )


class _Counts:
    """What tells how well a page was read: its questions beside those of another reading.

    `last` = the grammar's last question.
    """

    def __init__(
        self, questions: Sequence[Printed], others: Sequence[Printed], last: Sequence[Printed]
    ) -> None:
        stems = [bare(question.stem) for question in questions]
        self.whole = sum(bool(question.options and question.answer) for question in questions)
        self.explained = sum("answer:key_text" in question.notes for question in questions)
        numbers = [int(question.number) for question in questions if question.number.isdecimal()]
        self.gaps = sum(after > before + 1 for before, after in pairwise(numbers))
        # of one option: none is printed so, it is a misreading, unless the page ends there
        single = [len(question.options) == 1 for question in questions]
        begin = stems[-1][:_OPENING] if stems else ""
        ends = begin and single[-1] and any(begin in bare(other.stem) for other in last)
        self.lone = sum(single) - bool(ends)
        # with the first words of another reading's question in their options or stem
        begins = [stem[:_OPENING] for one in others if len(stem := bare(one.stem)) >= _OPENING]
        self.inside = 0
        for question, stem in zip(questions, stems, strict=True):
            texts = [stem[1:], *map(bare, question.options)]
            inner = [words for words in begins if not stem.startswith(words)]
            self.inside += any(words in text for words in inner for text in texts)


def _asks_nothing(question: Printed) -> bool:
    """Whether only the labels see a question where a point or a term's meaning stands alone."""
    q = question
    if q.notes[:1] != ("number:learned",) or q.options or q.answer or q.material:
        return False
    return not _ASKING.search(fold(q.stem)) and (not q.number or len(bare(q.stem)) < _SHORT)


def _partners(told: Sequence[Stretches], places: Sequence[Place]) -> dict[int, int]:
    """Which of the grammar's questions shares the stem of each, by number in both readings."""
    stems = sorted((p.start, p.end, p.question) for p in places if p.kind == "S")
    out: dict[int, int] = {}
    at = 0
    for i, one in enumerate(told):
        start, end = one.stem[0]
        while at < len(stems) and stems[at][1] <= start:
            at += 1
        if at < len(stems) and stems[at][0] < end and stems[at][2] not in out.values():
            out[i] = stems[at][2]
    return out


def _usual(questions: Sequence[Printed]) -> int:
    """How many options nearly all questions of a page have; 0 where they differ."""
    counts = Counter(len(question.options) for question in questions)
    usual, often = counts.most_common(1)[0] if counts else (0, 0)
    return usual if often >= _REGULAR * len(questions) > _MANY else 0


def _merged(
    sheet: Sheet, usual: int, one: Stretches, parts: Parts, other: Printed | None
) -> Printed:
    """The grammar's question where both agree on stem and options, else the labels' one."""
    notes = [parts.answered_in or "doubt:no_answer", *parts.notes, "doubt:read_again"]
    base = other or _NOTHING
    if not parts.answer:
        notes += [note for note in base.notes if note.startswith("doubt:")]
    alike = other is not None and bare(parts.stem) == bare(base.stem)
    if other and len(parts.options) < len(other.options):
        regular = alike and len(other.options) == usual
        if len(parts.options) == 1 or regular or "options:shared" in other.notes:
            return other
    if other and alike and list(map(bare, parts.options)) == list(map(bare, other.options)):
        unsure = any(note.startswith("doubt:answers_disagree") for note in other.notes)
        if unsure or not (parts.answer or parts.notes) or parts.answer == other.answer:
            return other
        # a part of the grammar's answer in words: the rest is litter
        own, whole = bare(parts.answer), bare(other.answer)
        trimmed = not parts.options and _FEW < len(own) < len(whole) and own in whole
        if other.answer and not trimmed:
            return replace(other, notes=tuple(dict.fromkeys([*other.notes, *parts.notes])))
        kept = [note for note in other.notes if note != "doubt:no_answer"]
        return replace(other, answer=parts.answer, notes=tuple(dict.fromkeys([*kept, *notes])))
    judged = not parts.options and parts.answer in ("对", "错")
    also = [sheet.span(*span) for span in one.material] or list(base.also)
    also += [sheet.span(*span) for span in one.spans(far=True)]
    spans = one.spans()
    return replace(
        base,
        number=one.number or base.number,
        format="TF" if judged else base.format * (bool(base.options) == bool(parts.options)),
        material=_joined(sheet, one.material) or base.material,
        stem=parts.stem,
        options=tuple(parts.options),
        answer=parts.answer,
        explanation=_joined(sheet, one.explanation) or parts.explanation or base.explanation,
        notes=("number:learned", *dict.fromkeys(notes)),
        lines=(sheet.span(*spans[0])[0], sheet.span(*spans[-1])[1]),
        also=tuple(also),
    )


def _joined(sheet: Sheet, spans: Sequence[tuple[int, int]]) -> str:
    return "\n".join(sheet.verbatim(*span) for span in spans)


def _leftovers(
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
    held: dict[int, list[str]] = {}  # by line: what the questions there hold
    for q in questions:
        texts = (q.stem, *q.options, q.answer, q.explanation, q.material, *q.notes)
        fields = _ASIDE.sub("", "".join(texts))
        for line in {n for a, b in (q.lines, *q.also) for n in range(a, b + 1)}:
            held.setdefault(line, []).append(fields)
    pairs = zip(found, named, strict=True)
    for kind, row in groupby(pairs, key=lambda pair: pair[0].kind == "break" or pair[1][-1]):
        stretch = [unit for unit, _ in row]
        text = sheet.raw(stretch[0].start, stretch[-1].end).strip()
        if kind is True or not text:
            continue
        line = sheet.line(stretch[0].start)
        mark = line in inside and _MARK.fullmatch(fold(text))
        used = keyed[line] and 0 < hits(fold(text), 0, len(text)) <= keyed[line]
        said = _ASIDE.sub("", text)
        if not (mark or used or (kind != "X" and any(said in f for f in held.get(line, ())))):
            where = "before_first_question" if line < opening else "outside_question"
            rule = rules.get((line, text)) or ("unread" if line in inside else where)
            yield Leftover(line, text, rule)
    yield from (rest for rest in first.leftovers if rest.page != "paper")
