"""What the look of an element says: bold, coloured, named as right, checked."""

import re
from collections.abc import Iterator
from itertools import islice

from bs4 import BeautifulSoup, Tag
from soupsieve import SelectorSyntaxError

from documents.html.dom import attribute, elements

_RULE = re.compile(r"([^{}@]{1,300})\{([^{}]{1,2000})\}")
_KEPT = re.compile(
    r"(?:^|;)\s*((?:list-style(?:-type)?|color|font-weight|text-decoration)\s*:[^;]+)",
    re.IGNORECASE,
)
_COLOUR = re.compile(r"(?:^|;)\s*(background(?:-color)?|color)\s*:\s*([^;!]+)", re.IGNORECASE)
_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|bolder|[6-9]00)", re.IGNORECASE)
_LINED = re.compile(r"text-decoration[\w-]*\s*:[^;]*underline", re.IGNORECASE)
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_RIGHT = frozenset({"right", "correct", "true", "zhengque", "dui", "rightanswer", "correctanswer"})
_NEVER = frozenset(
    {"wrong", "error", "incorrect", "false", "not", "no", "my", "user", "student", "left", "text",
     "float", "pull", "col", "align", "side", "sidebar", "arrow", "menu", "margin", "padding",
     "top"}
)  # fmt: skip
_CHECKED = frozenset({"checked", "selected", "chosen"})
_NAMES = {
    "red": (255, 0, 0), "green": (0, 128, 0), "blue": (0, 0, 255), "lime": (0, 255, 0),
    "orange": (255, 165, 0), "darkgreen": (0, 100, 0), "darkred": (139, 0, 0),
    "crimson": (220, 20, 60), "purple": (128, 0, 128), "yellow": (255, 255, 0),
    "seagreen": (46, 139, 87), "limegreen": (50, 205, 50), "orangered": (255, 69, 0),
    "navy": (0, 0, 128), "maroon": (128, 0, 0), "magenta": (255, 0, 255),
}  # fmt: skip
_GREY = 60  # difference of the channels below which a colour is none
_RULES = 300  # of a page's style sheets, at most


def apply_sheets(root: BeautifulSoup) -> None:
    """Write what a page's own style sheets say of lists, colour and weight into its elements.

    Visibility is left alone: sheets fold answers away that a reader unfolds.
    """
    rules = (rule for sheet in elements(root, "style") for rule in _RULE.findall(sheet.get_text()))
    for selector, body in islice(rules, _RULES):
        kept = "; ".join(_KEPT.findall(body))
        if not kept:
            continue
        try:
            found = root.select(selector.strip())
        except (SelectorSyntaxError, NotImplementedError, ValueError):
            continue
        for tag in found:
            tag["style"] = f"{kept}; {attribute(tag, 'style')}"


def evidence(tag: Tag) -> Iterator[str]:
    """Kinds of emphasis that begin at an element: `bold`, `underline`, `color:red`, `class:right`,
    `checked`.
    """
    style = attribute(tag, "style")
    if tag.name in ("b", "strong") or _BOLD.search(style):
        yield "bold"
    if tag.name in ("u", "ins") or _LINED.search(style):
        yield "underline"
    if tag.name == "mark":
        yield "color:yellow"
    for where, value in _COLOUR.findall(style):
        if hue := hue_of(value):
            yield f"{'background' if where.lower().startswith('b') else 'color'}:{hue}"
    if tag.name == "font" and (hue := hue_of(attribute(tag, "color"))):
        yield f"color:{hue}"
    yield from _classes(tag)


def _classes(tag: Tag) -> Iterator[str]:
    for name in (attribute(tag, "class") or "").split():
        words = {w.lower() for w in _WORD.findall(name)}
        if words & _RIGHT and not words & _NEVER:
            yield "class:right"
        elif words & _CHECKED and not words & _NEVER:
            yield "checked"
    for name in ("data-correct", "data-right", "data-is-correct", "data-isright", "iscorrect"):
        if attribute(tag, name).lower() in ("true", "1", "yes", "y"):
            yield "class:right"
    if attribute(tag, "data-chosen") or attribute(tag, "aria-checked") == "true":
        yield "checked"


def hue_of(value: str) -> str:
    """`red`, `green`, `blue` or `yellow` for a CSS colour or six hex digits, "" for none."""
    rgb = _rgb(value.strip().lower())
    if rgb is None or max(rgb) - min(rgb) < _GREY:
        return ""
    red, green, blue = rgb
    if red > 180 and green > 150 and blue < 120:
        return "yellow"
    return ("red", "green", "blue")[rgb.index(max(red, green, blue))]


def _rgb(value: str) -> tuple[int, int, int] | None:
    if value in _NAMES:
        return _NAMES[value]
    digits = re.fullmatch(r"#?([0-9a-f]{3}|[0-9a-f]{6})", value)
    if digits:
        text = digits[1] if len(digits[1]) == 6 else "".join(c * 2 for c in digits[1])
        return int(text[:2], 16), int(text[2:4], 16), int(text[4:], 16)
    channels = re.match(r"rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})", value)
    if channels:
        return int(channels[1]), int(channels[2]), int(channels[3])
    return None
