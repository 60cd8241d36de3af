"""Formulas, raised and lowered letters, and readings over characters, as plain text."""

import re
from collections.abc import Callable

from bs4 import Tag
from bs4.element import NavigableString

from documents.html.dom import attribute, names, said
from documents.scripts import lowered, raised

_FORMULA = re.compile(r"latex|formula|\btex\b|math|equation|公式", re.IGNORECASE)
_ACCENTS = {"¯": "\u0304", "‾": "\u0304", "^": "\u0302", "~": "\u0303"}
_BRACKETED = re.compile(r"[\w.α-ω∞%]+|\([^()]*\)|")


def rewrite(root: Tag) -> None:
    """Put text in the place of formulas (MathML, KaTeX, MathJax, images that say theirs), of `sup`
    and `sub`, and of ruby: 10², x₁, 1/2, 感(gǎn).
    """
    found = names(root)
    if found & {"math", "script"}:
        _rendered(root)
    for script in root.find_all("script") if "script" in found else ():
        script.replace_with(NavigableString(script.get_text().strip()))
    for math in root.find_all("math") if "math" in found else ():
        if not math.decomposed:
            math.replace_with(NavigableString(_math(math)))
    for image in root.find_all("img") if "img" in found else ():
        text = attribute(image, "alt").strip() or attribute(image, "data-latex").strip()
        told = f"{attribute(image, 'class')} {attribute(image, 'src')}"
        if text and (_FORMULA.search(told) or attribute(image, "data-latex")):
            image.replace_with(NavigableString(text))
    for tag in root.find_all(["sup", "sub"]) if found & {"sup", "sub"} else ():
        if not tag.decomposed and not tag.find(["img", "br", "a"]):
            shift = raised if tag.name == "sup" else lowered
            tag.replace_with(NavigableString(shift(said(tag))))
    for tag in root.find_all("rt") if "rt" in found else ():
        if not tag.parent or tag.parent.find("rp") is None:
            tag.insert_before(NavigableString("("))
            tag.insert_after(NavigableString(")"))


def _rendered(root: Tag) -> None:
    """Of a formula that is there twice, for the eye and for programs, the latter stays."""
    for tag in root.find_all("span", class_="katex"):
        if tag.find("math") is not None:
            for drawn in tag.find_all("span", class_="katex-html"):
                drawn.decompose()
    for tag in root.find_all("mjx-container"):
        if tag.find("mjx-assistive-mml") is not None:
            for drawn in tag.find_all("mjx-math"):
                drawn.decompose()
    for tag in root.find_all(["span", "div"], class_=["MathJax", "MathJax_Preview"]):
        script = tag.find_next_sibling("script")
        if script is not None and attribute(script, "type").startswith("math/tex"):
            tag.decompose()


def _math(math: Tag) -> str:
    if alt := attribute(math, "alttext").strip():
        return alt
    for note in math.find_all(["annotation", "annotation-xml"]):
        note.decompose()
    return re.sub(r"\s+", " ", _linear(math)).strip()


def _linear(node: Tag | NavigableString) -> str:
    """MathML on one line, as a person types it: fractions by `/`, roots by `√`."""
    if isinstance(node, NavigableString):
        return node.strip()
    parts = [_linear(c) for c in node.children if isinstance(c, Tag | NavigableString)]
    parts = [p for p in parts if p]
    count, shape = _SHAPES.get(node.name, (0, "".join))
    return shape(parts) if len(parts) == count else "".join(parts)


_SHAPES: dict[str, tuple[int, Callable[[list[str]], str]]] = {
    "mfrac": (2, lambda p: f"{_group(p[0])}/{_group(p[1])}"),
    "msqrt": (1, lambda p: f"√{_group(p[0])}"),
    "mroot": (2, lambda p: f"{raised(p[1])}√{_group(p[0])}"),
    "msup": (2, lambda p: p[0] + raised(p[1])),
    "msub": (2, lambda p: p[0] + lowered(p[1])),
    "msubsup": (3, lambda p: p[0] + lowered(p[1]) + raised(p[2])),
    "mover": (2, lambda p: p[0] + _ACCENTS.get(p[1], p[1])),
    "munder": (2, lambda p: p[0] + _ACCENTS.get(p[1], p[1])),
}


def _group(text: str) -> str:
    return text if _BRACKETED.fullmatch(text) else f"({text})"
