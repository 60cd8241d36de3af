"""The tree of a page: parsing, and the small edits that the passes over it share."""

import re
import warnings
from collections.abc import Iterator

from bs4 import BeautifulSoup, Tag
from bs4.element import (
    CData,
    Comment,
    NavigableString,
    PageElement,
    PreformattedString,
    RubyParenthesisString,
    RubyTextString,
)  # fmt: skip

BLOCKS = frozenset(
    {"p", "div", "li", "ul", "ol", "dl", "dt", "dd", "tr", "table", "tbody", "thead", "section",
     "article", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "hr", "center", "form",
     "fieldset", "header", "footer", "main", "aside", "nav", "figure", "figcaption", "caption",
     "details", "summary", "textarea", "legend"}
)  # fmt: skip
# bs4 leaves the readings of ruby out of an element's text
_TEXTS = (NavigableString, CData, RubyTextString, RubyParenthesisString)
_ROWS = frozenset({"ul", "ol", "table", "tbody", "tr", "dl", "select"})
_DEEPEST = 150  # elements inside one another
_BROADEST = 4000  # children of one element
_BUNDLE = 400
LABEL = re.compile(
    r"\s*(?:[（(【\[]\s*(?:[A-Ha-h]|\d{1,3}|[一二三四五六七八九十]{1,3})\s*[】\])）]|[①-⑳]"
    r"|(?:第\s*)?(?:[A-Ha-hＡ-Ｈ]|\d{1,3}|[一二三四五六七八九十]{1,3})\s*(?:[.．、，,:：)）·题]|\s(?=\S)))"
)
_PLAIN = re.compile(
    r"([a-z][a-z0-9]*)?(?:([.#])([A-Za-z_][\w-]*)|\[(href|role|class|id)(?:=([A-Za-z_]\w*))?\])?"
)
LETTER = re.compile(r"\s*[（(【\[]?\s*([A-Ha-hＡ-Ｈ])\s*(?:[】\])）.．、，,:：·]|\s(?=\S)|$)")


def soup(html: str) -> BeautifulSoup:
    """Parse a page or a fragment. What nests or runs on beyond all reason is made flatter, since
    many steps over a tree take time by its depth and its broadest element.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of XHTML and of text that looks like an address
        root = BeautifulSoup(html, "lxml")
    stack: list[tuple[Tag, int]] = [(root, 0)]
    while stack:
        tag, depth = stack.pop()
        if depth == _DEEPEST:
            _flatten(tag)
        else:
            if len(tag.contents) > _BROADEST and tag.name not in _ROWS:
                _bundle(tag)
            stack.extend((child, depth + 1) for child in tag.contents if isinstance(child, Tag))
    return root


def _flatten(tag: Tag) -> None:
    """Text, breaks and images below an element become its own children."""
    leaves: list[PageElement] = []
    for node in list(tag.descendants):
        if isinstance(node, NavigableString) or (isinstance(node, Tag) and node.name == "img"):
            leaves.append(node)
        elif isinstance(node, Tag) and (node.name == "br" or node.name in BLOCKS):
            leaves.append(new("br"))
    _emptied(tag)
    for leaf in leaves:
        tag.append(leaf.extract())


def _emptied(tag: Tag) -> list[PageElement]:
    """The children of an element, taken out of it at once: one by one each would move the rest."""
    children = list(tag.contents)
    tag.contents.clear()
    for child in children:
        child.parent = None
        child.extract()
    return children


def _bundle(tag: Tag) -> None:
    """Children of an element in bundles of some hundred."""
    children = _emptied(tag)
    for at in range(0, len(children), _BUNDLE):
        bundle = new("span")
        bundle.extend(children[at : at + _BUNDLE])
        tag.append(bundle)


def said(tag: Tag) -> str:
    """The text of an element, blanks outside removed."""
    return tag.get_text(types=_TEXTS).strip()


def attribute(tag: Tag, name: str) -> str:
    """An attribute as text, "" where it is missing."""
    value = tag.get(name)
    return " ".join(value) if isinstance(value, list) else str(value or "")


def strings(tag: Tag) -> Iterator[NavigableString]:
    """The text nodes of an element that are printed and not blank, in order."""
    for node in tag.descendants:
        if printed(node) and isinstance(node, NavigableString) and node.strip():
            yield node


def elements(root: Tag, *names: str) -> list[Tag]:
    """The elements below an element, in order; with names only those. As `find_all`, but faster."""
    below = [node for node in root.descendants if isinstance(node, Tag)]
    return [tag for tag in below if tag.name in names] if names else below


def select(root: Tag, selector: str) -> list[Tag]:
    """The elements that a CSS selector finds. As bs4's, but faster for one name, class, id or
    attribute.
    """
    plain = _PLAIN.fullmatch(selector)
    if not plain or not selector:
        return list(root.select(selector))
    name, kind, word, has, value = plain.groups()
    below = elements(root)
    if any(tag.name == "template" for tag in below):
        return list(root.select(selector))  # nothing inside one is found
    found = [tag for tag in below if tag.name == name] if name else below
    if kind == ".":
        return [tag for tag in found if word in tag.get_attribute_list("class")]
    if kind == "#":
        return [tag for tag in found if attribute(tag, "id") == word]
    if has:
        there = (tag for tag in found if tag.has_attr(has))
        return [tag for tag in there if value is None or attribute(tag, has) == value]
    return found


def names(root: Tag) -> frozenset[str]:
    """Names of the elements that occur below an element."""
    return frozenset(tag.name for tag in elements(root))


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
            lead(node, text)
            return
    tag.insert(0, NavigableString(text))


def lead(node: NavigableString, text: str) -> NavigableString:
    """Put a text in front of a text node; returns the node that takes its place."""
    found = NavigableString(text + node.lstrip())
    node.replace_with(found)
    return found


def new(name: str) -> Tag:
    """A fresh element."""
    return Tag(name=name)
