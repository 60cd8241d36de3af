"""JSON in a page's scripts, read by `[data]`."""

import json

import pytest

from cpsyexam.config import parse
from documents import html
from documents.html import embedded
from spiders.data import data_questions
from spiders.http_messages import Received, Sent
from spiders.reading import Page
from spiders.site import DataTable
from spiders.site_reader import read_site
from spiders.sites import article

LIST = [
    {"title": "<p>信度是测验结果的（ ）。</p>", "options": ["一致性", "有效性"], "answer": "A"},
    {"title": "效度是测验结果的（ ）。", "options": ["一致性", "有效性"], "answer": "B"},
]


def table(**values: object) -> DataTable:
    return parse(dict(values), DataTable, where="[data]")


def page(value: object, shape: str) -> str:
    return f"<div id=app></div>{shape.replace('$', json.dumps(value, ensure_ascii=False))}"


@pytest.mark.parametrize(
    ("shape", "name"),
    [
        ('<script id="__NEXT_DATA__" type="application/json">$</script>', "__NEXT_DATA__"),
        (
            "<script>window.__INITIAL_STATE__=$;(function(){var s=1})()</script>",
            "__INITIAL_STATE__",
        ),
        ("<script>var a = 1; var paperData = $;\nrender(paperData)</script>", "paperData"),
        ('<script>window["__STATE__"] = $</script>', "__STATE__"),
        ('<script type="application/ld+json">$</script>', "ld+json"),
    ],
)
def test_data_of_every_shape_is_found(shape: str, name: str) -> None:
    root = html.soup(page({"list": LIST}, shape))
    assert {"list": LIST} in [d.value for d in embedded.data(root) if d.name == name]
    found = data_questions(root, table(script=name, path="list.*"), 0)
    assert [(q.stem, q.options, q.answer) for q in found] == [
        ("信度是测验结果的（ ）。", ("一致性", "有效性"), "A"),
        ("效度是测验结果的（ ）。", ("一致性", "有效性"), "B"),
    ]


def test_data_in_a_string_is_found() -> None:
    text = json.dumps(json.dumps({"list": LIST}, ensure_ascii=True))
    root = html.soup(f"<script>window.__STATE__ = JSON.parse({text})</script>")
    assert [d.value for d in embedded.data(root)] == [{"list": LIST}]


@pytest.mark.parametrize(
    ("entry", "more", "answer"),
    [
        ({"answer": [0, 1]}, {}, "AB"),
        ({"answer": 2}, {"first_answer": 1}, "B"),
        ({"answer": "a, b"}, {}, "AB"),
        ({"answer": 9}, {}, ""),
        ({"options": [{"t": "甲"}, {"t": "乙", "ok": True}]}, {"option": "t", "right": "ok"}, "B"),
        ({"options": [], "answer": "识记的材料"}, {}, "识记的材料"),
    ],
)
def test_answers(entry: dict[str, object], more: dict[str, object], answer: str) -> None:
    value = [{"title": "甲（ ）", "options": ["甲", "乙"], **entry}]
    root = html.soup(page(value, '<script type="application/json" id="x">$</script>'))
    assert data_questions(root, table(script="x", **more), 0)[0].answer == answer


def test_a_paper_has_the_questions_of_its_data_and_says_that_there_is_more() -> None:
    shape = '<script id="__NEXT_DATA__" type="application/json">$</script>'
    long = [{**one, "analysis": "测验的信度和效度是两个不同的概念。" * 2} for one in LIST]
    body = page({"list": long}, shape).encode()
    received = Received(200, (("Content-Type", "text/html; charset=utf-8"),), body)
    one = Page(Sent("http://www.hxter.example/a/1.html"), received)
    site = read_site("hxter")
    silent = article.compose((one,), site)
    assert silent.questions == ()
    assert any("__NEXT_DATA__" in line for left in silent.left for line in left.lines)
    data = table(script="__NEXT_DATA__", path="list.*", explanation="analysis")
    found = article.compose((one,), site.model_copy(update={"data": data}))
    assert [q.answer for q in found.questions] == ["A", "B"]


@pytest.mark.parametrize("text", ["{", "var a = {b:1}", "x = [1,", "a = JSON.parse('{')", "=" * 50])
def test_broken_scripts_are_passed_over(text: str) -> None:
    assert embedded.data(html.soup(f"<script>{text}</script>")) == []
