"""A page → its text: settle what is seen, write out what browsers print, walk the tree."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bs4 import BeautifulSoup, Tag

from documents.emphasis import marks
from documents.html import embedded, formulas, inputs, lists, tables, visibility
from documents.html.dom import soup
from documents.html.styles import apply_sheets
from documents.html.walk import walk
from parsing import Mark


@dataclass(frozen=True)
class Text:
    """Lines as a reader sees them, what the look of them says, addresses of images, notes."""

    lines: list[str]
    marks: list[Mark]
    images: list[str]
    notes: list[str]

    def __add__(self, other: "Text") -> "Text":
        """Another text below this one; its images must be numbered on."""
        moved = [replace(mark, line=mark.line + len(self.lines)) for mark in other.marks]
        return Text(
            self.lines + other.lines,
            self.marks + moved,
            self.images + other.images,
            self.notes + other.notes,
        )


def page_text(
    root: Tag,
    base: str = "",
    before: int = 0,
    *,
    remove: Sequence[str] = (),
    keep: Sequence[str] = (),
) -> Text:
    """The text below an element; the tree is changed on the way.

    `base` is the page's address; images are numbered from `before` + 1; `remove` and `keep` are CSS
    selectors of what is no part of the text and of folded answers.
    """
    notes = page_notes(root) if isinstance(root, BeautifulSoup) else []
    notes += visibility.settle(root, remove, keep)
    formulas.rewrite(root)
    inputs.rewrite(root)
    tables.rewrite(root)
    lists.rewrite(root)
    lines, images, spans = walk(root, base, before)
    return Text(lines, marks(lines, spans), images, notes)


def page_notes(root: BeautifulSoup) -> list[str]:
    """What must be read of a whole page before a part of it is: style sheets, and data in scripts,
    of which the notes tell.
    """
    apply_sheets(root)
    return embedded.notes(root)


def fragment_text(html: str, base: str = "", before: int = 0) -> Text:
    """`page_text` of an HTML fragment."""
    return page_text(soup(html), base, before)
