"""A settled tree → lines of text and spans of emphasis: blocks on their own lines."""

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate
from urllib.parse import urljoin

from bs4 import Tag
from bs4.element import NavigableString, PageElement

from documents.emphasis import Span
from documents.html.dom import BLOCKS, attribute, printed, said
from documents.html.styles import evidence
from documents.html.visibility import MARK
from documents.images import marker
from parsing import words
from parsing.words import any_of

_BLANKS = re.compile(r"[ \t\r\f\v\u00a0]+")
_GAP = "  "
_BARE = re.compile(r"[(（]?\s*(?:[A-Ha-hＡ-Ｈ]|\d{1,3})\s*[)）.．、:：]?")
_LETTER = re.compile(r"[A-Ha-hＡ-Ｈ]|\d{1,3}")
_JOINED = frozenset({"div", "dt", "dd"})  # blocks that a label shares with what it labels
_INLINE = frozenset({"span", "i", "em", "b", "strong", "font", "label", "a"})
_ANSWER = re.compile(rf"\s*{any_of(words.ANSWER, words.OWN)}\s*[:：]")
_ANSWER_LABEL = re.compile(
    rf"[【\[]?{any_of(words.ANSWER, words.EXPLANATION, ('答案及解析', '答案解析'))}[】\]]?"
)
_ICONS = re.compile(r"\s*[\ue000-\uf8ff]{1,3}\s*")  # of an icon font: a drawing, no text
_KEPT = frozenset({"pre", "textarea"})
_BESIDE = "data-cpsyexam-beside"  # set on a block that stands behind its label
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


@dataclass
class _Walk:
    base: str
    images: list[str]
    parts: list[str] = field(default_factory=list)
    size: int = 0
    spans: list[tuple[int, int, str]] = field(default_factory=list)
    open: set[str] = field(default_factory=set)  # what is said already further out
    kept: int = 0  # elements around that keep their line ends

    def put(self, text: str) -> None:
        self.parts.append(text)
        self.size += len(text)


@dataclass(frozen=True)
class _End:
    """The end of an element with something to say."""

    start: int
    values: tuple[str, ...]
    kept: bool = False


def walk(root: Tag, base: str, before: int) -> tuple[list[str], list[str], list[Span]]:
    """Lines below an element, addresses of its images in order, and spans of emphasis.

    Cells of a table row stand on one line, two blanks apart; an image leaves a marker, numbered
    from `before` + 1.
    """
    seen = _Walk(base, [""] * before)
    # an explicit stack: pages with thousands of unclosed tags nest deeper than Python recurses
    stack: list[PageElement | str | _End] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, _End):
            seen.kept -= node.kept
            seen.open.difference_update(node.values)
            seen.spans += [(node.start, seen.size, value) for value in node.values]
        elif isinstance(node, NavigableString):
            if printed(node):
                text = str(node)
                if not _ICONS.fullmatch(text):
                    seen.put(text if seen.kept else text.replace("\n", " "))
        elif isinstance(node, str):
            seen.put(node)
        elif isinstance(node, Tag):
            _open(node, stack, seen)
    lines, spans = _lines("".join(seen.parts), sorted(seen.spans))
    return lines, seen.images[before:], spans


def _open(tag: Tag, stack: list[PageElement | str | _End], seen: _Walk) -> None:
    if tag.name == "br":
        seen.put("\n")
        return
    if tag.name == "img":
        seen.spans += [(seen.size, seen.size, value) for value in evidence(tag)]
        seen.images.append(_image(tag, seen.base))
        seen.put(marker(len(seen.images)))
        return
    if tag.name in BLOCKS:
        if not tag.has_attr(_BESIDE):
            seen.put("\n")
        stack.append(_label_end(tag) or "\n")
    elif tag.name in {"td", "th"}:
        stack.append(_GAP)
    elif tag.name in _INLINE:
        if _ANSWER.match(_first(tag)) and isinstance(_beside(tag, "previous"), Tag):
            seen.put(_GAP)
        if end := _label_end(tag):
            stack.append(end)
    values = tuple(evidence(tag))
    if tag.name in _HEADINGS:
        values += (f"heading:{tag.name}",)
    if tag.has_attr(MARK):
        values += ("hidden",)
    values = tuple(v for v in dict.fromkeys(values) if v not in seen.open)
    kept = tag.name in _KEPT
    if values or kept:
        seen.open.update(values)
        seen.kept += kept
        stack.append(_End(seen.size, values, kept))
    stack.extend(reversed(tag.contents))


