"""Word's styles: what a paragraph's number and heading are, and how a run looks."""

from dataclasses import dataclass, field, replace

from documents.office.numbering import W
from documents.office.package import Element

_DEPTH = 12  # styles that a style may be based on, one on another
_HEADING = {"heading", "标题", "標題", "title"}


@dataclass(frozen=True)
class Look:
    """How a run looks, as far as it tells something."""

    bold: bool = False
    underline: bool = False
    hidden: bool = False
    colour: str = ""  # six hex digits
    background: str = ""
    shift: str = ""  # sup, sub


@dataclass(frozen=True)
class Place:
    """A paragraph's list, level in it, and level as a heading (0: none)."""

    number: str = ""
    level: int = 0
    heading: int = 0


@dataclass
class Styles:
    """The styles of a document by their ids."""

    properties: dict[str, Element] = field(default_factory=dict)
    default: str = ""

    def of(self, paragraph: Element) -> Place:
        """What a paragraph is, by itself and by its style."""
        own = paragraph.find(f"{W}pPr")
        found = Place()
        for style in reversed([*self._chain(own, "pStyle")]):
            found = _placed(style.find(f"{W}pPr"), found, _heading(style))
        return _placed(own, found, 0)

    def look(self, run: Element) -> Look:
        """How a run looks, by itself, its style and its paragraph's style."""
        found = Look()
        paragraph = run.getparent()
        while paragraph is not None and paragraph.tag != f"{W}p":
            paragraph = paragraph.getparent()
        above = None if paragraph is None else paragraph.find(f"{W}pPr")
        for style in reversed([*self._chain(above, "pStyle")]):
            found = _seen(style.find(f"{W}rPr"), found)
        own = run.find(f"{W}rPr")
        for style in reversed([*self._chain(own, "rStyle")]):
            found = _seen(style.find(f"{W}rPr"), found)
        return _seen(own, found)

    def _chain(self, properties: Element, name: str) -> list[Element]:
        """A style and those that it is based on."""
        child = None if properties is None else properties.find(f"{W}{name}")
        ident = self.default if name == "pStyle" else ""
        ident = ident if child is None else str(child.get(f"{W}val") or "")
        found: list[Element] = []
        while ident in self.properties and len(found) < _DEPTH:
            style = self.properties[ident]
            found.append(style)
            based = style.find(f"{W}basedOn")
            ident = "" if based is None else str(based.get(f"{W}val") or "")
        return found


def read_styles(root: Element) -> Styles:
    """The styles of `styles.xml` (None: there is none)."""
    found = Styles()
    for style in [] if root is None else root.iter(f"{W}style"):
        ident = str(style.get(f"{W}styleId") or "")
        found.properties[ident] = style
        if style.get(f"{W}type") == "paragraph" and style.get(f"{W}default") in ("1", "true"):
            found.default = ident
    return found


def _heading(style: Element) -> int:
    name = style.find(f"{W}name")
    words = str("" if name is None else name.get(f"{W}val") or "").lower().split()
    if not words or words[0] not in _HEADING:
        return 0
    return int(words[1]) if len(words) > 1 and words[1].isdecimal() else 1


def _placed(properties: Element, found: Place, heading: int) -> Place:
    if heading:
        found = replace(found, heading=heading)
    if properties is None:
        return found
    number, level = properties.find(f"{W}numPr/{W}numId"), properties.find(f"{W}numPr/{W}ilvl")
    if number is not None:
        value = str(number.get(f"{W}val") or "")
        found = replace(found, number="" if value == "0" else value)
    if level is not None and str(level.get(f"{W}val")).isdecimal():
        found = replace(found, level=int(level.get(f"{W}val")))
    return found


def _seen(properties: Element, found: Look) -> Look:
    if properties is None:
        return found
    bold, hidden = _flag(properties, "b", found.bold), _flag(properties, "vanish", found.hidden)
    found = replace(found, bold=bold, hidden=hidden)
    value = {
        name: str(child.get(f"{W}val") or "")
        for name in ("u", "color", "highlight", "vertAlign")
        if (child := properties.find(f"{W}{name}")) is not None
    }
    if "u" in value:
        found = replace(found, underline=value["u"] not in ("none", ""))
    if "color" in value:
        found = replace(found, colour=value["color"].replace("auto", ""))
    if "highlight" in value:
        found = replace(found, background=value["highlight"].replace("none", ""))
    shade = properties.find(f"{W}shd")
    if shade is not None and (fill := str(shade.get(f"{W}fill") or "auto")) != "auto":
        found = replace(found, background=fill)
    if "vertAlign" in value:
        shift = {"superscript": "sup", "subscript": "sub"}.get(value["vertAlign"], "")
        found = replace(found, shift=shift)
    return found


def _flag(properties: Element, name: str, otherwise: bool) -> bool:  # noqa: FBT001 - a value
    flag = properties.find(f"{W}{name}")
    return otherwise if flag is None else flag.get(f"{W}val") not in ("0", "false", "off")
