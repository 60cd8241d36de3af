"""What a file or folder holds: a bank or papers, its questions, their exam and subject."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from banks.mapping import Mapping, UnknownColumnsError
from banks.read import read
from banks.settings import FORMATS
from cpsyexam.config import Terms
from cpsyexam.errors import SourceError
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
    columns: dict[str, str] = field(default_factory=dict)  # role → column, of a bank
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
    files = read(path, mapping)
    questions = pl.concat([file.questions for file in files])
    if questions.is_empty():
        raise SourceError("holds no row", where=str(path))
    columns = files[0].mapping.columns()
    if "answer" not in columns:
        raise SourceError(
            "no column looks like the answer",
            where=str(path),
            remedy="name it: --map answer=COLUMN",
        )
    return Found("banks", path, questions, columns)


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
