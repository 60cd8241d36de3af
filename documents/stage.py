"""Stage `files`: papers as people have them (Word, PDF, pages, text, sheets) → raw questions."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam.errors import ScanError, SourceError
from cpsyexam.files import canonical, digest_file
from cpsyexam.records import Capture, RawQuestion, Rejected, Source, conform, reject
from cpsyexam.stage import Frames, StageResult
from documents.kinds import kind_of
from documents.limits import Limits, bounded
from documents.pairs import answers
from documents.reading import Document, read
from documents.rows import Row, Rows, file_capture, paper_rows, subject_of
from documents.settings import FilesSettings, Papers

# lines of a PDF's own text, the pages that have none, what stands beside the text; (file, most
# pages); raises ScanError where its text tells less than its pages show
Layer = Callable[[Path, int], tuple[list[str], list[int], list[str]]]
_HEAD = 4096  # bytes that tell a file's kind


def extract(frames: Frames, settings: FilesSettings, *, layer: Layer) -> StageResult:
    """Raw questions of all files of a recipe, one capture a file. `layer` reads PDFs.

    Every line is in a question or in a rejected row: `leftover_…` (in no question, and why),
    `no_questions`, `unreadable_file` (with what to do), `scan` (pictures, or a text that tells less
    than they show: name it under [books]),
    `part_of_paper` (answers of another file), `file_note` (how it was read). A source that is
    taken down is one rejected row a file. Raises ConfigError, SourceError where a source has none.
    """
    del frames
    captures: list[Row] = []
    found = Rows()
    figures: dict[str, Any] = {}
    for name, papers in settings.papers().items():
        files = papers.files()
        rows = {file: file_capture(name, file, digest_file(file), _kind(file)) for file in files}
        captures += rows.values()
        one = _source(papers, rows, settings.limits, layer)
        found.questions += one.questions
        found.refused += one.refused
        figures[name] = {"files": len(files), "questions": len(one.questions)}
    return StageResult(
        kept=conform(found.questions, RawQuestion),
        rejected=_rejected(found, captures),
        tables={
            "captures": conform(captures, Capture),
            "sources": conform([_told(n, p) for n, p in settings.papers().items()], Source),
        },
        metrics=figures,
    )


def _source(papers: Papers, rows: dict[Path, Row], limits: Limits, layer: Layer) -> Rows:
    out = Rows()
    if papers.terms.status == "taken_down":
        detail = f"{papers.terms.decided_on} by {papers.terms.decided_by}: {papers.terms.note}"
        out.refused += [(r["capture"], "taken_down", detail, "") for r in rows.values()]
        return out
    read_as: dict[Path, Document] = {}
    for file, row in rows.items():
        try:
            read_as[file] = _document(file, limits, layer)
        except SourceError as error:
            rule = "scan" if isinstance(error, ScanError) else "unreadable_file"
            detail = "; ".join(filter(None, (error.what, error.remedy)))
            out.refused.append((row["capture"], rule, detail, ""))
    keys = answers([*read_as])
    for file, document in read_as.items():
        if file in keys.values():
            continue
        key = keys.get(file)
        exam, subject = papers.about(file)
        about = (exam, subject) if subject else subject_of(papers.inside(file), exam)
        given = (rows[key], read_as[key]) if key else None
        one = paper_rows(rows[file], document, about, given)
        out.questions += one.questions
        out.refused += one.refused
    return out


_SCAN = "a scan: no page has readable text of its own"
_BOOK = "name it under [books] (docs/books.md)"


def _document(file: Path, limits: Limits, layer: Layer) -> Document:
    bounded(file.stat().st_size, limits.file_bytes, "bytes", str(file), "file_bytes")
    kind = _kind(file)
    if kind == "image":
        raise ScanError(_SCAN, where=str(file), remedy=_BOOK)
    if kind != "pdf":
        return read(file.read_bytes(), str(file), limits=limits)
    lines, without, beside = layer(file, limits.pages)
    if not lines:
        raise ScanError(_SCAN, where=str(file), remedy=_BOOK)
    told = (
        ("pages without readable text of their own are not read: {}", ", ".join(map(str, without))),
        ("beside the text, not read: {}", " / ".join(beside)),
    )
    return Document(kind, tuple(lines), notes=tuple(a.format(b) for a, b in told if b))


def _kind(file: Path) -> str:
    with file.open("rb") as stream:
        head = stream.read(_HEAD)
    return kind_of(file.read_bytes() if head.startswith(b"PK") else head, file.name)


def _told(name: str, papers: Papers) -> dict[str, str]:
    terms = canonical(papers.terms.model_dump(mode="json"))
    title = papers.title or papers.path.stem
    return {"source": name, "kind": "files", "title": title, "terms": terms}


def _rejected(found: Rows, captures: list[Row]) -> pl.DataFrame:
    if not found.refused:
        return Rejected.create_empty()
    said = pl.DataFrame(found.refused, ["capture", "rule", "detail", "lines"], orient="row")
    joined = said.join(conform(captures, Capture), on="capture", how="left", maintain_order="left")
    rows = reject(joined.drop("rule", "detail"), stage="files", rule="", parent="capture")
    return rows.with_columns(joined["rule"], joined["detail"])
