"""From the text of a book to raw questions, chapter by chapter, through the common grammar."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ocr import sheet_lines
from ocr.book import Book, Chapter
from ocr.chapters import Section, part
from ocr.confusions import Repaired, repair
from ocr.numbers import restored, restored_key
from ocr.option_letters import mended
from ocr.paragraphs import Paragraph
from ocr.printed_labels import relabelled
from parsing import Hints, Printed, parse


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
        _chapter(section, paragraphs, found)
    return found


def _chapter(section: Section, paragraphs: Sequence[Paragraph], found: Segmented) -> None:
    said = {at: paragraphs[at].text for at in (*section.body, *section.key)}
    aside = {at: rule for at, text in said.items() if (rule := sheet_lines.outside(text))}
    found.left += [Left(at, said[at], rule) for at, rule in aside.items()]
    body = [at for at in section.body if at not in aside]
    key = [at for at in section.key if at not in aside]
    fixed = {at: repair(said[at]) for at in (*body, *key)}
    fixed |= relabelled(fixed, body, key)
    fixed |= mended(fixed, body)
    fixed |= restored(fixed, body)
    for places in (body, key):  # a key may stand below its questions, too
        fixed |= restored_key(fixed, places)
    own = _lines(body, fixed, keyed=False)
    apart = _lines(key, fixed, keyed=True)
    parsed = parse(
        [text for _, text in own],
        key=[text for _, text in apart] if apart else None,
        hints=Hints(chapter=section.chapter.title),
    )
    for printed in parsed.questions:
        mine = _span(own, printed.lines)
        further = [at for span in printed.also for at in _span(own, span)]
        if printed.key_lines:
            further += _span(apart, printed.key_lines)
        repairs = [note for at in (*mine, *further) for note in fixed[at].notes]
        found.questions.append(
            Found(
                printed,
                section.chapter,
                tuple(mine),
                tuple(at for at in dict.fromkeys(further) if at not in mine),
                tuple(dict.fromkeys(repairs)),
            )
        )
    for leftover in parsed.leftovers:
        at, _ = (apart if leftover.page == "key" else own)[leftover.line]
        whole = leftover.text.strip() == sheet_lines.bare_heading(fixed[at].text).strip()
        found.left.append(Left(at, said[at] if whole else leftover.text, leftover.rule))


def _lines(
    places: Sequence[int], fixed: dict[int, Repaired], *, keyed: bool
) -> list[tuple[int, str]]:
    """(place, text) of each line for the grammar."""
    lines = [(at, sheet_lines.bare_heading(fixed[at].text)) for at in places]
    return list(sheet_lines.entries(sheet_lines.page_keys_last(lines), keyed=keyed))


def _span(lines: Sequence[tuple[int, str]], span: tuple[int, int]) -> list[int]:
    """Places of the paragraphs in a span of lines."""
    return list(dict.fromkeys(at for at, _ in lines[span[0] : span[1] + 1]))
