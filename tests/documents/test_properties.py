"""What must hold for any page: nothing visible is lost, nothing raises, cost is of its length."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents.encoding import decode
from documents.html import fragment_text
from documents.markdown import read_markdown
from documents.reading import read
from tests.counting import GROWTH, calls

_OPEN = [
    "<p>", "<div>", "<span>", "<b>", '<font color="red">', "<ul>", "<ol>", '<ol type="A">', "<li>",
    "<table>", "<tr>", "<td>", "<th>", "<h2>", "<label>", '<input type="radio" name="q">', "<br>",
    '<input type="checkbox" checked>', "<dl>", "<dt>", "<dd>", "<details>", "<summary>", "<em>",
    '<div class="option correct">', '<li class="right">', "<textarea readonly>", "</textarea>",
    "<pre>", '<section style="opacity:1">', "<center>", "<ruby>", "<rt>", "<img src=a.png>",
    '<p style="visibility:visible">', '<i class="num">', "<blockquote>", "<u>", "<sub>", "<sup>",
]  # fmt: skip
_WORDS = [chr(0x4E00 + 7 * n) + chr(0x4E03 + 7 * n) for n in range(300)]
_PIECES = st.lists(
    st.one_of(
        st.sampled_from(_OPEN),
        st.sampled_from(["</p>", "</div>", "</li>", "</ol>", "</ul>", "</table>", "</td>", "</b>"]),
        st.just("WORD"),
        st.sampled_from(["1.", "A", "A.", "（", "）", "答案", "：", " ", "\n", "题目", "选项A"]),
    ),
    max_size=60,
)


def filled(pieces: list[str]) -> tuple[str, list[str]]:
    words = iter(_WORDS)
    out, used = [], []
    for piece in pieces:
        if piece == "WORD":
            used.append(next(words))
            out.append(used[-1])
        else:
            out.append(piece)
    return "".join(out), used


@settings(max_examples=150)
@given(_PIECES)
def test_no_visible_word_is_lost_or_doubled(pieces: list[str]) -> None:
    html, words = filled(pieces)
    text = re.sub(r"[\s^_]", "", "".join(fragment_text(f"<body>{html}</body>").lines))
    assert [text.count(word) for word in words] == [1] * len(words), html


_HEADS = ["题号", "题目", "选项A", "选项B", "选项", "答案", "解析", "难度", "题型", "材料", ""]


@settings(max_examples=200)
@given(
    heads=st.lists(st.sampled_from(_HEADS), min_size=1, max_size=7),
    rows=st.lists(st.lists(st.sampled_from(["WORD", "", "<p>WORD</p>"]), max_size=9), max_size=5),
    span=st.sampled_from(["", " rowspan=2", " colspan=2"]),
    titled=st.booleans(),
)
def test_no_word_of_a_table_is_lost(
    heads: list[str], rows: list[list[str]], span: str, *, titled: bool
) -> None:
    pieces = ["<table>", *(["<tr><td colspan=7>", "WORD", "</td></tr>"] if titled else []), "<tr>"]
    for head in heads:
        pieces += ["<th>", head, "</th>"]
    for at, row in enumerate(rows):
        pieces.append("<tr>")
        for cell in row:
            parts = ["<p>", "WORD", "</p>"] if cell.startswith("<p") else [cell]
            pieces += [f"<td{span if at == 0 else ''}>", *parts, "</td>"]
    html, words = filled(pieces)
    text = "".join(fragment_text(f"<body>{html}</table></body>").lines)
    missing = [word for word in words if word not in text]
    assert not missing, html


@settings(max_examples=200)
@given(_PIECES)
def test_marks_lie_in_their_lines(pieces: list[str]) -> None:
    found = fragment_text(filled(pieces)[0])
    for mark in found.marks:
        assert 0 <= mark.line < len(found.lines)
        assert 0 <= mark.start < mark.end <= len(found.lines[mark.line])


@settings(max_examples=200)
@given(st.text("心理学题目12.、AB（）：-*_#>|`[]x!\n  \\", max_size=120))
def test_markdown_loses_no_chinese(source: str) -> None:
    shown = "".join(read_markdown(source).lines)
    for character in "心理学题目":
        wanted = source.count(character)
        if "](" not in source:
            assert shown.count(character) == wanted, source


@settings(max_examples=60)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=60))
def test_plain_text_comes_back_as_it_is(text: str) -> None:
    body = f"1. 心理学是研究什么的科学？\nA. 心理现象\n{text}\n答案：A"
    assert "\n".join(read(body.encode(), "a.txt").lines) == "\n".join(body.splitlines())


@pytest.mark.parametrize(
    "unit",
    [
        "<b>", "<div style='opacity:0'>", "<ol><li>", "<table><tr><td>", "<ul><li>甲</li></ul>",
        "<table><tr><td>题目</td><td>答案</td></tr>", "<input type=radio name=a>甲", "<sup>2",
        "<span class='right'>A. 甲</span> ", "<p><font color=red>A.</font>",
        "<style>a b c{color:red}</style>",
    ],
)  # fmt: skip
def test_a_hostile_page_costs_no_more_than_its_length(unit: str) -> None:
    once, twice = (calls(fragment_text, unit * n + "底") for n in (400, 800))
    assert twice <= GROWTH * once


@pytest.mark.parametrize(
    "html",
    [
        "<script>" + "a={" * 50_000 + "</script>底",
        "<script>" + "__A__=[" * 20_000 + "</script>底",
        "&#x" * 50_000 + "底",
        "<!--" * 20_000 + "-->底",
    ],
    ids=range(4),
)
def test_a_page_of_things_that_never_end_is_read(html: str) -> None:
    assert "底" in "\n".join(fragment_text(html).lines)


def test_bytes_of_no_encoding_cost_no_more_than_their_length() -> None:
    once, twice = (calls(decode, bytes(range(256)) * n) for n in (100, 200))
    assert twice <= GROWTH * once
