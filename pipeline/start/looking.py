"""What a file or folder holds: a bank or papers, its questions, their exam and subject."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from glob import escape
from pathlib import Path

import polars as pl

from banks.mapping import Mapping, UnknownColumnsError
from banks.read import understood
from banks.settings import FORMATS
from banks.understanding import NAMED, Words
from cleaning.choices import by_text, letters, strip_letters
from cpsyexam.config import Terms
from cpsyexam.errors import SourceError
from cpsyexam.taxonomy import LETTERS, positions
from cpsyexam.terminal import say
from documents.kinds import kind_of

_PAPERS = ("text", "html", "mhtml", "markdown", "docx", "doc", "rtf", "odt", "xlsx", "xls", "pdf")
_WHOLE = ("unreadable_file", "no_questions", "scan")  # rules that reject a file as a whole
_HEAD = 4096
_NOBODY = Terms(owner="", licence="", terms_url="", decided_by="", decided_on="")
SCAN = "a scan"


@dataclass(frozen=True)
class Found:
    """One source. `questions` has exam, subject, answer and options as the source says them."""

    kind: str  # banks or files
    path: Path
    questions: pl.DataFrame
    columns: dict[str, tuple[str, ...]] = field(default_factory=dict)  # role → columns, of a bank
    first: int | None = None  # number of the first option, where its keys are numbers
    understood: dict[str, Words] = field(default_factory=dict)  # role → how it was read
    rejected: Counter[str] = field(default_factory=Counter)  # rule → files or parts, of papers
    notes: tuple[str, ...] = ()  # what a reader says of a paper: pages that are not read
    only: tuple[str, ...] = ()  # globs of the papers inside a folder that hold questions


@dataclass(frozen=True)
class Look:
    """The sources at a path, and every file that is in none of them, with the reason."""

    found: list[Found]
    left: dict[Path, str]

    def scans(self) -> list[Path]:
        """What could be read as books: PDFs, images, and folders of several images."""
        scans = [file for file, why in self.left.items() if why.startswith(SCAN)]
        images = [file for file in scans if file.suffix.lower() != ".pdf"]
        inside = Counter(file.parent for file in images)
        return sorted({f.parent if f in images and inside[f.parent] > 1 else f for f in scans})


def look(path: Path, mapping: Mapping) -> Look:
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
    looked = Look([], {})
    why = ""
    if tables:
        try:
            looked.found.append(_bank(path, mapping, looked.left))
        except UnknownColumnsError as error:
            if not any(file.suffix.lower() == ".xlsx" for file in tables):
                raise
            why = error.line()  # a paper typed into a spreadsheet is read as papers are
    kinds = {file: _kind(file) for file in files if why or file not in tables}
    papers = [file for file, kind in kinds.items() if kind in _PAPERS]
    for file in kinds.keys() - papers:
        looked.left[file] = (
            SCAN if kinds[file] == "image" else _ODD.get(kinds[file], "of no kind that is read")
        )
    if papers and (found := _papers(path, papers, looked.left)):
        looked.found.append(found)
    if not looked.found and not looked.scans():
        first = next(iter(looked.left.items()), None)
        met = why or f"{len(files)} files" + (f", {first[0].name}: {first[1]}" if first else "")
        raise SourceError(
            f"no questions can be read here: {met}",
            where=str(path),
            remedy="give a CSV, xlsx, Parquet, JSON, Word, PDF, page or text file, or scans",
        )
    return looked


_ODD = {"archive": "an archive: unpack it", "data": "a data file that is no bank"}


def examples(found: Found) -> Iterable[str]:
    """Three questions as they were understood: the first, the last, one between."""
    rows = found.questions.filter(pl.col("options").list.len() > 0)
    rows = rows if rows.height else found.questions
    for at in sorted({0, rows.height // 2, rows.height - 1}):
        row = rows.row(at, named=True)
        options = strip_letters(row)["options"] if row["options"] else []
        yield f"{row['locator'].partition(';')[0]}: {shortened(row['stem'], 60)}"
        named = zip(LETTERS, options, strict=False)
        if options:
            yield "    " + "  ".join(f"{letter} {shortened(text, 16)}" for letter, text in named)
        key = letters(row["answer"]) or by_text(row["answer"], options)
        texts = [shortened(options[place], 16) for place in positions(key) if place < len(options)]
        told = f"{key}: {' / '.join(texts)}" if texts else shortened(row["answer"], 60)
        yield "    " + say("key {}", told or say("(none)"))


def shortened(text: str, most: int) -> str:
    """A text on one line, cut off where it is longer."""
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


def _bank(path: Path, mapping: Mapping, left: dict[Path, str]) -> Found:
    files, told = understood(path, mapping)
    left |= told.passed
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
        raise SourceError(told.missing, where=str(path), remedy=NAMED)
    # what files say differently is guessed for each of them again
    alike = {r: c for r, c in maps[0].items() if all(one.get(r) == c for one in maps)}
    return Found("banks", path, questions, alike, told.first, told.parts)


def _papers(path: Path, files: list[Path], left: dict[Path, str]) -> Found | None:
    """The papers among files, None where none holds a question; what is not read is `left`."""
    from cpsyexam.executor import Processes
    from documents.settings import FilesSettings, Papers
    from documents.stage import extract
    from ocr.reading import layer_apart

    inside = path.is_dir()
    only = tuple(escape(file.relative_to(path).as_posix()) for file in files) if inside else ()
    papers = Papers(path=path, only=only, terms=_NOBODY)
    with Processes(1) as reader:
        result = extract({}, FilesSettings(sources=(papers,)), layer=layer_apart(reader))
    whole = result.rejected.filter(pl.col("rule").is_in(_WHOLE))
    urls = dict(result.tables["captures"].select("capture", "url").iter_rows())
    for capture, rule, detail in whole.select("parent", "rule", "detail").iter_rows():
        said = "no question was found in it" if rule == "no_questions" else detail
        left[Path(urls[capture])] = _as_scan(detail) if rule == "scan" else said
    if result.kept.is_empty():
        return None
    parts = result.rejected.filter(~pl.col("rule").is_in(_WHOLE))
    rules = Counter(dict(parts["rule"].value_counts().iter_rows()))
    good = [file for file in files if file not in left]
    return Found(
        "files",
        path,
        result.kept,
        rejected=rules,
        notes=tuple(
            parts.filter(pl.col("rule") == "file_note")["detail"].unique(maintain_order=True)
        ),
        only=_globs(path, good, [*left]) if inside else (),
    )


def _as_scan(detail: str) -> str:
    return SCAN if detail.startswith(SCAN) else f"{SCAN}: {detail.partition('; name')[0]}"


def _globs(root: Path, good: list[Path], left: list[Path]) -> tuple[str, ...]:
    """Globs of files below a folder: by suffix, by name where other files have the same suffix."""
    mixed = {file.suffix for file in left}
    return tuple(
        sorted(
            {
                escape(file.relative_to(root).as_posix())
                if file.suffix in mixed
                else f"*{file.suffix}"
                for file in good
            }
        )
    )
