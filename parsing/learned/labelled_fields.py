"""The fields of one question from its labelled stretches; an answer only where nothing contradicts.

In: a page's text, the stretches that labels give a question, and free ones that may hold a key.
Out: stem, options, answer, doubts.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from parsing.keys import blocks, values
from parsing.keys.blocks import hits
from parsing.keys.labels import tags
from parsing.keys.matching import grouped, match
from parsing.learned.stretches import Stretches
from parsing.parts import Draft, Parts, decide, forget
from parsing.records import Printed
from parsing.sections.regions import Region
from parsing.source_text import Sheet, fold

_TICK = re.compile(r"[ ?]{0,3}[√✓✔☑]")
_HINT, _NEAR = re.compile(r"提示\s?:\s?\Z"), 5  # what to think of, not an answer
_UNTICKED = re.compile(r"[\s?？]*(?:[√✓✔☑]|[(（](?:正确答案|正确|答案)[)）])\s*$")
_HAN = re.compile("[\u3400-\u9fff]")  # words among options are an option's own
_SEVERAL = re.compile(r"(?:[有括]|哪些)\s?[(]\s*[)][。.?]?\s*$")
_TICKED = re.compile("√ *")  # also (正确答案) of a page's regularity
_APART = re.compile(r"[A-H①-⑧\n•·●○◆-]|\s{2}")  # between options
_MARKED = re.compile(r"[(](?:正确答案|答案)[)]")  # another question's right option
_ROW = re.compile(r"(?<![A-Za-z])A[^A-Za-z\n]{1,60}B[^A-Za-z\n]{1,60}C(?![A-Za-z])")
_HOLE = re.compile(r"_{2,}|[(]\s*[)]")  # a blank that nobody has filled in
_NUMBERED = re.compile(r"\s{0,9}(\d{1,3})\s?[.、]")
_ENTRIES, _AROUND = 2, 60  # of a key on one line; characters on both sides
_SPACE = re.compile(r"\s+|[.。;；,，、:：]+$")
# how to answer, not an answer
_ASKS = re.compile(
    r"\W{0,3}(?:[按请]|每小?[题題]\s?\d{1,2}\s?分|任?选[一二三四五六两几\d]\s?[个题点])"
)
_LETTERS = re.compile("[A-H]+")
_KEYED_SEVERAL = 3  # entries that make a stretch a key
_SHARE = 0.5  # of the questions that it should have entries for


def fields(sheet: Sheet, one: Stretches, other: Printed | None) -> Parts:
    """The fields of a question; an answer only where nothing on the page speaks against it."""
    options = ["".join(sheet.verbatim(*span) for span in row) for row in one.options]
    ticked = [_ticked(sheet.text, *row[-1]) for row in one.options]
    options = [_UNTICKED.sub("", o) if tick else o for o, tick in zip(options, ticked, strict=True)]
    parts = Parts("".join(sheet.verbatim(*span) for span in one.stem), options)
    far = one.far()  # letters of a key are read as a whole, see `keyed`
    said = [
        _value("".join(_told(sheet, *span) for span in row), options)
        for row in one.answers
        if not (options and row[0] in far)
        and (
            _within(one, row[0])
            or not (_of_a_key(sheet, row[0]) or _of_another(sheet.text, one, row[0]))
        )
        and not _of_an_option(sheet.text, one, row[0])
        and not _of_a_reader(sheet.text, row[0][0])
        and not _HINT.search(sheet.text, max(0, row[0][0] - _NEAR), row[0][0])
    ]
    if options and any(ticked) and not all(ticked):
        said.append("".join(values.ALPHABET[i] for i, tick in enumerate(ticked[:8]) if tick))
        if _run_together(sheet.text, one.options):
            parts.notes.append("doubt:answer_unclear")
            return parts
    if len(options) > len(values.ALPHABET) or _MARKED.search(fold(parts.stem)):  # of several
        parts.notes.append("doubt:answer_of_several")
        return parts
    if not options and _HOLE.search(fold(parts.stem)):
        said = [word for word in said if bare(word) not in bare(parts.stem)]
    known = fitting(other.answer, options) if other else ""
    different = sorted({value for value in (*said, known) if value})
    if len(different) > 1 and options:
        parts.notes.append("doubt:answers_disagree " + "/".join(v[:20] for v in different))
    elif different:
        decide(parts, next(value for value in (*said, known) if value), "answer:learned")
    return parts


def _ticked(text: str, start: int, end: int) -> bool:
    return text[start:end].rstrip().endswith("√") or bool(_TICK.match(text, end))


def _run_together(text: str, options: Sequence[Sequence[tuple[int, int]]]) -> bool:
    """Whether options of one line have nothing but a tick between them: their texts may be torn."""
    gaps = (text[here[-1][1] : after[0][0]] for here, after in pairwise(options))
    return any(not _APART.search(_TICKED.sub("", gap)) for gap in gaps)


def _of_an_option(text: str, one: Stretches, span: tuple[int, int]) -> bool:
    """Whether an answer is an option's own words, or one marked letter where several are asked."""
    if not one.options or not _within(one, span):
        return False
    last = any(row[0][0] - span[1] in (1, 2) for row in one.options[1:])
    several = last and len(one.answers) == 1 and _SEVERAL.search(text, *one.stem[-1])
    return bool(_HAN.search(text, *span) or several)


