"""Papers made by real office libraries, for tests."""

import io
from collections.abc import Iterable

import docx
from docx.document import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from openpyxl import Workbook

QUESTIONS = (
    ("短时记忆的容量约为（ ）。", ("5±2个组块", "7±2个组块", "9±2个组块", "3±1个组块"), "B"),
    ("世界上第一个心理学实验室的建立者是（ ）。", ("冯特", "詹姆斯", "华生", "弗洛伊德"), "A"),
    ("测验结果的一致性程度称为（ ）。", ("效度", "信度", "难度", "区分度"), "B"),
)
HEADER = ("题号", "题目", "A", "B", "C", "D", "答案")


def table_rows() -> list[tuple[object, ...]]:
    """A table of the questions with its header."""
    return [HEADER, *((n, s, *o, a) for n, (s, o, a) in enumerate(QUESTIONS, 1))]


def docx_bytes(document: Document) -> bytes:
    """A document as a file."""
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def xlsx_bytes(rows: Iterable[Iterable[object]]) -> bytes:
    """A workbook with one sheet."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(list(row))
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def plain_paper() -> bytes:
    """Numbers and letters typed by hand."""
    document = docx.Document()
    for number, (stem, options, answer) in enumerate(QUESTIONS, 1):
        document.add_paragraph(f"{number}. {stem}")
        document.add_paragraph(
            "　　".join(f"{a}. {o}" for a, o in zip("ABCD", options, strict=True))
        )
        document.add_paragraph(f"答案：{answer}")
    return docx_bytes(document)


def add_list(document: Document, levels: Iterable[tuple[str, str]], number: int) -> int:
    """A list with (format, text) levels in the document's numbering; returns its number id."""
    inner = "".join(
        f'<w:lvl w:ilvl="{i}"><w:start w:val="1"/><w:numFmt w:val="{style}"/>'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
        for i, (style, text) in enumerate(levels)
    )
    root = document.part.numbering_part.element
    root.insert(0, parse_xml(
        f'<w:abstractNum {nsdecls("w")} w:abstractNumId="{number}">{inner}</w:abstractNum>'
    ))  # fmt: skip
    root.append(parse_xml(
        f'<w:num {nsdecls("w")} w:numId="{number}"><w:abstractNumId w:val="{number}"/></w:num>'
    ))  # fmt: skip
    return number


def in_list(document: Document, text: str, number: int, level: int = 0) -> None:
    """A paragraph of a list."""
    properties = document.add_paragraph(text)._p.get_or_add_pPr()
    properties.append(parse_xml(
        f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>'
    ))  # fmt: skip
