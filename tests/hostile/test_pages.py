"""Pages made to take for ever: time grows with their size and not faster; the worst end alone."""

import pytest

from cpsyexam.errors import SourceError
from cpsyexam.executor import Failure, Processes
from documents.limits import Limits
from documents.reading import read
from samples.sites.paper import html
from spiders.http_messages import Sent
from spiders.reading import Page
from spiders.settings import WebLimits
from spiders.site_reader import lost_page, read_site, reading_of, reading_work

TIMES = 1500
SITES = ("hxter", "studyez")
BODIES = {
    "nested b": "<b>" * TIMES,
    "nested div": "<div>1. 题" * TIMES,
    "nested span": "<span>" * TIMES + "x" + "</span>" * TIMES,
    "nested tables": "<table><tr><td>" * TIMES + "x",
    "nested lists": "<ul><li>" * TIMES,
    "nested numbers": "<ol start=9999999><li>" * TIMES,
    "breaks": "x<br>" * TIMES,
    "wide cells": "<table>" + "<tr><td colspan=99999 rowspan=99999>x" * 300 + "</table>",
    "cells of no number": "<table><tr><td colspan=² rowspan=-1>1. x<td colspan=1e9>a</table>",
    "attributes": "<p " + " ".join(f"a{n}=1" for n in range(TIMES)) + ">x",
    "entities": "&amp;" * TIMES + "&#1114112;&#xD800;&#0;&#x110000;",
    "open comments": "<!--" * TIMES,
    "angles": "<" * TIMES,
    "closing": "</p>" * TIMES,
    "links": "".join(f"<a href='/a/{n}.html'>第{n}题</a>" for n in range(TIMES)),
    "links that are none": "<a href='http://[::1'>a</a><a href='http://a:99999/'>b</a>" * 100,
    "links to files": "<a href='file:///etc/passwd'>a</a><a href='//[x]'>b</a>" * 100,
    "options": "A. a B. b C. c D. d " * TIMES,
    "numbers": "1. " * TIMES,
    "one number": "1" * TIMES,
    "brackets": "（" * TIMES,
    "blanks": "1. 题" + "_" * TIMES,
    "spaces": "1. 题" + " " * TIMES + "A.",
    "styles": "<style>" + ".a{}" * TIMES + "</style><p class=a>x",
    "formulas": "<sub>" * TIMES + "x",
    "radios": "<input type=radio checked>" * TIMES,
    "selects": "<select><option>a" * TIMES,
    "scripts": "<script>" * TIMES,
    "data": "<script>var a = " + "[" * TIMES + "</script>",
    "text areas": "<textarea>" * TIMES + "1. x",
    "frames": "<iframe src='/a'>" * TIMES,
    "base": "<base href='javascript:0'><a href='x'>a</a>" * 100,
    "doctypes": "<!DOCTYPE html>" * TIMES,
    "processing": "<?xml " * TIMES,
    "control characters": "1. \x00\x01\x1b[2J题\x7f\x9b\nA. a\x0bB. b",
    "bidi": "1. \u202e题\u2066\nA. a\u200f\nB. b\u202c",
    "zero width": "1.\u200b" * TIMES,
    "combining": "题" + "\u0301" * TIMES,
    "other digits": "².③.٣. 题\nA. a",
    "answers": "答案：" * TIMES,
    "answers of all": "答案：" + "A" * TIMES,
    "materials": "【材料】" * TIMES,
    "a form feed a line": "1. 题\f" * TIMES,
    "roman": "<ol type=I start=99999><li>a</ol><ol type=a start=99999><li>a</ol>",
    "counters": "<ol start=-99999999999999999999><li value=x>a<li value=²>b</ol>",
    "ruby": "<ruby>" * 200 + "<rt>" * 200,
    "math": "<math>" * 300 + "<mi>x",
    "svg": "<svg><foreignObject>" * 300 + "1. x",
    "templates": "<template>" * TIMES + "1. x",
    "plaintext": "<plaintext>1. 题\nA. a</plaintext>",
    "cdata": "<![CDATA[1. x]]>" * 200,
    "noscript": "<noscript>" * TIMES + "1. x",
    "images": "<img src='data:image/png;base64,AAAA' alt='1. x'>" * 300,
    "redirect": "<meta http-equiv=refresh content='0;url=file:///etc/passwd'>1. x",
    "charset hex": "<meta charset=hex>1. 题",
    "charset utf-7": "<meta charset=utf-7>+ADw-script+AD4-",
}


@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize("name", BODIES)
def test_a_page_is_read_without_exception(name: str, site: str) -> None:
    address = {"hxter": "http://www.hxter.example/a/12.html"}.get(site, "http://a.example/1.html")
    page = Page(Sent(address), html(f"<html><body>{BODIES[name]}</body></html>"))
    reading = reading_of(page, read_site(site), site)
    assert reading.rule != "reader_failed", reading.detail


@pytest.mark.slow
@pytest.mark.parametrize("tag", ["<b>", "<div>1. 题", "<table><tr><td>", "<ol><li>"])
def test_a_million_nested_tags_cost_one_page(tag: str) -> None:
    bodies = ["<p>1. 题（ ）</p>", tag * 10**6, "<p>2. 题（ ）</p>"]
    pages = [
        Page(Sent(f"http://www.hxter.example/a/{n}.html"), html(body))
        for n, body in enumerate(bodies)
    ]
    work = reading_work(read_site("hxter"), "hxter")
    found = [lost_page(r) if isinstance(r, Failure) else r for r in Processes(1).map(work, pages)]
    assert [r.rule == "reader_failed" for r in found[::2]] == [False, False]
    if found[1].rule == "reader_failed":
        assert "takes more than" in found[1].detail


def test_a_page_beyond_a_bound_names_the_setting() -> None:
    pages = [Page(Sent("http://www.hxter.example/a/1.html"), html("<b>" * 10**6))]
    work = reading_work(read_site("hxter"), "hxter", WebLimits(memory=1))
    (found,) = Processes(1).map(work, pages)
    reading = lost_page(found) if isinstance(found, Failure) else found
    assert reading.rule == "reader_failed"
    assert reading.detail.endswith("raise memory in [web.limits]")


@pytest.mark.parametrize(
    ("limit", "text"),
    [
        ("text_bytes", "<p>" + "心理学" * 200 + "</p>"),
        ("tags", "<p>记</p>" * 300),
        ("lines", "记忆<br>" * 300),
    ],
)
def test_a_page_beyond_a_bound_is_one_error_that_names_it(limit: str, text: str) -> None:
    page = f"<html><body>{text}</body></html>".encode()
    assert read(page, "page.html").lines
    with pytest.raises(SourceError, match=rf"raise {limit} in \[files\.limits\]"):
        read(page, "page.html", limits=Limits(**{limit: 200}))
