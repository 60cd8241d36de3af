"""One file of any kind → lines of text, for looking at what the parser makes of it."""

from pathlib import Path

from cpsyexam.errors import SourceError

KINDS = ("text", "html", "pdf", "image")
_BY_SUFFIX = {
    ".html": "html", ".htm": "html", ".shtml": "html", ".pdf": "pdf", ".png": "image",
    ".jpg": "image", ".jpeg": "image", ".tif": "image", ".tiff": "image", ".bmp": "image",
    ".webp": "image",
}  # fmt: skip


def read_lines(path: Path, kind: str = "") -> list[str]:
    """Lines of a file as a reader sees them; `kind` is one of KINDS, "" = by its name.

    Raises SourceError where the file cannot be read as that kind.
    """
    kind = kind or _BY_SUFFIX.get(path.suffix.lower(), "text")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(
            f"cannot be read: {error.strerror}", where=str(path), remedy="check the path"
        ) from error
    if kind in ("pdf", "image"):
        from ocr.reading import page_lines

        return page_lines(path)
    return _decoded(data, path, html=kind == "html")


def _decoded(data: bytes, path: Path, *, html: bool) -> list[str]:
    from spiders import encoding, markup

    found = encoding.decode(data, "")
    if found.mojibake or "\x00" in found.text:
        raise SourceError(
            f"is not readable text ({found.broken:.0%} broken characters as {found.encoding})",
            where=str(path),
            remedy="say what it is with --as text|html|pdf|image",
        )
    if not html:
        return found.text.splitlines()
    root = markup.soup(found.text)
    markup.strip_hidden(root)
    return markup.lines(root)[0]
