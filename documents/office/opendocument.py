"""odt → HTML of its paragraphs, lists and tables, then read as a page."""

from collections.abc import Iterator
from html import escape

from documents.html import Text, fragment_text
from documents.limits import Limits
from documents.office.package import Element, Package

_T = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_FO = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_TYPES = frozenset("1AaIi")
_SKIPPED = frozenset({f"{_T}tracked-changes", f"{_T}sequence-decls"})
_DEEPEST = 200  # elements inside one another


def read_odt(data: bytes, where: str, limits: Limits) -> Text:
    """The text of an odt file. Raises SourceError where it is broken or beyond the limits."""
    root = Package(data, where, limits).tree("content.xml")
    if root is None:
        return fragment_text("")
    looks = {s.get(f"{_STYLE}name"): _look(s) for s in root.iter(f"{_STYLE}style")}
    lists = {s.get(f"{_STYLE}name"): _list(s) for s in root.iter(f"{_T}list-style")}
    return fragment_text("".join(_html(root, looks, lists, 0)))


def _look(style: Element) -> str:
    said = ""
    for properties in style.iter(f"{_STYLE}text-properties"):
        if properties.get(f"{_FO}font-weight") == "bold":
            said += "font-weight:bold;"
        if colour := properties.get(f"{_FO}color"):
            said += f"color:{colour};"
        if shift := str(properties.get(f"{_STYLE}text-position") or ""):
            said += "sub;" if shift.startswith(("sub", "-")) else "super;"
    return said


def _list(style: Element) -> list[str]:
    """The counters of a list's levels, "" for a bullet."""
    return [
        str(level.get(f"{_STYLE}num-format") or "") if level.tag.endswith("-number") else ""
        for level in style
    ]


def _html(
    node: Element, looks: dict[str, str], lists: dict[str, list[str]], depth: int, kind: str = ""
) -> Iterator[str]:
    if depth > _DEEPEST or node.tag in _SKIPPED or not isinstance(node.tag, str):
        return
    name = node.tag.rpartition("}")[2]
    kind = node.get(f"{_T}style-name") or kind if name == "list" else kind
    opening, closing = _tags(node, name, looks, lists.get(kind, []))
    yield opening
    if name in ("p", "h", "span", "a"):
        yield escape(node.text or "")
    for child in node:
        yield from _html(child, looks, lists, depth + 1, kind)
        if name in ("p", "h", "span", "a"):
            yield escape(child.tail or "")
    yield closing


def _tags(node: Element, name: str, looks: dict[str, str], levels: list[str]) -> tuple[str, str]:
    if name == "list":
        depth = sum(1 for up in node.iterancestors(f"{_T}list"))
        style = levels[depth] if depth < len(levels) else ""
        return (f'<ol type="{style}">', "</ol>") if style in _TYPES and style else ("<ul>", "</ul>")
    plain = {
        "p": "p", "h": "h2", "list-item": "li", "table": "table", "table-row": "tr",
        "table-cell": "td",
    }  # fmt: skip
    if name in plain:
        return f"<{plain[name]}>", f"</{plain[name]}>"
    single = {"tab": "  ", "line-break": "<br>", "s": " "}
    if name in single:
        return single[name], ""
    if name == "image":
        return f'<img src="{escape(node.get(_LINK) or "")}">', ""
    look = looks.get(node.get(f"{_T}style-name"), "") if name == "span" else ""
    shift = "sup" if "super;" in look else "sub" if "sub;" in look else ""
    if shift:
        return f"<{shift}>", f"</{shift}>"
    return (f'<span style="{escape(look)}">', "</span>") if look else ("", "")
