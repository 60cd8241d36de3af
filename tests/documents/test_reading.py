"""Files of every kind, and what is said of those that cannot be read."""

import io
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from cpsyexam.errors import SourceError
from documents.kinds import kind_of
from documents.reading import read
from parsing import parse
from pipeline.cli import cli
from tests.documents import office
from tests.documents.office import QUESTIONS

PAPER = "\n".join(
    line
    for number, (stem, options, answer) in enumerate(QUESTIONS, 1)
    for line in (
        f"{number}. {stem}",
        *(f"{letter}. {o}" for letter, o in zip("ABCD", options, strict=True)),
        f"答案：{answer}",
    )
)
PAGE = "<html><body>" + "".join(f"<p>{line}</p>" for line in PAPER.split("\n")) + "</body></html>"
ODT = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text>'
    + "".join(f"<text:p>{line}</text:p>" for line in PAPER.split("\n"))
    + "</office:text></office:body></office:document-content>"
)
MHTML = (
    b'From: <saved>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n'
    b"--b\r\nContent-Type: text/html; charset=gbk\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
    + PAGE.encode("gbk")
    + b"\r\n--b--\r\n"
)


def odt() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", ODT)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.txt", PAPER.encode(), "text"),
        ("a.txt", PAPER.encode("gb18030"), "text"),
        ("a.txt", ("\ufeff" + PAPER).encode("utf-16-le"), "text"),
        ("a.txt", PAPER.encode("utf-16-be"), "text"),
        ("a.html", PAGE.encode(), "html"),
        ("a.doc", PAGE.encode("gb18030"), "html"),
        ("a", PAGE.encode(), "html"),
        ("a.mht", MHTML, "mhtml"),
        ("a.doc", MHTML, "mhtml"),
        ("a.md", PAPER.encode(), "markdown"),
        ("a.docx", office.plain_paper(), "docx"),
        ("a.doc", office.plain_paper(), "docx"),
        ("a.odt", odt(), "odt"),
        ("a.xlsx", office.xlsx_bytes(office.table_rows()), "xlsx"),
    ],
)
def test_questions_of_every_kind_of_file(name: str, data: bytes, kind: str) -> None:
    paper = read(data, name)
    found = parse(paper.lines, marks=paper.marks).questions
    assert paper.kind == kind
    assert [(q.stem, q.options, q.answer) for q in found] == list(QUESTIONS)


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.txt", b"%PDF-1.7", "pdf"),
        ("a.doc", b"{\\rtf1", "rtf"),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "doc"),
        ("a.wps", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "doc"),
        ("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "xls"),
        ("a.rar", b"Rar!\x1a\x07", "archive"),
        ("a.csv", b"a,b", "data"),
        ("A.PNG", b"\x89PNG", "image"),
        ("a.docx", b"PK\x03\x04cut", "docx"),
    ],
)
def test_kinds_by_content_then_by_name(name: str, data: bytes, kind: str) -> None:
    assert kind_of(data, name) == kind


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.rar", b"Rar!\x1a\x07", "an archive; unpack it and name the files"),
        ("a.csv", b"a,b", "a data file; name it as a bank"),
        ("a.txt", bytes(range(128, 256)) * 9, "is not readable text"),
        ("a.mht", b"MIME-Version: 1.0\r\n\r\nx", "holds no HTML"),
        ("a.xlsx", office.xlsx_bytes([["a"]])[:-60], "cannot be unpacked"),
    ],
)
def test_what_cannot_be_read_is_one_line(name: str, data: bytes, said: str) -> None:
    with pytest.raises(SourceError, match=said) as error:
        read(data, name)
    assert "\n" not in str(error.value)
    assert str(error.value).startswith(name)


def test_an_old_word_file_without_a_converter_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(
        SourceError, match=r"no converter; save it as \.docx, or install LibreOffice"
    ):
        read(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "a.doc")


def test_a_converter_that_fails_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "soffice"
    program.write_text("#!/bin/sh\necho 'source file could not be loaded' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    with pytest.raises(SourceError, match="could not read it: source file could not be loaded"):
        read(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "a.doc")


def test_markdown_of_every_shape() -> None:
    source = (
        "# 普通心理学\n\n**1. 信度是指测验结果的（ ）。**\n\n- A. 一致性\n- B. 有效性\n\n"
        "答案：A\n\n"
        "2. 效度是指测验结果的____。\n\n   - [ ] 一致性\n   - [x] 有效性\n\n"
        "| 题号 | 题目 | 答案 |\n|---|---|---|\n"
        "| 3 | 难度是题目的难易程度。 | 对 |\n"
    )
    paper = read(source.encode(), "a.md")
    assert paper.lines == (
        "普通心理学", "1. 信度是指测验结果的（ ）。", "A. 一致性", "B. 有效性", "答案：A",
        "2. 效度是指测验结果的____。", "A. 一致性", "B. 有效性", "3. 难度是题目的难易程度。",
        "答案：对",
    )  # fmt: skip
    assert [m.value for m in paper.marks if m.kind == "heading"] == ["h1"]


def test_parse_reads_a_word_file(tmp_path: Path) -> None:
    path = tmp_path / "卷.docx"
    path.write_bytes(office.plain_paper())
    done = CliRunner().invoke(cli, ["parse", str(path), "--json"])
    assert done.exit_code == 0, done.output
    assert len(done.output.splitlines()) == len(QUESTIONS)


def test_parse_shows_how_a_file_was_read(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("心理學考試題：下列屬於短時記憶特點的是哪一項？".encode("big5"))
    done = CliRunner().invoke(cli, ["parse", str(path)])
    assert "note: encoding: big5, by what reads as Chinese" in done.output