def _label_end(tag: Tag) -> str:
    """What parts a label (1, A, 答案) from the block that it labels, "" where a tag is none."""
    summary = tag.name == "summary"
    if not (summary or tag.name in _JOINED or tag.name in _INLINE):
        return ""
    following = _beside(tag, "next")
    if not isinstance(following, Tag) or following.name not in BLOCKS:
        return ""
    label = _ANSWER_LABEL if summary else _BARE
    if len(tag.find_all(True, limit=4)) > 3 or not label.fullmatch(text := said(tag)):
        return ""
    other = said(following)
    if (not other and following.find("img") is None) or (_BARE.fullmatch(other) and not summary):
        return ""
    following[_BESIDE] = "1"
    return "：" if summary else ". " if _LETTER.fullmatch(text) else " "


def _first(tag: Tag) -> str:
    first = tag.contents[0] if tag.contents else ""
    return str(first) if isinstance(first, NavigableString) else ""


def _beside(tag: Tag, where: str) -> PageElement | None:
    """The sibling next or previous to a tag that is no blank text."""
    siblings = tag.next_siblings if where == "next" else tag.previous_siblings
    return next((s for s in siblings if not isinstance(s, NavigableString) or s.strip()), None)


def _image(tag: Tag, base: str) -> str:
    for name in ("src", "data-original", "data-src", "_djrealurl"):
        url = attribute(tag, name).strip().replace("\\/", "/")
        if url and not url.startswith(("data:", "#")):
            try:
                return urljoin(base, url)
            except ValueError:  # "http://[::1" and its like
                return url
    return ""


def _lines(text: str, spans: list[tuple[int, int, str]]) -> tuple[list[str], list[Span]]:
    """Lines with blanks shrunk, empty ones out, and the spans on them."""
    rows = text.split("\n")
    starts = [0, *accumulate(len(row) + 1 for row in rows)]
    shrunk = [_BLANKS.sub(_shrink, row).strip() for row in rows]
    numbers = list(accumulate((bool(line) for line in shrunk), initial=0))
    found: list[Span] = []
    places: dict[int, list[int]] = {}
    for start, end, value in spans:
        for at in range(bisect_right(starts, start) - 1, bisect_right(starts, end)):
            if at >= len(rows) or not shrunk[at]:
                continue
            place = places.get(at) or places.setdefault(at, _places(rows[at], len(shrunk[at])))
            a = place[max(start - starts[at], 0)]
            b = place[min(end - starts[at], len(rows[at]))]
            if a < b or start == end:
                found.append(Span(numbers[at], a, b, value))
    return [line for line in shrunk if line], found


def _places(row: str, most: int) -> list[int]:
    """Position in the shrunk line for every column of its row, and for its end."""
    found: list[int] = []
    column = place = 0
    for blank in _BLANKS.finditer(row):
        found += range(place, place + blank.start() - column)
        place += blank.start() - column
        gap = 0 if not blank.start() else len(_shrink(blank))
        found += [min(place + i, place + gap) for i in range(len(blank[0]))]
        place, column = place + gap, blank.end()
    found += range(place, place + len(row) - column + 1)
    return [min(one, most) for one in found]


def _shrink(found: re.Match[str]) -> str:
    return _GAP if len(found.group()) > 1 else " "
