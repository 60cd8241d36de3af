"""A zip of XML parts, read within limits: bombs and broken archives become errors of one line."""

import io
import re
import zipfile
from collections.abc import Iterator
from typing import Any

from lxml import etree

from cpsyexam.errors import SourceError
from documents.limits import Limits, bounded

Element = Any  # lxml's elements have no usable types
_BROKEN = (zipfile.BadZipFile, OSError, EOFError, RuntimeError, NotImplementedError, ValueError)


class Package:
    """The parts of a docx, xlsx or odt file, by name."""

    def __init__(self, data: bytes, where: str, limits: Limits) -> None:
        self.where, self._limits = where, limits
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except _BROKEN as error:
            raise self._unreadable(error) from error
        parts = self._zip.infolist()
        bounded(len(parts), limits.members, "parts in the file", where, "members")
        size = sum(part.file_size for part in parts)
        bounded(size, limits.unpacked_bytes, "bytes unpacked", where, "unpacked_bytes")
        self.names = frozenset(part.filename for part in parts)

    def read(self, name: str) -> bytes:
        """A part's bytes, b"" where there is none."""
        if name not in self.names:
            return b""
        most = self._limits.markup_bytes
        try:
            with self._zip.open(name) as stream:
                data = stream.read(most + 1)  # what a zip says of its sizes may be a lie
        except Exception as error:  # zlib's and zipfile's many own
            raise self._unreadable(error) from error
        bounded(len(data), most, f"bytes of {name}", self.where, "markup_bytes")
        return data

    def matches(self, name: str, pattern: re.Pattern[bytes]) -> Iterator[bytes]:
        """The first group of every match in a part of any length; a match is below 100 bytes."""
        held = b""
        with self._zip.open(name) as stream:
            while block := stream.read(1 << 20):
                held += block
                for found in pattern.finditer(held):
                    yield found[1]
                held = held[max(held.rfind(b">") + 1, len(held) - 100) :]

    def tree(self, name: str) -> Element:
        """A part's root element, None where there is none. Entities and networks stay closed."""
        data = self.read(name)
        if not data:
            return None
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
        try:
            return etree.fromstring(data, parser)
        except etree.XMLSyntaxError as error:
            raise self._unreadable(error) from error

    def _unreadable(self, error: Exception) -> SourceError:
        return SourceError(
            f"cannot be unpacked: {error}",
            where=self.where,
            remedy="open it in its program and save it anew",
        )
