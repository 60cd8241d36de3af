"""What is known of a book beforehand: `<book>.toml` beside its scan."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from cpsyexam.config import Settings, Terms, load
from cpsyexam.errors import ConfigError, SourceError
from cpsyexam.taxonomy import exams, subjects

IMAGES = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".webp")


Share = Annotated[float, Field(ge=0.0, le=0.4)]


class Chapter(Settings):
    """A part of the book with one exam and subject, found by its title or by its pages."""

    title: str = ""
    pages: tuple[int, int] | None = None  # first and last page of the scan, from 1
    exam: str
    subject: str
    category: str = ""


class Layout(Settings):
    """How the pages of a scan are laid out; what is unset is found out per page."""

    columns: Literal[0, 1, 2, 3] = 0
    spread: bool | None = None  # two book pages on one scan
    crop: tuple[Share, Share, Share, Share] = (0.0, 0.0, 0.0, 0.0)
    """Shares of a scan at its left, top, right and bottom edge that hold no text of the book."""
    margin: Share = 0.0
    """Share of the width at the outer edge (right of odd pages, left of even ones) for notes."""


class BookFile(Layout):
    """`<book>.toml`. Pages count from 1 as they lie in the scan."""

    title: str
    edition: str = ""
    file: Path  # relative to the TOML: a PDF, a TIFF, or a folder of images
    dpi: int | None = Field(default=None, ge=72, le=600)  # at which a PDF is drawn; None: [books]
    text_layer: bool | None = None  # whether a PDF's own text is read; None: [books]
    skip: tuple[int, ...] = ()  # pages without questions: covers, prefaces
    terms: Terms
    chapter: tuple[Chapter, ...] = Field(min_length=1)


class Book(Settings):
    """A book with its name (the TOML's stem) and the place of its scan."""

    name: str
    scan: Path
    about: BookFile


def read_book(path: Path) -> Book:
    """Read `<book>.toml`. Raises ConfigError for unknown keys, exams and subjects."""
    about = load(path, BookFile)
    for chapter in about.chapter:
        _check(chapter, path)
    return Book(name=path.stem, scan=path.parent / about.file, about=about)


def _check(chapter: Chapter, path: Path) -> None:
    where = f"{path}: chapter {chapter.title or chapter.pages}"
    if chapter.exam not in exams():
        raise ConfigError(
            f"unknown exam {chapter.exam!r}", where=where, remedy=f"one of {', '.join(exams())}"
        )
    if chapter.subject not in subjects(chapter.exam):
        raise ConfigError(
            f"exam {chapter.exam} has no subject {chapter.subject!r}",
            where=where,
            remedy=f"one of {', '.join(subjects(chapter.exam))}",
        )
    if not chapter.title and chapter.pages is None:
        raise ConfigError("a chapter needs a title or pages", where=where)


def scan_files(scan: Path) -> tuple[Path, ...]:
    """The files of a scan: the PDF or TIFF itself, or the images of a folder by name.

    Raises SourceError where there are none.
    """
    if scan.is_file():
        return (scan,)
    if scan.is_dir():
        images = tuple(sorted(p for p in scan.iterdir() if p.suffix.lower() in IMAGES))
        if images:
            return images
        raise SourceError("no page images in the folder", where=str(scan))
    raise SourceError("no such scan", where=str(scan), remedy="check `file` in the book's TOML")
