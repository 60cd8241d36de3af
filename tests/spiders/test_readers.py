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
from spiders.site_reader import read_site, reading_of
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


@pytest.mark.parametrize(
    ("first", "path", "links", "parts", "head"),
    [
        ("1", "/a/12_1.html", ["12_1.html", "12_3.html"], ["/a/12_2.html", "/a/12_3.html"], None),
        ("1", "/a/12_3.html", [], [], "/a/12_1.html"),
        ("0", "/a/12_0.html", ["12_2.html"], ["/a/12_1.html", "/a/12_2.html"], None),
        ("0", "/a/12_1.html", [], [], "/a/12_0.html"),
        ("", "/a/12_1.html", ["12_3.html"], [], None),
    ],
)
def test_a_first_page_may_carry_its_number(
    first: str, path: str, links: list[str], parts: list[str], head: str | None
) -> None:
    site = read_site("hxter")
    site = site.model_copy(update={"links": site.links.model_copy(update={"first_page": first})})
    body = "".join(f'<a href="{link}">x</a>' for link in links)
    found = article.read(Page(Sent(HOST + path), html(body)), site)
    assert [a.sent.url.removeprefix(HOST) for a in found.parts] == parts
    belongs = found.belongs.sent.url.removeprefix(HOST) if found.belongs else None
    assert belongs == head


@pytest.mark.parametrize(
    "bad", ["http://[::1/12_2.html", "http://a:b:c/12_2.html", "//[/12_2.html"]
)
def test_a_link_that_is_no_url_does_not_stop_the_page(bad: str) -> None:
    body = f'<a href="{bad}">x</a><img src="{bad}"><a href="12_2.html">2</a><p>1.记忆是（　）。</p>'
    page = Page(Sent(f"{HOST}/a/12.html"), html(body))
    found = reading_of(page, read_site("hxter"), "hxter")
    assert found.rule == ""
    assert [a.sent.url for a in found.parts] == [f"{HOST}/a/12_2.html"]
    assert article.compose((page,), read_site("hxter")).titles == ()


def test_what_a_page_leads_to_and_nobody_can_ask_for_is_said() -> None:
    body = '<ul class="list"><a href="http://[::1/12.html">x</a><a href="/a/13.html">y</a></ul>'
    page = Page(Sent(f"{HOST}/xinli/"), html(body))
    found = reading_of(page, read_site("hxter"), "hxter")
    assert [a.sent.url for a in found.follow] == [f"{HOST}/a/13.html"]
    ((url, why),) = found.refused
    assert url == "http://[::1/12.html"
    assert why.startswith("no URL")


QUESTION = (
    "<p>1.最早把心理学定义为研究意识的科学的是（　）。</p><p>A.冯特</p><p>B.华生</p>"
    "<p>C.弗洛伊德</p><p>D.罗杰斯</p><p>答案：A</p><p>解析：冯特建立了第一个心理实验室。</p>"
)
THANKS = "<p>小李：谢谢老师，收藏了！</p><p>匿名：我觉得选B也对</p>"
COMMENTS = (
    f"<p>网友评论（2条）</p>{THANKS}",
    f'<div class="comment-list">{THANKS}</div>',
    f'<div id="pinglun"><b>最新评论</b>{THANKS}</div>',
)


@pytest.mark.parametrize("comments", COMMENTS)
def test_comments_below_an_article_are_no_part_of_its_last_question(comments: str) -> None:
    page = Page(Sent(f"{HOST}/a/12.html"), html(f'<div class="content">{QUESTION}{comments}</div>'))
    paper = article.compose((page,), read_site("hxter"))
    (question,) = paper.questions
    assert question.answer == "A"
    assert question.explanation.endswith("冯特建立了第一个心理实验室。")
    (left,) = [left for left in paper.left if left.rule == "reader_comments"]
    assert "小李：谢谢老师，收藏了！" in left.lines


@pytest.mark.parametrize("body", [
    f'<div class="comment">{QUESTION}</div>',
    f"<p>评论：</p>{QUESTION}",
    "<p>1.简述对行为主义的</p><p>评论</p><p>答案：忽视了意识。</p>",
])  # fmt: skip
def test_what_prints_questions_and_answers_is_no_comment(body: str) -> None:
    page = Page(Sent(f"{HOST}/a/12.html"), html(f'<div class="content">{body}</div>'))
    paper = article.compose((page,), read_site("hxter"))
    assert len(paper.questions) == 1
    assert not any(left.rule == "reader_comments" for left in paper.left)


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


@settings(max_examples=60)
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
    later = retry_after(email.utils.formatdate(time.time() + 86_400, usegmt=True))
    assert later is not None
    assert 80_000 < later <= 86_400  # whenever it is read
    assert retry_after("Wed, 21 Oct 2015 07:28:00 GMT") == 0
    assert Received().header("x") == ""
