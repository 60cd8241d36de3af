"""Counters of lists, which browsers print and no text holds: `1. `, `A. `, `iii. `."""

import re

from bs4 import Tag

from documents.counters import counter
from documents.html.dom import LABEL, LETTER, attribute, elements, prefix, said

_TYPES = {"1": "decimal", "A": "upper-alpha", "a": "lower-alpha", "I": "upper-roman",
          "i": "lower-roman"}  # fmt: skip
_STYLE = re.compile(r"list-style(?:-type)?\s*:\s*([^;]+)", re.IGNORECASE)
_KINDS = re.compile(
    r"\b(none|decimal-leading-zero|decimal|(?:upper|lower)-(?:alpha|latin|roman)|cjk-ideographic"
    r"|(?:simp|trad)-chinese-informal)\b"
)
_OPTION_NAME = re.compile(r"option|choice|opts?\b|answers?\b|xuanxiang|选项", re.IGNORECASE)
_ASKS = re.compile(
    r"[(（]\s*[)）]\s*[。.]?$|[?？]$|_{2,}\s*[。.]?$|[:：]$|[是为有指]$|哪[^。]{0,12}$"
)
_BLANK = re.compile(r"[(（]\s*[)）]|_{2,}")
_SECTION = re.compile(r"(?:选择题|判断题|填空题|简答题|论述题|名词解释|问答题)")
_LONGEST = 80  # characters of an option
_PUNCTUATION = {"circled": "", "cjk-ideographic": "、"}


def rewrite(root: Tag) -> None:
    """Write the counters of every list into its items, as text.

    A list of options (by its place below a stem, its class, or inside a question's item) gets
    letters. Items that bring labels of their own stay as they are, as do lists without counters.
    """
    for one in elements(root, "ol", "ul"):
        items = one.find_all("li", recursive=False)
        if not items or _labelled(items):
            continue
        style = _style(one)
        if _options(one, items) and style in ("", "decimal", "none"):
            style = "upper-alpha"
        elif one.name == "ul" or style == "none":
            continue
        _number(one, items, style or "decimal")


def _number(one: Tag, items: list[Tag], style: str) -> None:
    step = -1 if one.has_attr("reversed") else 1
    number = _whole(attribute(one, "start"), len(items) if step < 0 else 1)
    for item in items:
        number = _whole(attribute(item, "value"), number)
        own = _TYPES.get(attribute(item, "type"), style)
        if said(item) or item.find("img") is not None:
            prefix(item, f"{counter(number, own)}{_PUNCTUATION.get(own, '. ')}")
        number += step


def _whole(text: str, otherwise: int) -> int:
    return int(text) if re.fullmatch(r"\s*-?\d{1,6}\s*", text) else otherwise


def _style(one: Tag) -> str:
    if one.has_attr("type"):
        return _TYPES.get(attribute(one, "type"), "")
    for said_of in _STYLE.findall(attribute(one, "style"))[::-1]:
        if kind := _KINDS.search(said_of.lower()):
            return kind[1]
    return ""


def _labelled(items: list[Tag]) -> bool:
    """Whether most items print a label of their own."""
    own = sum(bool(LABEL.match(said(item))) for item in items)
    return own * 2 > len(items)


def _options(one: Tag, items: list[Tag]) -> bool:
    """Whether a list holds the options of one question."""
    texts = [said(item) for item in items]
    if not 2 <= len(items) <= 8 or any(
        item.find(["ul", "ol", "table"]) is not None
        or not 0 < len(text) + 4 * len(item.find_all("img")) <= _LONGEST
        or _BLANK.search(text)
        for item, text in zip(items, texts, strict=True)
    ):
        return False
    if any(_links_only(item) for item in items):
        return False
    if _OPTION_NAME.search(attribute(one, "class")):
        return True
    if one.find_parent("li") is not None and not _asked_again(texts):
        return True
    before = _before(one)
    return bool(_ASKS.search(before)) and not _SECTION.search(before[-12:])


def _asked_again(texts: list[str]) -> bool:
    """Whether items are questions themselves: the parts of an open question."""
    return sum(text.endswith(("?", "？")) for text in texts) * 2 > len(texts)


def _links_only(item: Tag) -> bool:
    return any(said(link) == said(item) for link in item.find_all("a", href=True))


def _before(one: Tag) -> str:
    """The text of the block in front of a list, or of its own block up to it."""
    found = ""
    for node in one.previous_siblings:
        text = node.get_text().strip() if hasattr(node, "get_text") else str(node).strip()
        if text:
            found = text
            break
    if not found and one.parent is not None and one.parent.name in ("div", "section", "article"):
        outer = one.parent.find_previous_sibling()
        found = said(outer) if isinstance(outer, Tag) else ""
    return found[-60:] if not LETTER.match(found) else ""
