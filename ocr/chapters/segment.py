"""From the text of a book to raw questions, chapter by chapter, through the common grammar.

A chapter is read twice where that may help: as it stands, and with the lines that are nothing but a
key taken out and matched by runs of numbers. The reading with more whole questions counts.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from ocr.book import Book, Chapter
from ocr.chapters import sheet_lines
from ocr.chapters.chapters import SHORT, Section, bare_title, is_title, part
from ocr.chapters.grammar_lines import PUT, Line, grammar_lines, sections_named
from ocr.chapters.key_lines import Entry, KeyText, key_lines
from ocr.chapters.key_runs import Asked, answered, doubled, with_answer
from ocr.habits.confusions import Repaired, in_simplified, repair
from ocr.habits.headings import flat, key_heading
from ocr.habits.numbers import inferred
from ocr.habits.options import mended, plain_forms
from ocr.layout.paragraphs import Paragraph
from parsing import Hints, Parsed, Printed, parse


@dataclass(frozen=True)
class Found:
    """A question of a book: `paragraphs` are its own, `further` those of its case and key, `keys`
    those of its key alone.
    """

    printed: Printed
    chapter: Chapter
    paragraphs: tuple[int, ...]
    further: tuple[int, ...]
    keys: tuple[int, ...]
    repairs: tuple[str, ...]


@dataclass(frozen=True)
class Left:
    """A paragraph that is in no question, and the rule that says so."""

    paragraph: int
    text: str
    rule: str


@dataclass
class Segmented:
    """All questions of a book, and all paragraphs in none of them."""

    questions: list[Found] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)
    unasked: list[tuple[int, list[int], str]] = field(default_factory=list)
    """Entries of keys without a question: place of their paragraph, numbers, text."""
    empty: list[tuple[str, list[int]]] = field(default_factory=list)
    """Chapters without a question: title, places of their paragraphs."""


@dataclass
class _Text:
    """A chapter's lines: of the questions, and of a key that stands elsewhere."""

    chapter: Chapter
    said: dict[int, str]  # paragraphs as they were read
    fixed: dict[int, Repaired]
    own: list[Line]
    apart: list[Line]

    @cached_property
    def lines(self) -> list[Line]:
        """The lines of both, one after the other."""
        return [*self.own, *self.apart]

    @cached_property
    def key(self) -> KeyText:
        """What among them is nothing but a key."""
        return key_lines([text for _, text in self.lines])

    def entries(self, part: int, *, last: bool) -> list[Entry]:
        """The entries of its key, with the places of their paragraphs.

        A key under the title of a part, or before the next part, is that of this `part`; what the
        `last` one prints below its questions may be that of all.
        """
        cut = len(self.own) if last else 0
        return [
            replace(entry, line=self.lines[entry.line][0], part=-1 if entry.line < cut else part)
            for entry in self.key.entries
        ]

    def without_key(self) -> tuple[list[Line], list[Line]]:
        """Its lines without those that are nothing but a key, or the heading of one."""
        gone = set(self.key.lines)
        for at, (_, text) in reversed(list(enumerate(self.lines))):
            if at + 1 in gone and key_heading(flat(text)):
                gone.add(at)
        kept = [line for at, line in enumerate(self.lines) if at not in gone]
        cut = sum(at not in gone for at in range(len(self.own)))
        return kept[:cut], kept[cut:]


@dataclass
class _Read:
    """What the grammar made of a chapter, and the entries that answer its questions by place."""

    own: list[Line]
    apart: list[Line]
    parsed: Parsed
    answers: dict[int, Entry] = field(default_factory=dict)

    @property
    def questions(self) -> list[Printed]:
        """The questions with the answers that runs of the key gave them."""
        return [
            with_answer(q, self.answers[at]) if at in self.answers else q
            for at, q in enumerate(self.parsed.questions)
        ]


def segment(
    book: Book,
    paragraphs: Sequence[Paragraph],
    heads: Mapping[int, str] | None = None,
    exact: Collection[int] = (),
) -> Segmented:
    """Questions of a book. Pure; every paragraph is in a question or left with a rule.

    `heads` are the headers of its pages, `exact` those whose text is the file's own.
    """
    found = Segmented()
    sections, outside = part(paragraphs, book.about.chapter, heads)
    found.left += [Left(at, paragraphs[at].text, "outside_chapter") for at in outside]
    texts = [_text(section, paragraphs, found, exact) for section in sections]
    for text, read in zip(texts, _best(texts), strict=True):
        _collect(text, read, found)
        if not read.questions:
            found.empty.append((text.chapter.title, [at for at, _ in text.lines]))
    return found


