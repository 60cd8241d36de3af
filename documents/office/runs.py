"""A run of Word → HTML: its text, breaks, symbols and look."""

from collections.abc import Callable
from html import escape

from documents.office.numbering import W
from documents.office.package import Element
from documents.office.styles import Look

BLANK = "____"
_SYMBOLS = {"fc": "✓", "fe": "☑", "52": "☑", "fb": "✗", "a8": "□", "6f": "□", "6c": "●", "d6": "√"}
_MARKS = {"tab": "&#9;", "br": "<br>", "cr": "<br>", "noBreakHyphen": "-", "ptab": "&#9;"}
_DRAWN = frozenset({"drawing", "pict", "object", "AlternateContent"})


def run_html(node: Element, look: Look, draw: Callable[[Element], str]) -> str:
    """The HTML of a run; `draw` gives that of its drawings."""
    text = "".join(_piece(child, look, draw) for child in node)
    if not text:
        return ""
    if look.underline and not text.replace("&#9;", "").strip():
        return BLANK  # Word's way of printing a blank to fill in
    if look.shift:
        text = f"<{look.shift}>{text}</{look.shift}>"
    if look.bold:
        text = f"<b>{text}</b>"
    if look.underline:
        text = f"<u>{text}</u>"
    style = _style(look)
    return f"<span{style}>{text}</span>" if style else text


def _style(look: Look) -> str:
    said = [
        f"color:{_css(look.colour)}" if look.colour else "",
        f"background:{_css(look.background)}" if look.background else "",
    ]
    style = ";".join(filter(None, said))
    marks = f' style="{escape(style)}"' if style else ""
    return f'{marks} class="answer" data-cpsyexam-folded="1"' if look.hidden else marks


def _css(colour: str) -> str:
    return f"#{colour}" if len(colour) == 6 and not colour.isalpha() else colour


def _piece(node: Element, look: Look, draw: Callable[[Element], str]) -> str:
    name = str(node.tag).rpartition("}")[2]
    if name == "t":
        return escape(node.text or "")
    if name in _MARKS:
        return _MARKS[name]
    if name == "sym":
        return _SYMBOLS.get(str(node.get(f"{W}char") or "").lower()[-2:], "")
    if name == "ruby":
        base = _inner(node, "rubyBase", look, draw)
        return f"{base}({_inner(node, 'rt', look, draw)})"
    return draw(node) if name in _DRAWN else ""


def _inner(node: Element, name: str, look: Look, draw: Callable[[Element], str]) -> str:
    part = node.find(f"{W}{name}")
    runs = [] if part is None else part.iter(f"{W}r")
    return "".join(_piece(child, look, draw) for run in runs for child in run)
