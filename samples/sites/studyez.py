"""StudyEZ's shapes: two columns, list pages of links, `.kao_h3` and `.kao_text` articles."""

from collections.abc import Sequence
from html import escape

from samples.sites import articles
from samples.sites.paper import Paper, html, robots
from spiders.http_messages import Received, Sent

HOST = "http://www.studyez.example"
_COLUMNS = (("lnst", "历年真题"), ("mnst", "模拟试题"))


def start(host: str = HOST) -> tuple[str, ...]:
    """The seeds."""
    return tuple(f"{host}/psychology/{code}/" for code, _ in _COLUMNS)


def pages(papers: Sequence[Paper], host: str = HOST) -> dict[Sent, Received]:
    """All pages of a site with these papers, spread over both columns and both body styles."""
    found = {Sent(f"{host}/robots.txt"): robots("User-agent: *\nAllow: /\n")}
    placed = [
        (_COLUMNS[i % 2][0], articles.number(p, 1920431, i), p, i % 4 < 2)
        for i, p in enumerate(papers)
    ]
    for code, name in _COLUMNS:
        rows = "".join(
            f'<li><a href="/psychology/{column}/all/201512/{ident}.htm"'
            f' title="{escape(paper.title)}">·{escape(paper.title[:14])}</a>'
            "<font>12-08</font></li>"
            for column, ident, paper, _ in placed
            if column == code
        )
        found[Sent(f"{host}/psychology/{code}/")] = _page(
            name, f'<ul>{rows}</ul><a href="/baoming/psychology.htm">报名</a>'
        )
    for column, ident, paper, one in placed:
        url = f"{host}/psychology/{column}/all/201512/{ident}.htm"
        found[Sent(url)] = _article(paper, one_paragraph=one)
    return found


def _article(paper: Paper, *, one_paragraph: bool) -> Received:
    lines = [*paper.lines, *paper.key]
    if one_paragraph:
        body = articles.broken(lines, "/uploads/img")
    else:
        title = f'<p style="text-align: center;">{escape(paper.title)}</p>'
        body = title + articles.paragraphs(lines, "/uploads/img")
    advert = '<p><a href="/Special/">编辑推荐：心理咨询师网络课程</a></p>'
    return _page(
        paper.title,
        f'<h3 class="kao_h3">{escape(paper.title)}</h3><div class="kao_text">{body}{advert}</div>',
    )


def _page(title: str, body: str) -> Received:
    return html(
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8" />'
        f"<title>{escape(title)}-学易网校</title></head><body>"
        '<script src="/Scripts/HeaderFilter.aspx?id=1"></script>'
        f'<div class="main">{body}</div></body></html>'
    )
