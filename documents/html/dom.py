"""The tree of a page: parsing, and the small edits that the passes over it share."""

import re
from collections.abc import Iterator

from bs4 import BeautifulSoup, Tag
from bs4.element import CData, Comment, NavigableString, PreformattedString

BLOCKS = frozenset(
    {"p", "div", "li", "ul", "ol", "dl", "dt", "dd", "tr", "table", "tbody", "thead", "section",
     "article", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "hr", "center", "form",
     "fieldset", "header", "footer", "main", "aside", "nav", "figure", "figcaption", "caption",
     "details", "summary", "textarea", "legend"}
)  # fmt: skip
LABEL = re.compile(
    r"\s*(?:[（(【\[]\s*(?:[A-Ha-h]|\d{1,3}|[一二三四五六七八九十]{1,3})\s*[】\])）]|[①-⑳]"
    r"|(?:第\s*)?(?:[A-Ha-hＡ-Ｈ]|\d{1,3}|[一二三四五六七八九十]{1,3})\s*(?:[.．、，,:：)）·题]|\s(?=\S)))"
)
LETTER = re.compile(r"\s*[（(【\[]?\s*([A-Ha-hＡ-Ｈ])\s*(?:[】\])）.．、，,:：·]|\s(?=\S)|$)")


def soup(html: str) -> BeautifulSoup:
    """Parse a page or a fragment."""
    return BeautifulSoup(html, "lxml")


def said(tag: Tag) -> str:
    """The text of an element, blanks outside removed."""
    return tag.get_text().strip()


def attribute(tag: Tag, name: str) -> str:
    """An attribute as text, "" where it is missing."""
    value = tag.get(name)
    return " ".join(value) if isinstance(value, list) else str(value or "")


def strings(tag: Tag) -> Iterator[NavigableString]:
    """The text nodes of an element that are printed and not blank, in order."""
    for node in tag.descendants:
        if printed(node) and isinstance(node, NavigableString) and node.strip():
            yield node


def printed(node: object) -> bool:
    """Whether a node is text that a page prints: no comment, declaration or instruction."""
    if isinstance(node, PreformattedString):
        return isinstance(node, CData) and not isinstance(node, Comment)
    return isinstance(node, NavigableString)


def prefix(tag: Tag, text: str) -> None:
    """Put a text in front of what an element prints first, inside the innermost block."""
    for node in tag.descendants:
        if isinstance(node, Tag) and node.name == "img":
            node.insert_before(NavigableString(text))
            return
        if printed(node) and isinstance(node, NavigableString) and node.strip():
            node.insert_before(NavigableString(text))
            return
    tag.insert(0, NavigableString(text))


def new(name: str) -> Tag:
    """A fresh element."""
    return BeautifulSoup("", "lxml").new_tag(name)
