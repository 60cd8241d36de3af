"""Forms as printed text: radio buttons and boxes as lettered options, fields as blanks."""

import re
from collections.abc import Iterator

from bs4 import Tag
from bs4.element import NavigableString

from documents.counters import counter
from documents.html.dom import (
    BLOCKS,
    LETTER,
    attribute,
    elements,
    lead,
    names,
    new,
    printed,
    said,
    strings,
)
from documents.html.styles import evidence

_FORM = frozenset({"input", "select", "button", "textarea"})
BLANK = "____"
_OPTION_NAME = re.compile(r"option|choice|opt\b|answer|xuanxiang|选项", re.IGNORECASE)
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_REQUIRED = re.compile(r"required|must|必答|必填|req\b|star", re.IGNORECASE)
_WORD = 24  # characters that fill a blank in, at most
_SENTENCE = 4  # Chinese characters beside a field that make it a blank of a sentence
_TAIL = re.compile(r"[\[\]_\-.]?[A-Za-z]?\d{0,3}\]?$")


def rewrite(root: Tag) -> None:
    """Letters before the options of a form, `checked` as a mark, blanks for fields in sentences;
    buttons that are options stay, and so does what stands in a text field. The rest goes.
    """
    _widgets(root)
    _filled(root)
    if not names(root) & _FORM:
        return
    for group in _groups(root):
        if len(group) > 1:
            for number, tag in enumerate(group, start=1):
                _option(tag, number)
    for tag in elements(root, "input", "select"):
        _field(tag)
    for tag in elements(root, "button"):
        text = said(tag)
        if text and (LETTER.match(text) or _OPTION_NAME.search(attribute(tag, "class"))):
            tag.name = "div"
        else:
            tag.decompose()
    for tag in elements(root, "textarea"):
        if next(strings(tag), None) is None:
            tag.decompose()


def _filled(root: Tag) -> None:
    """A word underlined with the blanks around it fills a blank in: ____冯特____."""
    for tag in elements(root, "u", "ins", "span"):
        if "underline" not in evidence(tag) or tag.find(list(BLOCKS)) is not None:
            continue
        word = tag.get_text()
        if word[:1].isspace() and word[-1:].isspace() and 0 < len(word.strip()) <= _WORD:
            tag.string = f"{BLANK}{word.strip()}{BLANK}"


def _widgets(root: Tag) -> None:
    """Elements that play a radio button or box for a script become one."""
    for tag in elements(root):
        if attribute(tag, "role") not in ("radio", "checkbox"):
            continue
        if tag.name != "input" and tag.find("input") is None:
            plain = new("input")
            plain["type"] = attribute(tag, "role")
            if attribute(tag, "aria-checked") == "true":
                plain["checked"] = ""
            tag.insert(0, plain)
    for tag in elements(root, "span", "em", "i", "b", "font"):
        named = f"{attribute(tag, 'class')} {attribute(tag, 'aria-label')}"
        if tag.get_text().strip() in ("*", "＊") and _REQUIRED.search(named):
            tag.decompose()  # the star of a question that must be answered


def _groups(root: Tag) -> Iterator[list[Tag]]:
    """Inputs that are options of one question, in order."""
    group: list[Tag] = []
    for tag in elements(root, "input"):
        if attribute(tag, "type").lower() not in ("radio", "checkbox"):
            continue
        if group and not _together(group[-1], tag):
            yield group
            group = []
        group.append(tag)
    if group:
        yield group


def _together(one: Tag, other: Tag) -> bool:
    if attribute(one, "type").lower() != attribute(other, "type").lower():
        return False
    names = attribute(one, "name"), attribute(other, "name")
    if all(names) and names[0] == names[1]:
        return True
    if attribute(one, "type").lower() == "radio" and any(names):
        return False
    if all(names) and _TAIL.sub("", names[0]) != _TAIL.sub("", names[1]):
        return False
    return _near(one, other)


def _near(one: Tag, other: Tag) -> bool:
    """Whether two inputs stand in one block, or in two of the same kind side by side."""
    mine, its = _holder(one), _holder(other)
    return mine is its or mine.find_next_sibling(its.name) is its


def _holder(tag: Tag) -> Tag:
    holder = tag
    while holder.parent is not None and len(holder.parent.find_all("input", limit=2)) < 2:
        holder = holder.parent
    return holder


def _option(tag: Tag, number: int) -> None:
    """Put a letter before an option's text, where it has none, on a line of its own."""
    node = _text_of(tag)
    if node is None:
        return
    if tag.has_attr("checked"):
        around = new("span")
        around["class"] = "checked"
        node.wrap(around)
    if not LETTER.match(str(node)):
        node = lead(node, f"{counter(number, 'upper-alpha')}. ")
    elif len(node.strip()) == 1:
        alone = NavigableString(f"{node.strip()}. ")
        node.replace_with(alone)
        node = alone
    if _line_of(node) is _line_of(tag):
        tag.insert_before(new("br"))


def _text_of(tag: Tag) -> NavigableString | None:
    """The text of an input's option: in its label, named for it, or behind it."""
    label = tag.find_parent("label")
    if label is None and (ident := attribute(tag, "id")):
        label = tag.find_parents()[-1].find("label", attrs={"for": ident})
    if label is not None and (node := next(strings(label), None)):
        return node
    for after in tag.next_elements:
        if isinstance(after, Tag) and after.name == "input":
            break
        if printed(after) and isinstance(after, NavigableString) and after.strip():
            return after
    return None


def _line_of(node: Tag | NavigableString) -> Tag | None:
    return next((parent for parent in node.parents if parent.name in BLOCKS), None)


def _field(tag: Tag) -> None:
    kind = attribute(tag, "type").lower() if tag.name == "input" else "text"
    block = _line_of(tag)
    sentence = block is not None and any(
        len(_CHINESE.findall(str(node))) >= _SENTENCE
        for node in block.find_all(string=True)
        if _line_of(node) is block and node.find_parent("option") is None
    )
    if kind in ("text", "", "number") and sentence:
        tag.replace_with(NavigableString(BLANK))
    else:
        tag.decompose()
