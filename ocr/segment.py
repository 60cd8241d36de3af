"""From the text of a book to raw questions, chapter by chapter, through the common grammar."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ocr.book import Book, Chapter
from ocr.chapters import part
from ocr.confusions import repair
from ocr.numbers import restored, restored_key
from ocr.option_letters import mended
from ocr.paragraphs import Paragraph
from parsing import Hints, Printed, parse

_INSTRUCTED = re.compile(
    r"^(\s*(?:[一二三四五六七八九十]+\s*、)?[^（()）、。]{2,12}题)\s*[（(][^（()）]*答案[）)]?\s*$"
)


@dataclass(frozen=True)
class Found:
    """A question of a book: `paragraphs` are its own, `further` those of its case and key."""

    printed: Printed
    chapter: Chapter
    paragraphs: tuple[int, ...]
    further: tuple[int, ...]
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


def segment(book: Book, paragraphs: Sequence[Paragraph]) -> Segmented:
    """Questions of a book. Pure; every paragraph is in a question or left with a rule."""
    found = Segmented()
    sections, outside = part(paragraphs, book.about.chapter)
    found.left += [Left(at, paragraphs[at].text, "outside_chapter") for at in outside]
    for section in sections:
        fixed = {at: repair(paragraphs[at].text) for at in (*section.body, *section.key)}
        fixed |= mended(fixed, section.body)
        fixed |= restored(fixed, section.body)
        for key in (section.body, section.key):  # a key may stand below its questions, too
            fixed |= restored_key(fixed, key)
        parsed = parse(
            [_bare_heading(fixed[at].text) for at in section.body],
            key=[fixed[at].text for at in section.key] if section.key else None,
            hints=Hints(chapter=section.chapter.title),
        )
        for printed in parsed.questions:
            own = _span(section.body, printed.lines)
            further = [at for span in printed.also for at in _span(section.body, span)]
            if printed.key_lines:
                further += _span(section.key, printed.key_lines)
            repairs = [note for at in (*own, *further) for note in fixed[at].notes]
            found.questions.append(
                Found(
                    printed,
                    section.chapter,
                    tuple(own),
                    tuple(at for at in dict.fromkeys(further) if at not in own),
                    tuple(dict.fromkeys(repairs)),
                )
            )
        for leftover in parsed.leftovers:
            lines = section.key if leftover.page == "key" else section.body
            at = lines[leftover.line]
            whole = leftover.text.strip() == _bare_heading(fixed[at].text).strip()
            text = paragraphs[at].text if whole else leftover.text
            found.left.append(Left(at, text, leftover.rule))
    return found


def _bare_heading(text: str) -> str:
    """A section's heading without its instruction, whose 答案 would pass for a key's heading."""
    return _INSTRUCTED.sub(r"\1", text)


def _span(places: Sequence[int], span: tuple[int, int]) -> list[int]:
    return list(places[span[0] : span[1] + 1])
