"""docx files: what Word prints and does not store as text."""

import io
import re
import zipfile
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.shared import Inches, RGBColor
from PIL import Image

from cpsyexam.errors import SourceError
from documents.limits import Limits
from documents.reading import Document, read
from parsing import parse
from tests.documents import office
from tests.documents.office import QUESTIONS


def read_docx(document: object) -> Document:
    return read(office.docx_bytes(document), "paper.docx")  # type: ignore[arg-type]


def questions(paper: Document) -> list[tuple[str, tuple[str, ...], str]]:
    found = parse(paper.lines, marks=paper.marks).questions
    return [(q.stem, q.options, q.answer) for q in found]


def test_a_plain_paper() -> None:
    paper = read(office.plain_paper(), "paper.docx")
    assert questions(paper) == list(QUESTIONS)
    assert (paper.kind, paper.notes, paper.images) == ("docx", (), ())


def page() -> str:
    rows = []
    for number, (stem, options, answer) in enumerate(QUESTIONS, 1):
        told = "　　".join(f"{a}. {o}" for a, o in zip("ABCD", options, strict=True))
        rows += [f"{number}. {stem}", told, f"答案：{answer}"]
    return "<html><body>" + "".join(f"<p>{row}</p>" for row in rows) + "</body></html>"


def mhtml(body: str) -> bytes:
    message = MIMEMultipart("related")
    message.attach(MIMEText(body, "html", "utf-8"))
    return message.as_bytes()


CHUNKS = {
    "page.mht": mhtml(page()),
    "page.html": page().encode("gb18030"),
    "paper.docx": office.plain_paper(),
    "paper.txt": re.sub("(<[^>]+>)+", "\n", page()).encode(),
}


@pytest.mark.parametrize("name", CHUNKS)
def test_the_text_may_lie_in_a_part_of_its_own(name: str) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as package:
        package.writestr(
            "word/document.xml",
            f"<w:document {nsdecls('w', 'r')}><w:body><w:altChunk r:id='c'/></w:body></w:document>",
        )
        package.writestr(
            "word/_rels/document.xml.rels",
            "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
            f"<Relationship Id='c' Type='http://x/aFChunk' Target='{name}'/></Relationships>",
        )
        package.writestr(f"word/{name}", CHUNKS[name])
    paper = read(stream.getvalue(), "export.docx")
    assert questions(paper) == list(QUESTIONS)
    assert any("in a part of its own" in note for note in paper.notes)


def test_numbers_and_letters_of_lists_are_printed() -> None:
    document = docx.Document()
    number = office.add_list(document, [("decimal", "%1、"), ("upperLetter", "%2．")], 90)
    for stem, options, answer in QUESTIONS:
        office.in_list(document, stem, number)
        for option in options:
            office.in_list(document, option, number, 1)
        document.add_paragraph(f"答案：{answer}")
    paper = read_docx(document)
    assert paper.lines[0].startswith("1、")
    assert [line[:2] for line in paper.lines[7:11]] == ["A．", "B．", "C．", "D．"]
    assert questions(paper) == list(QUESTIONS)


@pytest.mark.parametrize(
    ("style", "text", "labels"),
    [
        ("chineseCountingThousand", "第%1题", ["第一题", "第二题", "第三题"]),
        ("decimalEnclosedCircleChinese", "%1", ["①", "②", "③"]),
        ("lowerRoman", "(%1)", ["(i)", "(ii)", "(iii)"]),
        ("decimalZero", "%1.", ["01.", "02.", "03."]),
        ("bullet", "\uf0b7", ["•", "•", "•"]),
    ],
)
def test_counters_of_every_kind(style: str, text: str, labels: list[str]) -> None:
    document = docx.Document()
    number = office.add_list(document, [(style, text)], 91)
    for word in ("甲", "乙", "丙"):
        office.in_list(document, word, number)
    assert read_docx(document).lines == tuple(
        f"{a} {b}" for a, b in zip(labels, "甲乙丙", strict=True)
    )


