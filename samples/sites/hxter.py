"""An exam-news site: GB18030, papers over several pages, answers in an article of their own."""

from collections.abc import Sequence
from html import escape

from samples.sites import articles
from samples.sites.paper import Paper, html, robots
from spiders.http_messages import Received, Sent

HOST = "http://www.hxter.example"
_ROWS = 6


def start(host: str = HOST) -> tuple[str, ...]:
    """The seeds."""
    return (f"{host}/xinli/shiti/",)


def pages(papers: Sequence[Paper], host: str = HOST) -> dict[Sent, Received]:
    """All pages of a site with these papers; a paper with a `key` gets an answer article."""
    found = {Sent(f"{host}/robots.txt"): robots("User-agent: *\nDisallow: /member/\n")}
    placed = [(articles.number(p, 414252, i), p) for i, p in enumerate(papers)]
    count = max(1, -(-len(placed) // _ROWS))
    for page in range(1, count + 1):
        rows = placed[(page - 1) * _ROWS : page * _ROWS]
        name = "" if page == 1 else f"index-{page}.html"
        found[Sent(f"{host}/xinli/shiti/{name}")] = _list(rows, count)
    for ident, paper in placed:
        base = f"{host}/xinli/shiti/{ident}"
        parts = articles.spread(paper.lines, paper.pages)
        for page, lines in enumerate(parts, 1):
            url = f"{base}.html" if page == 1 else f"{base}_{page}.html"
            found[Sent(url)] = _article(paper, ident, lines, page, len(parts))
        if paper.key:
            found[Sent(f"{host}/xinli/shiti/{ident + 1}.html")] = _key(paper, ident)
    return found


def _list(rows: Sequence[tuple[int, Paper]], count: int) -> Received:
    links = "".join(
        f'<li><a href="/xinli/shiti/{ident}.html">{escape(p.title)}</a><span>2019-05-20</span></li>'
        for ident, p in rows
    )
    more = "".join(f'<a href="index-{n}.html">{n}</a>' for n in range(2, count + 1))
    return _page("心理试题", f'<ul class="list">{links}</ul><div id="fy">{more}</div>')


def _article(paper: Paper, ident: int, lines: list[str], page: int, count: int) -> Received:
    pager = "".join(
        f'<a href="{ident}{"" if n == 1 else f"_{n}"}.html">{n}</a>' for n in range(1, count + 1)
    )
    answers = f'<p><a href="{ident + 1}.html">查看参考答案</a></p>' if paper.key else ""
    body = articles.paragraphs(lines, "/pic")
    return _page(
        paper.title,
        f'<div class="title"><h3>{escape(paper.title)}</h3></div>'
        "<p>来源：网络 时间：2019-05-20 作者：匿名</p>"
        f'<div id="NewsBox">{body}{answers if page == count else ""}</div>'
        + (f'<div class="pages">共{count}页 {pager}</div>' if count > 1 else ""),
    )


def _key(paper: Paper, ident: int) -> Received:
    body = articles.paragraphs(paper.key, "/pic")
    return _page(
        paper.title + "参考答案",
        f'<div class="title"><h3>{escape(paper.title)}参考答案</h3></div>'
        f'<div id="NewsBox">{body}<p><a href="{ident}.html">点击查看原试题</a></p></div>',
    )


def _page(title: str, body: str) -> Received:
    text = (
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset=gb2312">'
        f"<title>{escape(title)}_考试资讯</title></head><body>"
        f'<div class="crumb">首页 &gt; 心理咨询师 &gt; 试题</div>{body}'
        '<div class="foot">QQ群：10000</div></body></html>'
    )
    return html(text, charset="gb18030", said="")
