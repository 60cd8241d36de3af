"""Bytes of a file → its document: lines, marks, images, notes. Scans are read elsewhere."""

from dataclasses import dataclass

from cpsyexam.errors import SourceError
from documents.encoding import mhtml_page, readable
from documents.html import Text, fragment_text
from documents.kinds import kind_of
from documents.limits import Limits, bounded
from documents.office.converters import convert
from parsing import Mark

SCANS = ("pdf", "image")  # kinds that need the reader of scans
_ELSEWHERE = {
    "archive": ("an archive", "unpack it and name the files"),
    "data": ("a data file", "name it as a bank: cpsyexam inspect FILE, docs/banks.md"),
    "pdf": ("a PDF", "it is read page by page: docs/books.md"),
    "image": ("an image", "it is read as a scan: docs/books.md"),
}


@dataclass(frozen=True)
class Document:
    """A file as text. `notes`: one line each, what was read in which way, and what was not."""

    kind: str
    lines: tuple[str, ...]
    marks: tuple[Mark, ...] = ()
    images: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def read(
    data: bytes,
    name: str,
    kind: str = "",
    *,
    content_type: str = "",
    limits: Limits | None = None,
) -> Document:
    """The document in a file's bytes. `kind` is one of `documents.kinds.KINDS`, "" = found out.

    Raises SourceError, in one line, where it is broken, unreadable, locked or beyond the limits.
    """
    limits = limits or Limits()
    bounded(len(data), limits.file_bytes, "bytes", name, "file_bytes")
    kind = kind or kind_of(data, name)
    notes: list[str] = []
    if kind in ("doc", "xls", "rtf"):
        data, found, program = convert(data, kind, name, limits)
        notes.append(f"{kind} file converted to {found} by {program}")
        kind = found
    text = _text(data, name, kind, content_type, limits)
    bounded(len(text.lines), limits.lines, "lines", name, "lines")
    return Document(
        kind, tuple(text.lines), tuple(text.marks), tuple(text.images), (*notes, *text.notes)
    )


def _text(data: bytes, name: str, kind: str, content_type: str, limits: Limits) -> Text:
    if kind == "docx":
        from documents.office.word import read_docx

        return read_docx(data, name, limits)
    if kind == "xlsx":
        from documents.office.sheets import read_sheets

        return read_sheets(data, name, limits)
    if kind == "odt":
        from documents.office.opendocument import read_odt

        return read_odt(data, name, limits)
    if kind in _ELSEWHERE:
        what, remedy = _ELSEWHERE[kind]
        raise SourceError(what, where=name, remedy=remedy)
    bounded(len(data), limits.markup_bytes, "bytes of text", name, "markup_bytes")
    if kind == "mhtml":
        return fragment_text(mhtml_page(data, name).text)
    bounded(len(data), limits.text_bytes, "bytes of text", name, "text_bytes")
    decoded = readable(data, name, content_type)
    if kind == "html":
        bounded(decoded.text.count("<"), limits.tags, "tags", name, "tags")
        text = fragment_text(decoded.text)
    elif kind == "markdown":
        from documents.markdown import read_markdown

        text = read_markdown(decoded.text)
    else:
        text = Text(decoded.text.splitlines(), [], [], [])
    if decoded.note:
        text.notes.insert(0, decoded.note)
    return text
