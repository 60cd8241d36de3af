"""A file of any supported kind → subjects → TOML files."""

import csv
import io
from pathlib import Path

from concepts.importing.outline import outline
from concepts.importing.rows import Defaults, Row, named, subjects
from concepts.importing.workbook import cells
from concepts.schema import Chapter, Concept, Subject
from cpsyexam.errors import SourceError
from cpsyexam.files import write_text

_KEPT = ("name", "english", "exam", "listed_as", "source", "licence")


def read_subjects(path: Path, defaults: Defaults) -> list[Subject]:
    """Subjects of an xlsx, CSV, TSV or Markdown file. Raises SourceError, naming the row."""
    return subjects(_rows(path), defaults, str(path))


def write_catalogue(found: list[Subject], folder: Path) -> list[Path]:
    """One TOML a subject, numbered in order. Raises SourceError where the folder has some."""
    if any(folder.glob("*.toml")):
        raise SourceError(
            "there is a catalogue already", where=str(folder), remedy="name a new folder"
        )
    paths = []
    for number, subject in enumerate(found, 1):
        path = folder / f"{number:02}-{subject.name}.toml"
        write_text(path, to_toml(subject))
        paths.append(path)
    return paths


def to_toml(subject: Subject) -> str:
    """A subject as a TOML file."""
    lines = [f"{key} = {_quoted(getattr(subject, key))}" for key in _KEPT]
    for chapter in subject.chapters:
        lines += _chapter(chapter)
    return "\n".join(lines) + "\n"


def _chapter(chapter: Chapter) -> list[str]:
    lines = ["", "[[chapters]]", f"name = {_quoted(chapter.name)}"]
    wanted = {key: getattr(chapter, key) for key in ("wanted_concepts", "wanted_questions")}
    lines += [f"{key} = {count}" for key, count in wanted.items() if count]
    for concept in chapter.concepts:
        lines += _concept(concept)
    return lines


def _concept(concept: Concept) -> list[str]:
    lines = ["", "[[chapters.concepts]]", f"name = {_quoted(concept.name)}"]
    if concept.section:
        lines.append(f"section = {_quoted(concept.section)}")
    lines.append(f"description = {_quoted(concept.description)}")
    lines.append(f"prompts = [{', '.join(_quoted(prompt) for prompt in concept.prompts)}]")
    worked = {key: getattr(concept, key) for key in ("formula", "example")}
    return lines + [f"{key} = {_quoted(text)}" for key, text in worked.items() if text]


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'.replace("\r", "").replace("\t", "\\t")


def _rows(path: Path) -> list[Row]:
    suffix = path.suffix.lower()
    if suffix == ".xlsx":
        return named(cells(path), str(path))
    if suffix in (".csv", ".tsv"):
        reader = csv.reader(io.StringIO(_text(path)), delimiter="\t" if suffix == ".tsv" else ",")
        return named([(reader.line_num, row) for row in reader], str(path))
    if suffix in (".md", ".markdown", ".txt"):
        return outline(_text(path), str(path))
    raise SourceError(
        f"unknown kind of file {suffix!r}", where=str(path), remedy="use .xlsx, .csv, .tsv or .md"
    )


def _text(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(
            f"cannot be read: {error.strerror}", where=str(path), remedy="check the path"
        ) from error
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise SourceError(
        "neither UTF-8 nor GB18030", where=str(path), remedy="save it as UTF-8 and import again"
    )
