"""A page's text for quotations: where one stands, whatever blanks and width it is written with."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cpsyexam.text import fold

# characters of labels, so that these are written once
_SIMPLE = str.maketrans(
    "確參攷標準試題單項選擇簡項斷空問難網對錯為", "确参考标准试题单项选择简项断空问难网对错为"
)


@dataclass(frozen=True)
class PageText:
    """A text without blanks, and before which of its characters a blank or a new line stood."""

    bare: str
    blanks: frozenset[int]
    lines: frozenset[int]

    @classmethod
    def of(cls, text: str) -> "PageText":
        """The page of a text."""
        kept: list[str] = []
        blanks: set[int] = set()
        lines: set[int] = {0}
        for character in text:
            if character.isspace():
                (lines if character in "\n\r" else blanks).add(len(kept))
            else:
                kept += bare(character)
        return cls("".join(kept), frozenset(blanks | lines), frozenset(lines))

    def places(self, quotation: str, start: int = 0) -> Iterator[tuple[int, int]]:
        """Where a quotation stands, from `start` on: begin and end, in order."""
        wanted = bare(quotation)
        at = self.bare.find(wanted, start) if wanted else -1
        while at >= 0:
            yield at, at + len(wanted)
            at = self.bare.find(wanted, at + 1)

    def line_start(self, place: int) -> int:
        """The first character of the line that a place is in."""
        while place not in self.lines:
            place -= 1
        return place

    def line_end(self, place: int) -> int:
        """The place behind the last character of the line that the one before a place is in."""
        while place < len(self.bare) and place not in self.lines:
            place += 1
        return place


def bare(text: str) -> str:
    """A text as a page keeps it: no blanks, characters in one width."""
    folded = (one for character in text for one in fold(character) if not one.isspace())
    return "".join(folded).translate(_SIMPLE)


def anchors(page: PageText, stems: Sequence[str]) -> list[int]:
    """Where each of a page's questions begins, -1 where it is not found; in order of the page
    as far as it goes.
    """
    found: list[int] = []
    last = 0
    for stem in stems:
        begin = bare(stem)[:40]
        place = page.bare.find(begin, last) if begin else -1
        if place < 0 and begin:
            place = page.bare.find(begin)
        else:
            last = max(last, place + 1)
        found.append(place)
    return found
