"""What the station asks of whoever can read the sources: pictures of scans, texts of pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class PageLine:
    """A line of a captured page; `mine` where it belongs to the question, `key` where it tells
    its key.
    """

    text: str
    mine: bool
    key: bool = False


class Originals(Protocol):
    """The printed originals of questions; `question` is one of an item's payload."""

    def shows(self, question: Mapping[str, Any]) -> str:
        """`scan`, `page` or "" where there is nothing but the text."""

    def scan(self, question: Mapping[str, Any]) -> bytes:
        """PNG of the part of the scan. Raises SourceError where it cannot be had."""

    def key(self, question: Mapping[str, Any]) -> bytes:
        """PNG of the lines of a scan where its key is printed apart from it. Raises SourceError."""

    def lines(self, question: Mapping[str, Any]) -> Sequence[PageLine]:
        """Lines of the captured page. Raises SourceError where it cannot be had."""

    def page(self, question: Mapping[str, Any]) -> str:
        """The saved page as HTML. Raises SourceError where it cannot be had."""
