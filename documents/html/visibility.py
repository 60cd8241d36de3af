"""What of a page a reader sees: junk out, folded answers and bodies that a script shows in."""

import re
from collections.abc import Sequence

from bs4 import Tag
from bs4.element import PageElement

from documents.html.dom import BLOCKS, attribute, elements, prefix, said, select

DROPPED = frozenset(
    {"script", "style", "noscript", "template", "head", "iframe", "object", "svg", "audio", "video"}
)
_STYLES = {
    "display:none": re.compile(r"display\s*:\s*none", re.IGNORECASE),
    "visibility:hidden": re.compile(r"visibility\s*:\s*hidden", re.IGNORECASE),
    "opacity:0": re.compile(r"opacity\s*:\s*0?\.?0*\s*(?:;|!|$)", re.IGNORECASE),
    "font-size:0": re.compile(r"font-size\s*:\s*0(?:px|pt|em)?\s*(?:;|!|$)", re.IGNORECASE),
}
_SHOWN = re.compile(
    r"visibility\s*:\s*visible|font-size\s*:\s*(?!0(?:px|pt|em)?\s*(?:;|$))", re.IGNORECASE
)
_ANSWER = re.compile(
    r"\s*(?:[【\[(（]\s*)?(?:参考|正确|标准|本题|參考|正確|標準)?(?:答案|答|解析|analysis|answer|key)"
    r"(?:解析|及解析|与解析|分析)?\s*(?:[】\])）:：]|为|是|\s*[A-H]{1,8}\s*$)",
    re.IGNORECASE,
)
_ANSWER_NAME = re.compile(
    r"answer|daan|jiexi|analysis|explain|解析|答案|solution|anskey|reference", re.IGNORECASE
)
_LETTERS = re.compile(r"[A-H](?:[\s,，、]*[A-H])*|[对错√×✓✗]|正确|错误")
_OPTION = re.compile(r"\s*[A-Ha-h][.．、:：)）\s]")
_BODY = 0.4  # share of a page's text that is no junk, however it is hidden
_LONG = 30  # characters of a passage; junk between the words of a text is shorter
_ENOUGH = 60  # characters that are worth a note
MARK = "data-cpsyexam-folded"  # set on answers that a page folds away


def settle(root: Tag, remove: Sequence[str] = (), keep: Sequence[str] = ()) -> list[str]:
    """Remove what a reader never sees, and what the selectors `remove` name. Returns notes.

    `keep` selects folded answers that do not look like ones. An element that is not displayed
    stays where it is one (with a mark); passages that are hidden stay where they hold a good part
    of the page, since a script shows them.
    """
    notes = _unscripted(root)
    for tag in elements(root, *DROPPED):
        if not tag.decomposed and not attribute(tag, "type").startswith("math/tex"):
            tag.decompose()
    for selector in remove:
        for tag in select(root, selector):
            tag.decompose()
    kept = {id(t) for selector in keep for t in select(root, selector)}
    hidden: dict[str, list[Tag]] = {}
    covered: set[int] = set()
    for tag in elements(root):
        if id(tag.parent) in covered:
            covered.add(id(tag))
        elif how := _hidden(tag):
            covered.add(id(tag))
            hidden.setdefault(how, []).append(tag)
    total = len(said(root))
    for how, tags in hidden.items():
        notes += _hide(how, tags, kept, total)
    return notes


def _hide(how: str, tags: list[Tag], kept: set[int], total: int) -> list[str]:
    passages = [t for t in tags if len(said(t)) >= _LONG or t.find(list(BLOCKS)) is not None]
    size = sum(len(said(t)) for t in passages)
    body = size >= max(_ENOUGH, total * _BODY)
    for tag in tags:
        if id(tag) in kept or (how == "display:none" and _folded(tag)):
            tag[MARK] = "1"
            if _LETTERS.fullmatch(said(tag)):
                prefix(tag, "答案：")
        elif not (body and tag in passages):
            _drop(tag)
    return [f"hidden text is read: {how}, {size} characters"] if body else []


def _drop(tag: Tag) -> None:
    """Remove a hidden element; children that say they are seen again stay."""
    seen = [t for t in elements(tag) if _SHOWN.search(attribute(t, "style"))]
    if seen and not _STYLES["display:none"].search(attribute(tag, "style")):
        outermost: list[PageElement] = [t for t in seen if not any(p in seen for p in t.parents)]
        for one in outermost:
            tag.insert_before(one.extract())
    tag.decompose()


def _hidden(tag: Tag) -> str:
    if tag.has_attr("hidden"):
        return "display:none"
    style = attribute(tag, "style")
    return next((how for how, shape in _STYLES.items() if shape.search(style)), "") if style else ""


def _folded(tag: Tag) -> bool:
    """Whether an element is an answer that waits for a click."""
    text = said(tag)
    if not text:
        return False
    if _ANSWER.match(text):
        return True
    names = f"{attribute(tag, 'class')} {attribute(tag, 'id')}"
    return bool(_ANSWER_NAME.search(names)) and not _OPTION.match(text)


def _unscripted(root: Tag) -> list[str]:
    """Open `noscript` where it holds the text that a script would have put there."""
    found = elements(root, "noscript")
    size = sum(len(said(t)) for t in found)
    for tag in elements(root, "script", "style"):
        if not attribute(tag, "type"):
            tag.decompose()
    if size < _ENOUGH or size < (len(said(root)) - size):
        return []
    for tag in found:
        tag.name = "div"
    return [f"text for browsers without scripts is read: {size} characters"]
