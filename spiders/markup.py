"""HTML → lines of text as a reader sees them: hidden elements out, blocks on their own lines."""

import re
from collections.abc import Sequence
from urllib.parse import urljoin

from bs4 import BeautifulSoup, Tag
from bs4.element import CData, Comment, NavigableString, PageElement

_DROPPED = frozenset(
    {"script", "style", "noscript", "template", "head", "iframe", "object", "svg", "button",
     "select", "input", "textarea", "audio", "video"}
)  # fmt: skip
_BLOCKS = frozenset(
    {"p", "div", "li", "ul", "ol", "dl", "dt", "dd", "tr", "table", "tbody", "thead", "section",
     "article", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "hr", "center", "form",
     "fieldset", "header", "footer", "main", "aside", "nav", "figure", "figcaption", "caption"}
)  # fmt: skip
_HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|em)?\s*(?:;|$)",
    re.IGNORECASE,
)
_BLANKS = re.compile(r"[ \t\r\f\v\u00a0]+")
_MARKER = re.compile(r"\[图(\d+)\]")
_OPTION_GAP = "  "


def soup(html: str) -> BeautifulSoup:
    """Parse a page or a fragment."""
    return BeautifulSoup(html, "lxml")


def strip_hidden(root: Tag, selectors: Sequence[str] = (), keep: Sequence[str] = ()) -> int:
    """Remove what a reader does not see, and what `selectors` name. Returns how many elements.

    `keep` selects folded answers: hidden until a click, and wanted.
    """
    kept = {id(t) for selector in keep for t in root.select(selector)}
    doomed = [
        t
        for t in root.find_all(True)
        if t.name in _DROPPED or (_is_hidden(t) and id(t) not in kept)
    ]
    for selector in selectors:
        doomed += root.select(selector)
    for tag in doomed:
        if not tag.decomposed:
            tag.decompose()
    return len(doomed)


def _is_hidden(tag: Tag) -> bool:
    return tag.has_attr("hidden") or bool(_HIDDEN.search(str(tag.get("style") or "")))


def marker(number: int) -> str:
    """What stands in a line for an image of a page, counted from 1."""
    return f"[图{number}]"


def pictured(text: str) -> list[int]:
    """Numbers of the images whose markers stand in a text."""
    return [int(n) for n in _MARKER.findall(text)]


def without_pictures(text: str) -> str:
    """A text without the markers of images."""
    return _MARKER.sub("", text).strip()


def lines(root: Tag, base: str = "", before: int = 0) -> tuple[list[str], list[str]]:
    """Lines of text below an element, and the addresses of its images in order.

    Cells of a table row stand on one line, two blanks apart; an image leaves a marker, numbered
    from `before` + 1.
    """
    parts: list[str] = []
    images: list[str] = [""] * before
    _walk(root, parts, images, base)
    text = "".join(parts)
    found = [_BLANKS.sub(_shrink, line).strip() for line in text.split("\n")]
    return [line for line in found if line], images[before:]


def _shrink(found: re.Match[str]) -> str:
    return _OPTION_GAP if len(found.group()) > 1 else " "


def _walk(root: Tag, parts: list[str], images: list[str], base: str) -> None:
    # an explicit stack: pages with thousands of unclosed tags nest deeper than Python recurses
    stack: list[PageElement | str] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, str) and not isinstance(node, NavigableString):
            parts.append(node)
        elif isinstance(node, NavigableString):
            if not isinstance(node, Comment) or isinstance(node, CData):
                parts.append(str(node).replace("\n", " ") if not _in_pre(node) else str(node))
        elif isinstance(node, Tag):
            _open(node, stack, parts, images, base)


def _in_pre(node: NavigableString) -> bool:
    return node.find_parent("pre") is not None


def _open(
    tag: Tag, stack: list[PageElement | str], parts: list[str], images: list[str], base: str
) -> None:
    if tag.name in _DROPPED:
        return
    if tag.name == "br":
        parts.append("\n")
    elif tag.name == "img":
        images.append(_image(tag, base))
        parts.append(marker(len(images)))
    elif tag.name in _BLOCKS:
        parts.append("\n")
        stack.append("\n")
    elif tag.name in {"td", "th"}:
        stack.append(_OPTION_GAP)
    if tag.name not in {"br", "img"}:
        stack.extend(reversed(tag.contents))


def _image(tag: Tag, base: str) -> str:
    for name in ("src", "data-original", "data-src", "_djrealurl"):
        url = str(tag.get(name) or "").strip().replace("\\/", "/")
        if url and not url.startswith(("data:", "#")):
            return urljoin(base, url)
    return ""


def fragment_lines(html: str, base: str = "", before: int = 0) -> tuple[list[str], list[str]]:
    """`lines` of an HTML fragment, hidden elements removed."""
    root = soup(html)
    strip_hidden(root)
    return lines(root, base, before)
