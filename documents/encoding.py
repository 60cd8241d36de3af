"""Bytes of a page or text file → text: what they say of themselves, then what reads as Chinese."""

import codecs
import re
from dataclasses import dataclass, replace
from email import message_from_bytes

from cpsyexam.errors import SourceError
from documents.labels import codec_of
from documents.plausibility import broken_share, common_share

_META = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]{2,20})""", re.IGNORECASE
)
_HEADER = re.compile(r"charset\s*=\s*[\"']?([A-Za-z0-9_.:-]{2,20})", re.IGNORECASE)
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LATIN = "cp1252"  # what servers say without meaning it: every byte string decodes
_CODECS = {"big5": "big5hkscs"}  # as the web reads it
_HEAD = 65_536  # bytes that a trial looks at
_CLEARER = 0.15  # common characters more, as a share, for another encoding to be believed
_ZEROS = 0.02  # share of NUL bytes from which UTF-16 is tried: blanks, digits and line ends


@dataclass(frozen=True)
class Decoded:
    """A page's text, the encoding used, what spoke for it, and the share of broken characters."""

    text: str
    encoding: str
    reason: str
    broken: float

    @property
    def mojibake(self) -> bool:
        """Whether the page is lost. Where single questions are broken, they are judged alone."""
        return self.broken > 0.3

    @property
    def note(self) -> str:
        """What a reader should know of it, "" where the bytes say their encoding or are UTF-8."""
        if self.reason == "plausibility":
            return f"encoding: {self.encoding}, by what reads as Chinese; the file does not say it"
        if self.reason == "mixture":
            return f"encoding: {self.encoding} line by line"
        return ""


def decode(body: bytes, content_type: str = "", force: str = "") -> Decoded:
    """Decode a page: forced → byte order mark → header → meta → UTF-8 → by plausibility.

    The first that reads well wins; where none does, the one with the fewest broken characters.
    A declared GB encoding gives way to Big5 where only that reads as Chinese. A body cut in the
    middle of a character is no error.
    """
    best: Decoded | None = None
    for name, reason in _candidates(body, content_type, force):
        found = _try(body, name, reason)
        # bytes that are whole UTF-8 are UTF-8, even where what they spell was broken before
        whole = name.startswith("utf") and "\ufffd" not in found.text
        if name == "gb18030" and reason != "forced":
            found = _or_big5(body, found)
        if found.broken == 0.0 or (whole and not found.text.isascii() and "\0" not in found.text):
            return found
        if best is None or found.broken < best.broken:
            best = found
    assert best is not None  # utf-8 and gb18030 are always tried
    return _mixture(body) or best


def _candidates(body: bytes, content_type: str, force: str) -> list[tuple[str, str]]:
    header, meta = _HEADER.search(content_type), _META.search(body[:4096])
    marked = next((name for mark, name in _BOMS if body.startswith(mark)), "")
    wide = _wide(body) if not marked else ""
    said = [
        (codec_of(force), "forced"),
        (marked, "byte order mark"),
        (wide, "plausibility"),
        (codec_of(header.group(1)) if header else "", "header"),
        (codec_of(meta.group(1).decode("ascii")) if meta else "", "meta"),
        ("utf-8", "trial"),
        ("gb18030", "trial"),
    ]
    found: dict[str, str] = {}
    for name, reason in said:
        # a page that says UTF-16 in ASCII is not
        if name and name != _LATIN and not (name.startswith("utf-16") and reason == "meta"):
            found.setdefault(name, reason)
    return list(found.items())


def _wide(body: bytes) -> str:
    """UTF-16 without a byte order mark: NUL bytes, and Chinese in one of the two orders."""
    head = body[: _HEAD // 2 * 2]
    if len(head) < 4 or head.count(0) < len(head) * _ZEROS:
        return ""
    shares = {
        name: (common_share(text), text.count("\n") + text.count(" "))
        for name in ("utf-16-le", "utf-16-be")
        for text in [codecs.getincrementaldecoder(name)("replace").decode(head)]
    }
    best = max(shares, key=lambda name: shares[name])
    return best if any(shares[best]) else ""


def _or_big5(body: bytes, found: Decoded) -> Decoded:
    other = _try(body, "big5", "plausibility")
    if other.broken > found.broken or "\ufffd" in other.text[:-1]:
        return found
    clearer = common_share(other.text[:_HEAD]) - common_share(found.text[:_HEAD])
    return other if clearer >= _CLEARER else found


def _mixture(body: bytes) -> Decoded | None:
    """UTF-8 and GB18030 in one file, line by line, where every line reads well."""
    lines: list[str] = []
    national: list[str] = []
    for line in body.split(b"\n"):
        try:
            lines.append(line.decode("utf-8"))
        except UnicodeDecodeError:
            lines.append(line.decode("gb18030", "replace"))
            national.append(lines[-1])
    text = "\n".join(lines)
    if len(national) == len(lines) or common_share("".join(national)) < _CLEARER:
        return None
    found = Decoded(text, "utf-8 and gb18030", "mixture", broken_share(text))
    return found if found.broken == 0.0 else None


def _try(body: bytes, name: str, reason: str) -> Decoded:
    text = codecs.getincrementaldecoder(_CODECS.get(name, name))(errors="replace").decode(body)
    found = Decoded(text, name, reason, broken_share(text))
    if name.startswith("utf-16"):
        return replace(found, text=text.removeprefix("\ufeff"))
    return found


def readable(data: bytes, name: str, content_type: str = "") -> Decoded:
    """A file's text. Raises SourceError where no encoding makes it one."""
    found = decode(data, content_type)
    if found.mojibake or "\0" in found.text:
        raise SourceError(
            f"is not readable text ({found.broken:.0%} broken characters as {found.encoding})",
            where=name,
            remedy="say what it is, or save it as UTF-8, .docx or .pdf",
        )
    return found


def mhtml_page(data: bytes, name: str) -> Decoded:
    """The page of a file that holds it with its parts (MHTML): the first HTML part.

    Raises SourceError where there is none, or it is not readable.
    """
    for part in message_from_bytes(data).walk():
        if part.get_content_type() == "text/html":
            body = part.get_payload(decode=True)
            content_type = str(part.get("Content-Type") or "")
            return readable(body if isinstance(body, bytes) else b"", name, content_type)
    raise SourceError("holds no HTML", where=name, remedy="save the page as .html")