def _of_a_reader(text: str, start: int) -> bool:
    """Whether the label before an answer announces what a reader chose: 我的答案:A"""
    near = tags(text, max(0, start - _AROUND), start)
    return bool(near) and near[-1].kind == "own" and "\n" not in text[near[-1].end : start].strip()


def _within(one: Stretches, span: tuple[int, int]) -> bool:
    """Whether an answer stands between a question's stem and its last option."""
    own = one.options[-1] if one.options else one.stem
    return span[0] <= own[-1][1]


def _told(sheet: Sheet, start: int, end: int) -> str:
    """A stretch of an answer as printed; a verdict as it is read: one of two may be marked."""
    read = sheet.text[start:end].strip()
    return read if read in ("对", "错") else sheet.verbatim(start, end)


def _of_a_key(sheet: Sheet, span: tuple[int, int]) -> bool:
    """Whether an answer's line holds a key of several numbers."""
    start = sheet.text.rfind("\n", max(0, span[0] - _AROUND), span[0]) + 1
    end = sheet.text.find("\n", span[1], span[1] + _AROUND)
    start, end = start or max(0, span[0] - _AROUND), end if end >= 0 else span[1] + _AROUND
    return hits(sheet.text, start, min(end, len(sheet.text))) >= _ENTRIES


def _of_another(text: str, one: Stretches, span: tuple[int, int]) -> bool:
    """Whether an answer's line, below its question's stem, begins with another one's number."""
    start = text.rfind("\n", 0, span[0]) + 1
    number = _NUMBERED.match(text, start, span[0])
    return start > one.stem[-1][1] and number is not None and number[1] != one.number


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
) -> list[Parts]:
    """Questions (number, 0 = none, and fields) with the answers that `free` stretches give them.

    A key that names an option which is not there is the key of other questions.
    """
    page = Region(0, len(sheet.text))
    drafts = [Draft(number, "learned", "", 0, 0, 0, "", "", page, parts) for number, parts in asked]
    keys = [
        group
        for start, end in free
        if blocks.hits(sheet.text, start, end) >= _KEYED_SEVERAL
        for group in blocks.groups(sheet.text, Region(start, end))
        if len(group.entries) >= max(_KEYED_SEVERAL, _SHARE * len(drafts))
    ]
    if keys and any(not draft.parts.answer for draft in drafts):
        before = [(parts.answer, parts.answered_in) for _, parts in asked]
        match(sheet, list(grouped(drafts, 0)), keys, block=0)
        if any(parts.answer != fitting(parts.answer, parts.options) for _, parts in asked):
            for (_, parts), (answer, rule) in zip(asked, before, strict=True):
                forget(parts)
                decide(parts, answer, rule)
    return [draft.parts for draft in drafts]


def fitting(answer: str, options: Sequence[str]) -> str:
    """An answer unless it names an option that is not there."""
    if not options:
        return "" if _LETTERS.fullmatch(answer) or _ASKS.match(answer) else answer
    named = _LETTERS.fullmatch(answer)
    return answer if named and ord(max(answer)) - 64 <= len(options) else ""
