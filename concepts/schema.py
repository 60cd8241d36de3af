"""A catalogue: subjects, their chapters, and the concepts that a chapter asks for.

One TOML file a subject. A concept is named by its place, `subject/chapter/name`; that name travels
with every question written for it, as the note `concept:…`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from cpsyexam.config import Settings

Prompt = Literal["theory", "case", "calculation", "mixed"]
PROMPTS: tuple[Prompt, ...] = ("theory", "case", "calculation", "mixed")
Name = Annotated[str, Field(min_length=1, pattern=r"^[^/\n]+$")]


class Concept(Settings):
    """The smallest unit that is taught and asked."""

    name: Name
    section: str = ""  # second heading, "" where the chapter has none
    description: str
    prompts: Annotated[tuple[Prompt, ...], Field(min_length=1)]
    formula: str = ""
    example: str = ""  # worked; equations in it are recomputed by `concepts check`


class Chapter(Settings):
    """A first heading. The wanted numbers are targets that `concepts status` shows."""

    name: Name
    wanted_concepts: Annotated[int, Field(ge=0)] = 0
    wanted_questions: Annotated[int, Field(ge=0)] = 0
    concepts: tuple[Concept, ...] = ()


class Subject(Settings):
    """A file of a catalogue. `exam` and `listed_as` say where its questions stand in a release."""

    name: Name
    english: str = ""
    exam: str
    listed_as: str  # subject of the taxonomy
    source: str  # who wrote the descriptions
    licence: str
    chapters: tuple[Chapter, ...] = ()


@dataclass(frozen=True)
class Entry:
    """A concept with its headings."""

    subject: Subject
    chapter: Chapter
    concept: Concept

    @property
    def id(self) -> str:
        """`subject/chapter/name`."""
        return f"{self.subject.name}/{self.chapter.name}/{self.concept.name}"

    @property
    def chapter_id(self) -> str:
        """`subject/chapter`."""
        return f"{self.subject.name}/{self.chapter.name}"


@dataclass(frozen=True)
class Catalogue:
    """Subjects in the order of their files."""

    name: str
    subjects: tuple[Subject, ...]

    def entries(self) -> Iterator[Entry]:
        """All concepts, in order."""
        for subject in self.subjects:
            for chapter in subject.chapters:
                for concept in chapter.concepts:
                    yield Entry(subject, chapter, concept)

    def chapters(self) -> list[tuple[Subject, Chapter]]:
        """All chapters, those without a concept too."""
        return [(subject, chapter) for subject in self.subjects for chapter in subject.chapters]
