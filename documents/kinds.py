"""What kind of file bytes are: by what they begin with, then by the file's name."""

import io
import re
import zipfile
from pathlib import PurePath

KINDS = ("text", "html", "markdown", "docx", "doc", "rtf", "odt", "xlsx", "xls", "pdf", "image")
_BY_NAME = {
    ".html": "html", ".htm": "html", ".shtml": "html", ".xhtml": "html", ".mht": "mhtml",
    ".mhtml": "mhtml", ".md": "markdown", ".markdown": "markdown", ".docx": "docx", ".docm": "docx",
    ".doc": "doc", ".wps": "doc", ".rtf": "rtf", ".odt": "odt", ".xlsx": "xlsx", ".xlsm": "xlsx",
    ".xls": "xls", ".et": "xls", ".pdf": "pdf", ".png": "image", ".jpg": "image",
    ".jpeg": "image", ".tif": "image", ".tiff": "image", ".bmp": "image", ".webp": "image",
    ".gif": "image", ".csv": "data", ".tsv": "data",
    ".json": "data", ".jsonl": "data", ".parquet": "data", ".zip": "archive",
    ".rar": "archive", ".7z": "archive", ".txt": "text",
}  # fmt: skip
_MAGIC = (
    (b"%PDF-", "pdf"), (b"{\\rtf", "rtf"), (b"\x89PNG", "image"), (b"\xff\xd8\xff", "image"),
    (b"GIF8", "image"), (b"II*\x00", "image"), (b"MM\x00*", "image"),
    (b"Rar!", "archive"), (b"7z\xbc\xaf\x27\x1c", "archive"), (b"\x1f\x8b", "archive"),
)  # fmt: skip
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HTML = re.compile(
    rb"\s*(?:<!--.*?-->\s*)?<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_MHTML = re.compile(rb"(?:[\w-]+:[^\r\n]*\r?\n)*mime-version:", re.IGNORECASE)
_OFFICE = frozenset({"doc", "docx", "xls", "xlsx", "rtf", "text", ""})


def kind_of(data: bytes, name: str) -> str:
    """One of KINDS, `mhtml`, `data` (of a bank) or `archive`; a .doc with HTML in it is that."""
    named = _BY_NAME.get(PurePath(name.lower()).suffix, "")
    if data.startswith(b"PK\x03\x04"):
        return _zipped(data, named)
    if data.startswith(_OLE):
        return "xls" if named in ("xls", "xlsx") else "doc"
    marked = next((kind for magic, kind in _MAGIC if data.startswith(magic)), "")
    return marked or _text_kind(data, named)


def _text_kind(data: bytes, named: str) -> str:
    head = data[:2048].removeprefix(b"\xef\xbb\xbf")
    if named in _OFFICE:
        if _MHTML.match(head):
            return "mhtml"
        if _HTML.match(head):
            return "html"
        return "text"
    return named


def _zipped(data: bytes, named: str) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return named if named in ("docx", "xlsx", "odt") else "archive"
    if "word/document.xml" in names:
        return "docx"
    if "xl/workbook.xml" in names:
        return "xlsx"
    return "odt" if {"content.xml", "mimetype"} <= names else "archive"
