"""Titles and terms of sources are texts in a card, whatever they hold."""

import pytest
from markdown_it import MarkdownIt

from publishing.markdown import link, literal, one_line

TITLES = [
    "[点我](http://x.invalid)", "![a](http://x.invalid/a.png)", "<script>alert(1)</script>",
    "<img src=x onerror=1>", "**粗**", "_斜_", "`码`", "a | b | c", "a\n\n# 标题", "a\n| b | c |",
    "http://x.invalid", "www.x.invalid", "<http://x.invalid>", "&lt;b&gt;", "$x$", "~~删~~",
    "\\[a\\](b)", "a\\", "[a]: http://x.invalid", "- a", "1. a", "> a", "---", "===", "\t代码",
    "心理学（第三版）", "a\u202eb", "a\x1b[2J", "@someone", "#1", "[^1]", "{{ x }}", "{% x %}",
]  # fmt: skip
READER = MarkdownIt("gfm-like", {"html": True, "linkify": False})


@pytest.mark.parametrize("title", TITLES)
def test_a_title_is_shown_as_it_is(title: str) -> None:
    row = f"| 甲 | 乙 |\n|---|---|\n| {literal(title)} | 末 |\n"
    tokens = [t for token in READER.parse(row) for t in (token, *(token.children or ()))]
    texts = [t for t in tokens if t.type in ("text", "text_special")]
    marks = {t.tag for t in tokens if t.type != "text" and t.tag}
    assert marks <= {"table", "thead", "tbody", "tr", "th", "td"}
    assert not any(t.type.startswith("html") or t.type == "softbreak" for t in tokens)
    shown = "".join(t.content for t in texts)
    assert shown == f"甲乙{one_line(title)}末"


ADDRESSES = [
    ("https://a.cn/x", "[terms](https://a.cn/x)"),
    ("http://a.cn/x?y=1&z=2#w", "[terms](http://a.cn/x?y=1&z=2#w)"),
    ("https://a.cn/) [x](http://b", "[terms](https://a.cn/%29%20%5Bx%5D%28http://b)"),
    ("https://a.cn/|", "[terms](https://a.cn/%7C)"),
    ("https://a.cn/\n# x", "[terms](https://a.cn/%20#%20x)"),
    ("javascript:alert(1)", r"javascript\:alert\(1\)"),
    ("data:text/html,x", r"data\:text/html,x"),
    ("http://[", r"http\://\["),
    ("未写明", "未写明"),
    ("", ""),
]


@pytest.mark.parametrize(("address", "shown"), ADDRESSES)
def test_only_an_address_of_the_web_is_a_link(address: str, shown: str) -> None:
    assert link("terms", address) == shown
