"""One file of any kind → its document, for looking at what the parser makes of it."""

import sys
from pathlib import Path

from cpsyexam.errors import SourceError
from documents.kinds import kind_of
from documents.limits import Limits, bounded
from documents.reading import SCANS, Document, read


def read_document(path: Path, kind: str = "") -> Document:
    """The document in a file; `kind` is one of `documents.kinds.KINDS`, "" = found out.

    Path `-` is standard input.

    Raises SourceError where the file cannot be read as that kind.
    """
    if str(path) == "-":
        data = sys.stdin.buffer.read(Limits().file_bytes)
        kind = kind or kind_of(data, "-.txt")
        return read(data, "standard input", kind)
    try:
        bounded(path.stat().st_size, Limits().file_bytes, "bytes", str(path), "file_bytes")
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(
            f"cannot be read: {error.strerror}", where=str(path), remedy="check the path"
        ) from error
    kind = kind or kind_of(data, path.name)
    if kind == "data":
        raise SourceError(
            "looks like a bank, not like a paper",
            where=str(path),
            remedy=f"look at it: cpsyexam inspect {path}",
        )
    if kind in SCANS:
        from cpsyexam.executor import Processes
        from ocr.reading import apart, page_lines

        lines, scanned = apart(page_lines, path, Processes(1))
        note = f"recognised by OCR, no text of their own: {len(scanned)} pages; see docs/books.md"
        return Document(kind, tuple(lines), notes=(note,) if scanned else ())
    return read(data, str(path), kind)
