"""What a file or folder holds: a bank or papers, its questions, their exam and subject."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from banks.mapping import Mapping, UnknownColumnsError
from banks.read import understood
from banks.settings import FORMATS
from cleaning.choices import by_text, letters, strip_letters
from cpsyexam.config import Terms
from cpsyexam.errors import SourceError
from cpsyexam.taxonomy import LETTERS, positions
from documents.kinds import kind_of
from documents.reading import SCANS

_PAPERS = ("text", "html", "mhtml", "markdown", "docx", "doc", "rtf", "odt", "xlsx", "xls", "pdf")
_HEAD = 4096
_NOBODY = Terms(owner="", licence="", terms_url="", decided_by="", decided_on="")


@dataclass(frozen=True)
class Found:
    """One source. `questions` has exam, subject, answer and options as the source says them."""

    kind: str  # banks or files
    path: Path
    questions: pl.DataFrame
    columns: dict[str, tuple[str, ...]] = field(default_factory=dict)  # role → columns, of a bank
    first: int | None = None  # number of the first option, where its keys are numbers
    said: dict[str, str] = field(default_factory=dict)  # how it was understood, in words
    rejected: Counter[str] = field(default_factory=Counter)  # rule → files or parts, of papers


def look(path: Path, mapping: Mapping) -> list[Found]:
    """The sources at a path: its data files as one bank, its papers as another source.

    Raises SourceError where there is nothing that can be read, with what was met.
    """
    if not path.exists():
        raise SourceError("no such file or folder", where=str(path), remedy="check the path")
    if any((path / name).is_dir() for name in ("build", "releases", "reserve")):
        raise SourceError(
            "holds builds beside your files",
            where=str(path),
            remedy="put the files into a folder of their own",
        )
    files = [path] if path.is_file() else sorted(_visible(path))
    tables = [file for file in files if file.suffix.lower() in FORMATS]
    found, why = [], ""
    if tables:
        try:
            found.append(_bank(path, mapping))
        except UnknownColumnsError as error:
            if not any(file.suffix.lower() == ".xlsx" for file in tables):
                raise
            why = error.line()  # a paper typed into a spreadsheet is read as papers are
    rest = files if why else [file for file in files if file not in tables]
    kinds = Counter(_kind(file) for file in rest)
    if any(kinds[kind] for kind in _PAPERS):
        found.append(_papers(path, only=_globs(rest) if path.is_dir() else ()))
    if not found:
        scans = sum(kinds[kind] for kind in SCANS)
        met = why or f"{len(files)} files" + f", {scans} of them scans" * bool(scans)
        raise SourceError(
            f"no questions can be read here: {met}",
            where=str(path),
            remedy="give a CSV, xlsx, Parquet, JSON, Word, PDF, page or text file; "
            "scans: cpsyexam book",
        )
    return found


def examples(found: Found) -> Iterable[str]:
    """Three questions as they were understood: the first, the last, one between."""
    rows = found.questions.filter(pl.col("options").list.len() > 0)
    rows = rows if rows.height else found.questions
    for at in sorted({0, rows.height // 2, rows.height - 1}):
        row = rows.row(at, named=True)
        options = strip_letters(row)["options"] if row["options"] else []
        yield f"{row['locator'].partition(';')[0]}: {_short(row['stem'], 60)}"
        named = zip(LETTERS, options, strict=False)
        if options:
            yield "    " + "  ".join(f"{letter} {_short(text, 16)}" for letter, text in named)
        key = letters(row["answer"]) or by_text(row["answer"], options)
        texts = [_short(options[place], 16) for place in positions(key) if place < len(options)]
        told = f"{key}: {' / '.join(texts)}" if texts else _short(row["answer"], 60)
        yield f"    key {told or '(none)'}"


def _short(text: str, most: int) -> str:
    said = " ".join(text.split())
    return said if len(said) <= most else said[: most - 1] + "…"


def _visible(folder: Path) -> Iterable[Path]:
    for file in folder.rglob("*"):
        parts = file.relative_to(folder).parts
        if file.is_file() and not any(part.startswith((".", "~$")) for part in parts):
            yield file


def _kind(file: Path) -> str:
    data = file.read_bytes()
    return kind_of(data if data.startswith(b"PK") else data[:_HEAD], file.name)


def _globs(files: list[Path]) -> tuple[str, ...]:
    return tuple(sorted({f"*{file.suffix}" for file in files if _kind(file) in _PAPERS}))


def _bank(path: Path, mapping: Mapping) -> Found:
    files, told = understood(path, mapping)
    questions = pl.concat([file.questions for file in files])
    if questions.is_empty():
        raise SourceError("holds no row", where=str(path))
    maps = [file.mapping.by_role() for file in files]
    headings = ", ".join(files[0].headings)
    if not any("answer" in one for one in maps):
        raise SourceError(
            "no column looks like the answer",
            where=str(path),
            remedy=f"name it: --map answer=COLUMN; columns are: {headings}",
        )
    if told.missing:
        raise SourceError(told.missing, where=str(path), remedy="name them: --map options=A,B,C,D")
    # what files say differently is guessed for each of them again
    alike = {r: c for r, c in maps[0].items() if all(one.get(r) == c for one in maps)}
    return Found("banks", path, questions, alike, told.first, told.said)


def _papers(path: Path, only: tuple[str, ...]) -> Found:
    from documents.settings import FilesSettings, Papers
    from documents.stage import extract
    from ocr.reading import layer_lines

    papers = Papers(path=path, only=only, terms=_NOBODY)
    result = extract({}, FilesSettings(sources=(papers,)), layer=layer_lines)
    rules = Counter(dict(result.rejected["rule"].value_counts().iter_rows()))
    if result.kept.is_empty():
        said = ", ".join(f"{rule} {n}" for rule, n in rules.most_common(3))
        raise SourceError(
            f"no question was found: {said}", where=str(path), remedy="see cpsyexam parse FILE"
        )
    return Found("files", path, result.kept, rejected=rules)