def test_a_list_goes_on_after_other_paragraphs_and_a_second_one_begins_anew() -> None:
    document = docx.Document()
    first = office.add_list(document, [("decimal", "%1.")], 92)
    second = office.add_list(document, [("decimal", "%1.")], 93)
    for text, number in (("甲", first), ("乙", first), ("丙", second), ("丁", first)):
        office.in_list(document, text, number)
        document.add_paragraph("说明")
    shown = [line for line in read_docx(document).lines if line != "说明"]
    assert shown == ["1. 甲", "2. 乙", "1. 丙", "3. 丁"]


def test_a_table_of_questions_and_a_table_of_options() -> None:
    document = docx.Document()
    rows = office.table_rows()
    table = document.add_table(len(rows), len(rows[0]))
    for y, row in enumerate(rows):
        for x, value in enumerate(row):
            table.cell(y, x).text = str(value)
    assert questions(read_docx(document)) == list(QUESTIONS)
    document = docx.Document()
    document.add_paragraph("1. " + QUESTIONS[0][0])
    table = document.add_table(2, 2)
    for place, option in enumerate(QUESTIONS[0][1]):
        table.cell(place // 2, place % 2).text = f"{'ABCD'[place]}. {option}"
    document.add_paragraph("答案：B")
    assert questions(read_docx(document)) == [QUESTIONS[0]]


@pytest.mark.parametrize("part", ["letter", "text", "both"])
@pytest.mark.parametrize("look", ["bold", "red", "underline"])
def test_a_key_that_is_only_a_look_is_doubted(look: str, part: str) -> None:
    document = docx.Document()
    for number, (stem, options, answer) in enumerate(QUESTIONS, 1):
        document.add_paragraph(f"{number}. {stem}")
        for letter, option in zip("ABCD", options, strict=True):
            line = document.add_paragraph()
            for run in (line.add_run(f"{letter}. "), line.add_run(option)):
                shown = part == "both" or (run.text == option) == (part == "text")
                if letter == answer and shown:
                    run.bold = look == "bold" or None
                    run.underline = look == "underline" or None
                    if look == "red":
                        run.font.color.rgb = RGBColor(0xFF, 0, 0)
    found = read_docx(document)
    assert questions(found) == list(QUESTIONS)
    for question in parse(found.lines, marks=found.marks).questions:
        assert any(note.startswith("doubt:answer_by_look") for note in question.notes)


def test_a_word_underlined_with_its_blanks_fills_a_blank_in() -> None:
    document = docx.Document()
    document.add_paragraph("一、填空题")
    for number, word in enumerate(("冯特", "詹姆斯", "华生"), 1):
        line = document.add_paragraph(f"{number}. 第{number}个学派由")
        line.add_run(f"\u3000{word} ").underline = True
        line.add_run("创立。")
    found = read_docx(document)
    read = parse(found.lines, marks=found.marks).questions
    assert [question.answer for question in read] == ["冯特", "詹姆斯", "华生"]
    assert not any(question.answer in question.stem for question in read)


def test_raised_letters_blanks_symbols_and_formulas() -> None:
    document = docx.Document()
    line = document.add_paragraph("10")
    line.add_run("2").font.superscript = True
    line.add_run("，x")
    line.add_run("1").font.subscript = True
    line.add_run("，由")
    line.add_run("      ").underline = True
    line.add_run("创立")
    line.add_run()._r.append(parse_xml(f'<w:sym {nsdecls("w")} w:font="Wingdings" w:char="F0FC"/>'))
    math = "http://schemas.openxmlformats.org/officeDocument/2006/math"
    line._p.append(parse_xml(
        f'<m:oMath xmlns:m="{math}"><m:f><m:num><m:r><m:t>x−μ</m:t></m:r></m:num>'
        "<m:den><m:r><m:t>σ</m:t></m:r></m:den></m:f></m:oMath>"
    ))  # fmt: skip
    assert read_docx(document).lines == ("10²，x₁，由____创立✓(x−μ)/σ",)


def test_tracked_changes_are_accepted_and_said() -> None:
    document = docx.Document()
    line = document.add_paragraph("韦氏量表的标准差为")
    for tag, text, inner in (("del", "16", "delText"), ("ins", "15", "t")):
        line._p.append(parse_xml(
            f'<w:{tag} {nsdecls("w")} w:id="1" w:author="a"><w:r><w:{inner}>{text}</w:{inner}>'
            f"</w:r></w:{tag}>"
        ))  # fmt: skip
    paper = read_docx(document)
    assert paper.lines == ("韦氏量表的标准差为15",)
    assert paper.notes == ("tracked changes are read as accepted",)


def test_images_and_text_boxes() -> None:
    picture = io.BytesIO()
    Image.new("L", (20, 20)).save(picture, "PNG")
    picture.seek(0)
    document = docx.Document()
    document.add_paragraph("1. 下图所示的错觉是（ ）。").add_run().add_picture(picture, Inches(1))
    box = document.add_paragraph("甲")
    mc = "http://schemas.openxmlformats.org/markup-compatibility/2006"
    inner = "<w:txbxContent><w:p><w:r><w:t>框内文字</w:t></w:r></w:p></w:txbxContent>"
    box.add_run()._r.append(parse_xml(
        f'<mc:AlternateContent xmlns:mc="{mc}" {nsdecls("w")}><mc:Choice Requires="wps">'
        f"<w:drawing>{inner}</w:drawing></mc:Choice>"
        f"<mc:Fallback><w:pict>{inner}</w:pict></mc:Fallback></mc:AlternateContent>"
    ))  # fmt: skip
    paper = read_docx(document)
    assert paper.lines == ("1. 下图所示的错觉是（ ）。[图1]", "甲", "框内文字")
    assert paper.images == ("media/image1.png",)


def test_hidden_text_is_a_folded_answer() -> None:
    document = docx.Document()
    document.add_paragraph("1. 甲（ ）")
    document.add_paragraph().add_run("答案：B").font.hidden = True
    paper = read_docx(document)
    assert paper.lines == ("1. 甲（ ）", "答案：B")
    assert [m.kind for m in paper.marks] == ["hidden"]
    assert "hidden text of Word is read: 4 characters" in paper.notes


def test_headings_are_marked() -> None:
    document = docx.Document()
    document.add_heading("普通心理学", 2)
    marks = [m for m in read_docx(document).marks if m.kind == "heading"]
    assert [(m.line, m.start, m.end, m.value) for m in marks] == [(0, 0, 5, "h2")]


def bomb(name: str, size: int) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"<w/>")
        archive.writestr(name, b"0" * size)
    return stream.getvalue()


