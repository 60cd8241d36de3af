"""Word's formulas (OMML) on one line, as a person types them."""

from documents.office.package import Element
from documents.scripts import lowered, raised

M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_ACCENTS = {"¯": "\u0304", "‾": "\u0304", "^": "\u0302", "~": "\u0303"}


def equation(node: Element) -> str:
    """The text of a formula: fractions by `/`, roots by `√`, raised and lowered letters."""
    name = str(node.tag).removeprefix(M)
    if name == "t":
        return node.text or ""
    shapes = {"f": _fraction, "sSup": _script, "sSub": _script, "sSubSup": _script, "rad": _root,
              "d": _brackets, "acc": _accent, "bar": _accent, "nary": _sum}  # fmt: skip
    shape = shapes.get(name)
    return shape(node) if shape else "".join(map(equation, node))


def _part(node: Element, name: str) -> str:
    child = node.find(f"{M}{name}")
    return "" if child is None else "".join(map(equation, child))


def _fraction(node: Element) -> str:
    return f"{_group(_part(node, 'num'))}/{_group(_part(node, 'den'))}"


def _script(node: Element) -> str:
    return _part(node, "e") + lowered(_part(node, "sub")) + raised(_part(node, "sup"))


def _root(node: Element) -> str:
    return f"{raised(_part(node, 'deg'))}√{_group(_part(node, 'e'))}"


def _brackets(node: Element) -> str:
    def mark(name: str, otherwise: str) -> str:
        found = node.find(f"{M}dPr/{M}{name}")
        return otherwise if found is None else str(found.get(f"{M}val") or "")

    inner = ",".join("".join(map(equation, e)) for e in node.findall(f"{M}e"))
    return f"{mark('begChr', '(')}{inner}{mark('endChr', ')')}"


def _accent(node: Element) -> str:
    found = node.find(f"{M}accPr/{M}chr")
    mark = "¯" if found is None else str(found.get(f"{M}val") or "")
    return _part(node, "e") + _ACCENTS.get(mark, mark)


def _sum(node: Element) -> str:
    found = node.find(f"{M}naryPr/{M}chr")
    sign = "∫" if found is None else str(found.get(f"{M}val") or "")
    return sign + lowered(_part(node, "sub")) + raised(_part(node, "sup")) + _part(node, "e")


def _group(text: str) -> str:
    return text if len(text) < 2 or text.isalnum() else f"({text})"