def _text(
    section: Section, paragraphs: Sequence[Paragraph], found: Segmented, exact: Collection[int]
) -> _Text:
    said = {at: paragraphs[at].text for at in (*section.body, *section.key)}
    aside = {
        at: rule
        for at, text in said.items()
        if (rule := paragraphs[at].aside or sheet_lines.outside(text))
    }
    aside |= {  # its own title once more, which is no part of a question
        at: "chapter_heading"
        for at in section.body[1:]
        if len(bare_title(said[at])) >= SHORT and is_title(said[at], [section.chapter])
    }
    aside |= sheet_lines.lessons(said, section.body)
    found.left += [Left(at, said[at], rule) for at, rule in aside.items()]
    body = [at for at in section.body if at not in aside]
    key = [at for at in section.key if at not in aside]
    body, titled = sheet_lines.without_paper_key(body, said)
    found.left += [Left(at, said[at], "key_heading") for at in titled[:1]]
    key = [*titled[1:], *key]
    if key and body and key_heading(flat(said[body[-1]])):  # of the keys of all chapters
        found.left.append(Left(body[-1], said[body[-1]], "key_heading"))
        body = body[:-1]
    plain = in_simplified(said.values())
    fixed = {
        at: repair(said[at], simplified=plain, exact=paragraphs[at].page in exact)
        for at in (*body, *key)
    }
    fixed = plain_forms(fixed, body, key)
    fixed |= mended(fixed, body)
    own, apart = (grammar_lines(places, fixed, keyed=places is key) for places in (body, key))
    return _Text(section.chapter, said, fixed, *sections_named(own, apart))


def _best(texts: Sequence[_Text]) -> list[_Read]:
    """Each chapter as it stands, or without its key where that makes more questions whole."""
    plain = [_parsed(text.chapter, text.own, text.apart) for text in texts]
    complete = all(q.answer for read in plain for q in read.parsed.questions)
    if complete or not any(text.key.entries for text in texts):
        return plain
    lifted = []
    for text, first in zip(texts, plain, strict=True):
        bare = _parsed(text.chapter, *text.without_key()) if text.key.lines else first
        lifted.append(bare if _closed(bare) >= _closed(first) else first)
    places = [(n, at) for n, read in enumerate(lifted) for at in range(len(read.questions))]
    asked = [Asked(number, lifted[number].parsed.questions[at]) for number, at in places]
    last = max((n for n, text in enumerate(texts) if text.own), default=0)
    entries = [e for n, text in enumerate(texts) for e in text.entries(n, last=n == last)]
    for place, entry in answered(asked, entries).items():
        number, at = places[place]
        lifted[number].answers[at] = entry
    return [b if _whole(b) > _whole(a) else a for a, b in zip(plain, lifted, strict=True)]


def _parsed(chapter: Chapter, own: list[Line], apart: list[Line]) -> _Read:
    said = parse(
        [text for _, text in own],
        key=[text for _, text in apart] if apart else None,
        hints=Hints(chapter=chapter.title),
    )
    return _Read(own, apart, replace(said, questions=inferred(said.questions)))


def _closed(read: _Read) -> int:
    return sum(bool(q.options) for q in read.parsed.questions)


def _whole(read: _Read) -> int:
    """How many questions have a stem, an answer, and options where they should."""
    return sum(bool(q.answer and q.stem) and len(q.options) != 1 for q in read.questions)


def _collect(text: _Text, read: _Read, found: Segmented) -> None:
    for at, printed in enumerate(doubled(read.questions)):
        mine = _span(read.own, printed.lines)
        below = [span for span in printed.also if span[0] > printed.lines[1]]
        keys = [at for span in below for at in _span(read.own, span)]
        if printed.key_lines:
            keys += _span(read.apart, printed.key_lines)
        if at in read.answers:
            keys.append(read.answers[at].line)
        further = [at for span in printed.also for at in _span(read.own, span)] + keys
        repairs = [
            note for at in (*mine, *further) if at in text.fixed for note in text.fixed[at].notes
        ]
        found.questions.append(
            Found(
                printed,
                text.chapter,
                tuple(mine),
                tuple(at for at in dict.fromkeys(further) if at not in mine),
                tuple(at for at in dict.fromkeys(keys) if at not in mine),
                tuple(dict.fromkeys(repairs)),
            )
        )
    for leftover in read.parsed.leftovers:
        at, _ = (read.apart if leftover.page == "key" else read.own)[leftover.line]
        put = any(p.fullmatch(leftover.text.strip()) for p in (PUT, sheet_lines.BLOCK_NAME))
        if put and leftover.text.strip() not in text.said[at]:
            continue  # no text of the page
        whole = leftover.text.strip() == sheet_lines.bare_heading(text.fixed[at].text).strip()
        found.left.append(Left(at, text.said[at] if whole else leftover.text, leftover.rule))
    have = {q.number for q in read.questions}
    lost: dict[int, list[int]] = {}  # what a key says of numbers that no question has
    for entry in (e for e in text.entries(0, last=True) if str(e.number) not in have):
        lost.setdefault(entry.line, []).append(entry.number)
    found.unasked += [(at, numbers, text.said[at][:40]) for at, numbers in lost.items()]
    used = {entry.line for entry in read.answers.values()}
    lifted = {at for at, _ in text.lines} - {at for at, _ in (*read.own, *read.apart)}
    found.left += [Left(at, text.said[at], "key_without_question") for at in sorted(lifted - used)]


def _span(lines: Sequence[Line], span: tuple[int, int]) -> list[int]:
    """Places of the paragraphs in a span of lines."""
    return list(dict.fromkeys(at for at, _ in lines[span[0] : span[1] + 1]))
