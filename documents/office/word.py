"""docx → HTML of what Word prints: numbers, tables, marks, formulas; then read as a page."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import PurePosixPath

from cpsyexam.errors import SourceError
from documents.encoding import mhtml_page, readable
from documents.html import Text, fragment_text
from documents.kinds import kind_of
from documents.limits import Limits
from documents.office.equations import equation
from documents.office.numbering import Numbering, W, read_numbering
from documents.office.package import Element, Package
from documents.office.runs import run_html
from documents.office.styles import Styles, read_styles

_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_DEEP = 3  # documents inside documents that are read
_MAIN = "word/document.xml"
_SKIPPED = frozenset(
    {f"{W}del", f"{W}moveFrom", f"{_MC}Fallback", f"{W}rPr", f"{W}pPr", f"{W}instrText"}
)


@dataclass
class _Reader:
    styles: Styles
    numbering: Numbering
    images: dict[str, str]
    chunk: Callable[[str], str]  # relationship → HTML of a part that is a document of its own
    boxes: list[str] = field(default_factory=list)  # text boxes of the paragraph at hand
    hidden: int = 0  # characters

    def blocks(self, parent: Element) -> Iterator[str]:
        """HTML of the paragraphs and tables below an element, in order."""
        for child in parent:
            if child.tag == f"{W}p":
                yield self.paragraph(child)
            elif child.tag == f"{W}tbl":
                yield self.table(child)
            elif child.tag == f"{W}altChunk":
                yield self.chunk(child.get(f"{_R}id") or "")
            elif child.tag not in _SKIPPED and isinstance(child.tag, str):
                yield from self.blocks(child)  # content controls, accepted insertions

    def paragraph(self, node: Element) -> str:
        """One paragraph with its printed number, and its text boxes below it."""
        outer, self.boxes = self.boxes, []
        style = self.styles.of(node)
        text = "".join(self.inline(node))
        if style.number and text:
            text = escape(self.numbering.label(style.number, style.level)) + text
        tag = f"h{min(style.heading, 6)}" if style.heading else "p"
        found = "".join([f"<{tag}>{text}</{tag}>\n", *self.boxes])
        self.boxes = outer
        return found

    def inline(self, parent: Element) -> Iterator[str]:
        """HTML of what stands in a paragraph; deleted text is out, inserted text is in."""
        for child in parent:
            if child.tag == f"{W}r":
                yield self.run(child)
            elif child.tag in (f"{_M}oMath", f"{_M}oMathPara"):
                yield escape(equation(child))
            elif child.tag not in _SKIPPED and isinstance(child.tag, str):
                yield from self.inline(child)

    def run(self, node: Element) -> str:
        """One run; its drawings leave an image, their text boxes go below the paragraph."""
        look = self.styles.look(node)
        if look.hidden:
            self.hidden += len("".join(node.itertext()))
        return run_html(node, look, self.drawing)

    def drawing(self, node: Element) -> str:
        """Images of a drawing, picture or object; text boxes are kept for later."""
        found = ""
        for part in _alive(node):
            if part.tag == f"{W}txbxContent":
                self.boxes.extend(self.blocks(part))
            for name in ("embed", "link", "id"):
                target = self.images.get(part.get(f"{_R}{name}") or "")
                if target:
                    found += f'<img src="{escape(target)}">'
                    break
        return found

    def table(self, node: Element) -> str:
        """A table; a cell over several columns is one, a cell merged with that above is empty."""
        rows = []
        for row in node.iter(f"{W}tr"):
            if row.getparent() is node or row.getparent().getparent() is node:
                cells = [c for c in row.iter(f"{W}tc") if _owner(c, f"{W}tr") is row]
                rows.append("".join(map(self.cell, cells)))
        return "<table>" + "".join(f"<tr>{row}</tr>\n" for row in rows) + "</table>\n"

    def cell(self, node: Element) -> str:
        """One cell of a table."""
        span = node.find(f"{W}tcPr/{W}gridSpan")
        count = "" if span is None else f' colspan="{escape(span.get(f"{W}val") or "1")}"'
        return f"<td{count}>{''.join(self.blocks(node))}</td>"


def read_docx(data: bytes, where: str, limits: Limits) -> Text:
    """The text of a docx file. Raises SourceError where it is broken or beyond the limits."""
    found, notes = _html(data, where, limits, _DEEP)
    text = fragment_text(found)
    text.notes.extend(notes)
    return text


def _html(data: bytes, where: str, limits: Limits, deep: int) -> tuple[str, list[str]]:
    """HTML of a document and of those inside it, so many levels deep, and how it was read."""
    package = Package(data, where, limits)
    root = package.tree(_MAIN)
    if root is None:
        raise SourceError(
            "holds no word/document.xml", where=where, remedy="save it as .docx in its program"
        )
    parts, told = _targets(package, "/aFChunk"), []

    def chunk(link: str) -> str:
        target = parts.get(link, "")
        inside = package.read(str(PurePosixPath("/word", target))[1:])
        kind = kind_of(inside, target)
        told.append(f"the text lies in a part of its own, {target} ({kind})")
        if kind == "docx" and deep:
            return _html(inside, where, limits, deep - 1)[0]
        if kind == "mhtml":
            return mhtml_page(inside, where).text
        found = readable(inside, where).text
        return found if kind == "html" else f"<pre>{escape(found)}</pre>"

    reader = _Reader(
        styles=read_styles(package.tree("word/styles.xml")),
        numbering=read_numbering(package.tree("word/numbering.xml")),
        images=_targets(package, "/image"),
        chunk=chunk,
    )
    found = "".join(reader.blocks(root))
    notes = package.tree("word/footnotes.xml")
    if notes is not None:
        for note in notes.iter(f"{W}footnote"):
            if note.get(f"{W}type") is None:
                found += "".join(reader.blocks(note))
    if reader.hidden:
        told.append(f"hidden text of Word is read: {reader.hidden} characters")
    if root.find(f".//{W}del") is not None or root.find(f".//{W}ins") is not None:
        told.append("tracked changes are read as accepted")
    return found, told


def _targets(package: Package, kind: str) -> dict[str, str]:
    """Relationship of a kind → name of the part in the package, or an address outside."""
    root = package.tree("word/_rels/document.xml.rels")
    return {
        link.get("Id"): link.get("Target")
        for link in ([] if root is None else root)
        if str(link.get("Type")).endswith(kind) and link.get("Target")
    }


def _alive(node: Element) -> Iterator[Element]:
    """A drawing's parts, without the old form that Word writes beside the new one."""
    stack = [node]
    while stack:
        part = stack.pop()
        if part.tag == f"{_MC}Fallback":
            continue
        yield part
        if part.tag != f"{W}txbxContent":
            stack.extend(reversed(part))


def _owner(node: Element, tag: str) -> Element:
    parent = node.getparent()
    while parent is not None and parent.tag != tag:
        parent = parent.getparent()
    return parent