def test_a_bomb_is_one_line() -> None:
    limits = Limits(unpacked_bytes=1_000_000)
    with pytest.raises(SourceError, match=r"^a.docx: bytes unpacked: \d+ is more than 1000000; "):
        read(bomb("word/media/a.bin", 2_000_000), "a.docx", limits=limits)


def test_a_part_that_lies_about_its_size_is_cut_off() -> None:
    data = bytearray(office.plain_paper())
    limits = Limits(markup_bytes=500)
    with pytest.raises(SourceError, match="raise markup_bytes in"):
        read(bytes(data), "a.docx", limits=limits)


@pytest.mark.parametrize("cut", [30, 400, 5000])
def test_a_cut_file_is_one_line(cut: int) -> None:
    with pytest.raises(SourceError, match=r"a\.docx"):
        read(office.plain_paper()[:-cut], "a.docx", "docx")


def test_a_bomb_of_entities_is_one_line() -> None:
    stream = io.BytesIO()
    body = "<!DOCTYPE w [<!ENTITY a 'aaaaaaaaaa'>" + "".join(
        f"<!ENTITY {x} '{f'&{y};' * 10}'>" for y, x in zip("abcdefgh", "bcdefghi", strict=True)
    )
    word = f"{body}]><w:document {nsdecls('w')}><w:body><w:p><w:r><w:t>&i;</w:t></w:r></w:p>"
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("word/document.xml", word + "</w:body></w:document>")
    with pytest.raises(SourceError, match="amplification"):
        read(stream.getvalue(), "a.docx")
