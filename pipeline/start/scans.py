"""Scans that lie among a person's files, as books of a first recipe."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl

from cpsyexam.errors import ConfigError
from documents.rows import subject_of
from ocr.page.pages import places
from ocr.recognise import read_page
from ocr.settings import BooksSettings
from ocr.survey import book_toml, compared, survey

_LOOKED = 20  # pages of a scan that are looked at; a build does not read them again
_EACH = 0  # columns: each page's are found out


@dataclass(frozen=True)
class Scan:
    """A scan, with the exam and subject of its questions."""

    path: Path
    exam: str
    subject: str


def about(paths: Sequence[Path], root: Path, exam: str, subject: str) -> list[Scan]:
    """The scans below `root` with what their paths say of exam and subject, else what is given.

    Raises ConfigError where neither says it.
    """
    found = []
    for path in paths:
        inside = path.relative_to(root).as_posix() if path != root else path.name
        named = (exam, subject) if subject else subject_of(inside, exam)
        if not all(named):
            raise ConfigError(
                "a scan whose name tells no exam and subject",
                where=str(path),
                remedy="say them: --exam EXAM --subject SUBJECT",
            )
        found.append(Scan(path, *named))
    return found


def frame(scans: Sequence[Scan]) -> pl.DataFrame:
    """Columns exam and subject, a row a scan."""
    rows = [(scan.exam, scan.subject) for scan in scans]
    return pl.DataFrame(rows, schema={"exam": pl.String, "subject": pl.String}, orient="row")


def book_text(scan: Scan, cache: Path) -> str:
    """The TOML of a book, laid out as the pages are that were looked at.

    Chapters are those whose titles were seen where that is all pages, else one over all of them;
    columns are left to each page where pages differ.
    """
    settings = BooksSettings()
    every = places(scan.path)
    looked = every[:: -(-len(every) // _LOOKED)]
    read = [read_page(place, settings, cache) for place in looked]
    told = compared(read, settings, cache)
    if told and told.worse:
        settings = settings.model_copy(update={"text_layer": False})
        read = [read_page(place, settings, cache) for place in looked]
    seen = survey([(p.place.number, p.reading) for p in read if p.reading is not None])
    if len(looked) < len(every):
        seen = replace(seen, titles=())
    if any("columns" in doubt for doubt in seen.doubts):
        seen = replace(seen, columns=_EACH)
    text = book_toml(scan.path, len(every), seen, exam=scan.exam, subject=scan.subject, told=told)
    return text.replace(f'file = "{scan.path.name}"', f'file = "{scan.path.as_posix()}"', 1)
