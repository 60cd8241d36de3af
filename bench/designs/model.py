"""What a design prints, and the design itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.designs.bank import Draw, Question

ORDINALS = "一二三四五六七八九十"


@dataclass(frozen=True)
class Item:
    """A printed question: what stands on the page, verbatim, but for number and option labels.

    `answer` in letters (choices) or text, `said` the same as the page prints it (③, 对, BD).
    """

    id: str
    number: str
    section: str
    chapter: str
    format: str
    material: str
    stem: str
    options: tuple[str, ...]
    answer: str
    said: str
    explanation: str
    case: str
    question: Question


@dataclass(frozen=True)
class Section:
    """A run of questions under a heading ("" for none); `cases` groups those with one material."""

    heading: str
    items: tuple[Item, ...]

    @property
    def cases(self) -> list[tuple[Item, ...]]:
        """Items by material, in print order; an item without material is a group of its own."""
        groups: list[list[Item]] = []
        for item in self.items:
            if groups and item.case and groups[-1][0].case == item.case:
                groups[-1].append(item)
            else:
                groups.append([item])
        return [tuple(group) for group in groups]


@dataclass(frozen=True)
class Chapter:
    """A chapter, or a whole paper, whose title stands at its head."""

    title: str
    exam: str
    subject: str
    sections: tuple[Section, ...]

    @property
    def items(self) -> list[Item]:
        """All of its questions in print order."""
        return [item for section in self.sections for item in section.items]


@dataclass(frozen=True)
class Volume:
    """All text of a book; `facts` are further texts that the template prints."""

    title: str
    chapters: tuple[Chapter, ...]
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def items(self) -> list[Item]:
        """All questions in print order."""
        return [item for chapter in self.chapters for item in chapter.items]


@dataclass(frozen=True)
class Design:
    """A page design. `compose` draws the texts; page.html and page.css beside it print them.

    `wears` are those that suit it, the first one the usual; `spread`: two pages lie on one scan.
    """

    name: str
    about: str
    compose: Callable[[Draw], Volume]
    wears: tuple[str, ...] = ("flatbed", "copy", "photo")
    spread: bool = False
    folder: Path = Path()


def plain(answer: str) -> str:
    """An answer as the bank writes it."""
    return answer


def circled(answer: str) -> str:
    """BD → ②④."""
    return "".join("①②③④⑤⑥⑦⑧"["ABCDEFGH".index(letter)] for letter in answer)


def chapter(
    title: str,
    place: tuple[str, str],
    parts: Sequence[tuple[str, Sequence[Question]]],
    *,
    restart: bool = True,
    number: str = "{}",
    say: Callable[[str], str] = plain,
    explained: bool = False,
) -> Chapter:
    """Number the questions of (heading, questions) parts; `restart`: 1 again in each part.

    `place` is exam and subject, `number` the printed form of a number without its point, `say`
    turns an answer into what the page prints.
    """
    sections, count = [], 0
    for at, (heading, questions) in enumerate(parts):
        count = 0 if restart else count
        items = []
        for q in questions:
            count += 1
            items.append(
                Item(
                    f"{title}/{at + 1}/{count}",
                    number.format(count),
                    heading,
                    title,
                    q.format,
                    q.material,
                    q.stem,
                    q.options,
                    q.answer,
                    say(q.answer) if q.format in {"SCQ", "MAQ", "TF"} else q.answer,
                    q.explanation if explained else "",
                    q.case,
                    q,
                )
            )
        sections.append(Section(heading, tuple(items)))
    return Chapter(title, *place, tuple(sections))
