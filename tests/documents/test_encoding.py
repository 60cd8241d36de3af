"""Bytes to text."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents.encoding import decode
from documents.plausibility import mojibake

TEXT = "心理学考试题，下列属于短时记忆的是哪一项，请选择正确的答案。"
QUESTIONS = Path(__file__).parents[2] / "samples" / "questions"


@pytest.mark.parametrize(
    ("codec", "header", "encoding"),
    [
        ("utf-8", "text/html; charset=utf-8", "utf-8"),
        ("utf-8", "", "utf-8"),
        ("utf-8", "text/html; charset=gbk", "utf-8"),
        ("gb18030", "text/html; charset=GB2312", "gb18030"),
        ("gb18030", "text/html; charset=utf-8", "gb18030"),
        ("gb18030", "text/html; charset=iso-8859-1", "gb18030"),
        ("gb18030", "text/html; charset=no-such-thing", "gb18030"),
        ("big5", "text/html; charset=big5", "big5"),
        ("utf-8-sig", "text/html; charset=gbk", "utf-8-sig"),
    ],
)
def test_finds_the_encoding(codec: str, header: str, encoding: str) -> None:
    text = "心理學考試題，下列屬於短時記憶的是" if codec == "big5" else TEXT
    found = decode(text.encode(codec), header)
    name = found.encoding.replace("_", "-")
    assert (found.text, name, found.mojibake) == (text, encoding, False)


def test_meta_decides_where_the_header_is_silent() -> None:
    page = f'<meta http-equiv="Content-Type" content="text/html; charset=gb2312">{TEXT}'
    assert decode(page.encode("gb18030"), "text/html").reason == "meta"


@pytest.mark.parametrize("codec", ["utf-8", "gb18030"])
def test_a_body_cut_in_a_character_is_no_mojibake(codec: str) -> None:
    found = decode((TEXT * 3).encode(codec)[:-1])
    assert not found.mojibake
    assert (TEXT * 3).startswith(found.text)


@pytest.mark.parametrize(
    "broken",
    [
        TEXT.encode().decode("gb18030", "replace"),
        TEXT.encode("gb18030").decode("utf-8", "replace"),
        TEXT.encode().decode("latin-1"),
        TEXT.encode("gb18030").decode("latin-1"),
        "锟斤拷" * 8,
    ],
)
def test_notices_mojibake(broken: str) -> None:
    assert decode(broken.encode()).mojibake
    assert mojibake(broken)


def test_no_question_of_the_sample_bank_is_mojibake() -> None:
    for path in sorted(QUESTIONS.rglob("*.toml")):
        for question in tomllib.loads(path.read_text("utf-8"))["question"]:
            for text in (question["stem"], *question.get("options", []), question["answer"]):
                assert not mojibake(text), text


@settings(max_examples=60)
@given(st.binary(max_size=300), st.text(max_size=40))
def test_never_raises(body: bytes, header: str) -> None:
    found = decode(body, header)
    assert 0.0 <= found.broken <= 1.0


TRADITIONAL = "心理學考試題：下列屬於短時記憶特點的是哪一項？請選出正確的答案，並說明理由。"


def test_big5_without_a_declaration_is_told_from_gb_and_said() -> None:
    found = decode(TRADITIONAL.encode("big5"))
    assert (found.text, found.encoding) == (TRADITIONAL, "big5")
    assert "big5" in found.note
    assert decode(TEXT.encode("gb18030")).note == ""


def test_big5_under_a_wrong_declaration_is_found() -> None:
    page = f'<meta charset="gb2312">{TRADITIONAL}'
    assert decode(page.encode("big5")).text == page


@pytest.mark.parametrize("order", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("mark", ["\ufeff", ""])
def test_utf16_with_and_without_a_mark(order: str, mark: str) -> None:
    text = f"1. {TEXT}\r\nA. 感觉\r\nB. 知觉\r\n"
    found = decode((mark + text).encode(order))
    assert (found.text, found.encoding) == (text, order)


def test_utf8_and_gb_in_one_file_are_read_line_by_line() -> None:
    body = b"\n".join([TEXT.encode(), TEXT.encode("gb18030"), TRADITIONAL.encode()])
    found = decode(body)
    assert found.text.splitlines() == [TEXT, TEXT, TRADITIONAL]
    assert "line by line" in found.note


@pytest.mark.parametrize("label", ["zlib", "hex", "punycode", "rot13", "bz2", "idna", "uu"])
def test_a_page_cannot_name_a_codec_of_python(label: str) -> None:
    page = f'<meta charset="{label}">{TEXT}'
    for found in (decode(page.encode(), f"text/html; charset={label}"), decode(page.encode())):
        assert (found.text, found.encoding) == (page, "utf-8")


@settings(max_examples=200)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=80))
def test_utf8_is_read_as_it_is(text: str) -> None:
    body = (TEXT + text).encode()
    assert decode(body).text == TEXT + text
