"""An EmpireCMS site: tag list, `m-cmsinfo-cont` articles with hidden spans and picture answers."""

from collections.abc import Sequence
from html import escape

from samples.sites import articles
from samples.sites.paper import Paper, html, robots
from spiders.http_messages import Received, Sent

HOST = "http://www.mxqe.example"
_ROWS = 10


def start(host: str = HOST) -> tuple[str, ...]:
    """The seeds."""
    return (_tag(host, 0),)


def pages(papers: Sequence[Paper], host: str = HOST) -> dict[Sent, Received]:
    """All pages of a site with these papers; a `key` stands below the questions."""
    found = {Sent(f"{host}/robots.txt"): robots("User-agent: *\nDisallow: /pay/\n")}
    placed = [(articles.number(p, 50278, i), p) for i, p in enumerate(papers)]
    count = max(1, -(-len(placed) // _ROWS))
    for page in range(count):
        rows = placed[page * _ROWS : (page + 1) * _ROWS]
        found[Sent(_tag(host, page))] = _list(host, rows, count, len(placed))
    for ident, paper in placed:
        parts = articles.spread(paper.lines, paper.pages)
        parts[-1] += paper.key
        for page, lines in enumerate(parts, 1):
            name = f"{ident}" if page == 1 else f"{ident}_{page}"
            found[Sent(f"{host}/xlzx/{name}.html")] = _article(paper, ident, lines, len(parts))
    return found


def _tag(host: str, page: int) -> str:
    return f"{host}/e/tags/index.php?page={page}&tagname=xinli&line=10&tempid=24"


def _list(host: str, rows: Sequence[tuple[int, Paper]], count: int, total: int) -> Received:
    items = "".join(
        f'<dl><dt><a href="/xlzx/{ident}.html" target="_blank">{escape(paper.title)}</a></dt>'
        f"<p>{escape(paper.title)}，题目和答案。</p></dl>"
        for ident, paper in rows
    )
    pager = "".join(
        f'<a href="{escape(_tag(host, n))}">{n + 1}</a>' for n in range(count) if count > 1
    )
    return _page(
        "心理试题", f'{items}<div class="pager"><a title="总数"><b>{total}</b></a>{pager}</div>'
    )


def _article(paper: Paper, ident: int, lines: list[str], count: int) -> Received:
    body = articles.salted(articles.paragraphs(lines, "/d/file/20190520"), str(ident))
    pager = "".join(
        f'<a href="/xlzx/{ident}{"" if n == 1 else f"_{n}"}.html">{n}</a>'
        for n in range(1, count + 1)
    )
    return _page(
        paper.title,
        f'<h1>{escape(paper.title)}</h1><div class="m-cmsinfo-cont">'
        f"<p><strong>题目和答案如下：</strong></p>{body}</div>"
        + (f'<div class="epages">{pager}</div>' if count > 1 else ""),
    )


def _page(title: str, body: str) -> Received:
    return html(
        f"<html><head><title>{escape(title)}_答案圈</title></head><body>"
        f'<div class="nav"><a href="/">首页</a></div>{body}</body></html>',
        said="",
    )
