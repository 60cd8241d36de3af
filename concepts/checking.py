"""A catalogue's files → everything wrong with them, each with file, row and remedy."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from concepts.arithmetic import equations
from concepts.reading import subject_files
from concepts.schema import Chapter, Concept, Subject
from cpsyexam import taxonomy
from cpsyexam.config import read_toml
from cpsyexam.errors import ConfigError

SHORTEST = 15  # characters of a description
_HEADS = re.compile(r"^\s*\[\[\s*(chapters(?:\.concepts)?)\s*\]\]", re.MULTILINE)


@dataclass(frozen=True)
class Problem:
    """What is wrong, in which row of which file, and what to do."""

    file: Path
    row: int
    what: str
    remedy: str

    def line(self) -> str:
        """`file:row: what; remedy`."""
        return f"{self.file}:{self.row}: {self.what}; {self.remedy}"


def check(path: Path) -> list[Problem]:
    """All problems of a catalogue, in order. Raises ConfigError where it has no file."""
    found: list[Problem] = []
    concepts: dict[str, Path] = {}
    for file in subject_files(path):
        try:
            table = read_toml(file)
        except ConfigError as error:
            line = re.search(r"line (\d+)", error.what)
            remedy = "quotes, brackets and commas must be in pairs"
            found.append(Problem(file, int(line.group(1)) if line else 1, error.what, remedy))
            continue
        rows = _Rows(file.read_text("utf-8"))
        try:
            subject = Subject.model_validate(table)
        except ValidationError as error:
            misfits = [_misfit(file, rows, dict(item)) for item in error.errors()]
            found += {(p.row, p.what.split(":")[0]): p for p in reversed(misfits)}.values()
            continue
        found += _subject(file, rows, subject, concepts)
    return found


class _Rows:
    """Line numbers of the chapters and concepts of a file."""

    def __init__(self, text: str) -> None:
        self.chapters: list[int] = []
        self.concepts: list[list[int]] = []
        for head in _HEADS.finditer(text):
            line = text.count("\n", 0, head.start(1)) + 1
            if head.group(1) == "chapters":
                self.chapters.append(line)
                self.concepts.append([])
            elif self.concepts:
                self.concepts[-1].append(line)

    def at(self, place: tuple[int | str, ...]) -> int:
        """The row of what a path of keys and numbers leads to; 1 for the file."""
        numbers = [part for part in place if isinstance(part, int)]
        try:
            if place[:1] == ("chapters",) and "concepts" in place and len(numbers) > 1:
                return self.concepts[numbers[0]][numbers[1]]
            return self.chapters[numbers[0]]
        except IndexError:
            return 1


def _misfit(file: Path, rows: _Rows, item: dict[str, object]) -> Problem:
    place = item["loc"]
    assert isinstance(place, tuple)
    key, kind = str(place[-1]) if place else "file", str(item["type"])
    if kind == "missing":
        what, remedy = f"{key!r} is missing", f"add `{key} = …`"
    elif kind == "extra_forbidden":
        what, remedy = f"unknown key {key!r}", "remove it or correct its name"
    elif "prompts" in place:
        what = f"prompts: {item['msg']} (value: {item['input']!r})"
        remedy = "use theory, case, calculation, mixed"
    else:
        what, remedy = f"{key}: {item['msg']} (value: {item['input']!r})", "correct the value"
    return Problem(file, rows.at(place), what, remedy)


def _subject(file: Path, rows: _Rows, subject: Subject, seen: dict[str, Path]) -> Iterator[Problem]:
    if subject.exam not in taxonomy.exams():
        known = ", ".join(taxonomy.exams())
        yield Problem(file, 1, f"unknown exam {subject.exam!r}", f"choose from {known}")
    elif subject.listed_as not in taxonomy.subjects(subject.exam):
        known = "、".join(taxonomy.subjects(subject.exam))
        what = f"{subject.exam} has no subject {subject.listed_as!r}"
        yield Problem(file, 1, what, f"choose from {known}")
    names: set[str] = set()
    for i, chapter in enumerate(subject.chapters):
        row = rows.at(("chapters", i))
        if chapter.name in names:
            yield Problem(file, row, f"chapter {chapter.name!r} twice", "join the two")
        names.add(chapter.name)
        if not chapter.concepts:
            what = f"chapter {chapter.name!r} has no concept"
            yield Problem(file, row, what, "add `[[chapters.concepts]]` or remove the chapter")
        yield from _chapter(file, rows, (subject, i, chapter), seen)


def _chapter(
    file: Path, rows: _Rows, place: tuple[Subject, int, Chapter], seen: dict[str, Path]
) -> Iterator[Problem]:
    subject, i, chapter = place
    for k, concept in enumerate(chapter.concepts):
        row = rows.at(("chapters", i, "concepts", k))
        full = f"{subject.name}/{chapter.name}/{concept.name}"
        if full in seen:
            what = f"concept {concept.name!r} twice in this chapter (also in {seen[full].name})"
            yield Problem(file, row, what, "rename or remove one")
        seen[full] = file
        for what, remedy in _concept(concept):
            yield Problem(file, row, f"concept {concept.name!r}: {what}", remedy)


def _concept(concept: Concept) -> Iterator[tuple[str, str]]:
    if len(concept.description.strip()) < SHORTEST:
        what = f"description of {len(concept.description.strip())} characters"
        yield what, f"write one to three sentences, at least {SHORTEST} characters"
    if len(set(concept.prompts)) < len(concept.prompts):
        yield "a prompt type twice", "name each once"
    if "calculation" in concept.prompts and not (concept.formula or concept.example):
        yield "asks for calculations without formula or example", "add one, or drop `calculation`"
    for equation in equations(concept.example):
        if equation.error:
            shown = f"{equation.left} = {equation.right}"
            yield f"the example does not add up: {shown}", "recompute it"
