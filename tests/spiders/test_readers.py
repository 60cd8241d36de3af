"""Link grammar of article sites, odd ExamCoo payloads, waits."""

import email.utils
import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from samples.sites.paper import Paper, html
from samples.sites.studyez import pages as studyez_pages
from spiders.http_messages import Received, Sent
from spiders.middlewares import retry_after
from spiders.reading import Page
from spiders.site_reader import read_site
from spiders.sites import article, examcoo_json

HOST = "http://www.hxter.example"


def reading(path: str, body: str) -> list[str]:
    page = Page(Sent(HOST + path), html(f"<html><body>{body}</body></html>"))
    return [a.sent.url.removeprefix(HOST) for a in article.read(page, read_site("hxter")).parts]


@pytest.mark.parametrize(
    ("path", "links", "parts"),
    [
        ("/a/12.html", ["12_2.html", "12_3.html"], ["/a/12_2.html", "/a/12_3.html"]),
        ("/a/12.html", ["12_4.html"], ["/a/12_2.html", "/a/12_3.html", "/a/12_4.html"]),
        ("/a/12.html", ["13_2.html", "12.html"], []),
        ("/a/12.html", ["12/index-2.html"], ["/a/12/index-2.html"]),
        ("/plus/view.php?aid=7", ["view.php?aid=7&pageno=2"], ["/plus/view.php?aid=7&pageno=2"]),
        ("/a/20160802141444_1700081.shtml", ["20160802141444_1700082.shtml"], []),
        ("/a/12_2.html", ["12.html", "12_3.html"], ["/a/12_3.html"]),
        ("/a/12.html", ["12_99.html"], []),
    ],
)
def test_later_pages(path: str, links: list[str], parts: list[str]) -> None:
    assert reading(path, "".join(f'<a href="{link}">x</a>' for link in links)) == parts


def test_answers_apart_and_the_way_back() -> None:
    body = '<a href="13.html">查看参考答案</a><a href="14.html">下一篇</a>'
    assert reading("/a/12.html", body) == ["/a/13.html"]
    page = Page(Sent(f"{HOST}/a/13.html"), html('<a href="12.html">点击查看原试题答案</a>'))
    found = article.read(page, read_site("hxter"))
    assert found.parts == ()
    assert found.belongs is not None
    assert found.belongs.sent.url == f"{HOST}/a/12.html"


def test_several_questions_on_one_line_are_told_apart() -> None:
    line = "1.记忆是（）A.甲B.乙C.丙D.丁答案：A2.注意是（）A.甲B.乙C.丙D.丁答案：B"
    pages = studyez_pages([Paper("心理咨询师二级", ("一、单项选择题", line))])
    sent = next(s for s in pages if s.url.endswith(".htm"))
    paper = article.compose((Page(sent, pages[sent]),), read_site("studyez"))
    assert [q.answer for q in paper.questions] == ["A", "B"]
    assert len({q.locator for q in paper.questions}) == 1  # the stage numbers them


def test_a_body_without_its_selector_is_the_densest_element() -> None:
    body = "<div><p>菜单</p></div><div id='x'>" + "<p>1.记忆的特点是什么？</p>" * 3 + "</div>"
    paper = article.compose((Page(Sent(f"{HOST}/a/1.html"), html(body)),), read_site("hxter"))
    assert all("菜单" not in q.stem for q in paper.questions)
    assert paper.questions or paper.left


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 99) | st.text("AC<>b1&;心", max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcdo"), inner, max_size=3)
    ),
    max_leaves=6,
)
ENTRIES = st.lists(
    st.fixed_dictionaries(
        {"id": st.sampled_from(["b", "s1_1", "s2_2", "s3_3", "s4_4", "s5_5", "s9_9", ""])},
        optional={"a": VALUES, "b": VALUES, "c": VALUES, "d": VALUES},
    ),
    max_size=5,
)


@settings(deadline=None, max_examples=60)
@given(ENTRIES, st.integers(0, 3))
def test_any_payload_is_read_and_nothing_is_lost(entries: list[dict[str, object]], n: int) -> None:
    text = json.dumps(entries, ensure_ascii=False)
    for _ in range(n):
        text = json.dumps({"b": text}, ensure_ascii=False)
    content = examcoo_json.Content(0, "http://a.example/", "http://i.example", {})
    questions, left = content.read(text)
    wanted = [e for e in entries if str(e["id"])[:2] in {"s1", "s2", "s3", "s4", "s5"}]
    assert len(questions) == len(wanted)
    unknown = [e for i, e in enumerate(entries) if e["id"] in {"s9_9", ""} and i]
    assert len([x for x in left if x.rule == "unknown_entry"]) == len(unknown)
    assert len({q.locator for q in questions}) == len(questions)


@pytest.mark.parametrize("text", ["", "<html>", "[1, 2]", "null", '"x"', "[[]]", "{}"])
def test_what_is_no_payload(text: str) -> None:
    assert examcoo_json.question_ids(text) == []


def test_retry_after() -> None:
    assert retry_after("7") == 7
    assert retry_after(" 0 ") == 0
    assert retry_after("soon") is None
    assert retry_after("") is None
    later = retry_after(email.utils.formatdate(time.time() + 60, usegmt=True))
    assert later is not None
    assert 50 < later <= 60
    assert retry_after("Wed, 21 Oct 2015 07:28:00 GMT") == 0
    assert Received().header("x") == ""
