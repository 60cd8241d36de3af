"""Any exam-article site, by configuration only: lists of links, articles, pages, answers apart."""

import re
from dataclasses import dataclass, replace
from urllib.parse import urljoin, urlsplit

from bs4 import BeautifulSoup, Tag

import parsing
from documents import html
from documents.html import Text
from spiders.http_messages import Sent
from spiders.reading import Ask, Found, Left, Page, Paper, Reading
from spiders.site import Site

_BACK = re.compile(r"^javascript:|^mailto:|^tel:|^#", re.IGNORECASE)
_MANY = 60  # pages of one paper, at most: a pager that says more is not believed


@dataclass(frozen=True)
class Link:
    """A link of a page: absolute address without its fragment, and its text."""

    url: str
    text: str

    @property
    def place(self) -> str:
        """Path and query."""
        parts = urlsplit(self.url)
        return parts.path + (f"?{parts.query}" if parts.query else "")


def read(page: Page, site: Site) -> Reading:
    """A list page gives papers and further lists; an article its further pages and answers."""
    root = html.soup(page.text)
    place = Link(page.url, "").place
    if page.url in site.start or (site.links.lists and re.search(site.links.lists, place)):
        return _read_list(page, root, site)
    if not site.links.papers or re.search(site.links.papers, place):
        return _read_article(page, root, site)
    # a seed of another host or path than the TOML's, or a moved list
    return _read_list(page, root, site)


def compose(pages: tuple[Page, ...], site: Site) -> Paper:
    """Questions of a paper: its pages in order, and the answer article as the key."""
    roots = [html.soup(p.text) for p in pages]
    titles = _titles(pages[0], roots[0], site)
    text: list[str] = []
    origin: list[tuple[int, int]] = []  # page and line in it, for every line of `text`
    key: list[str] = []
    key_page = 0
    images: list[str] = []
    marks: list[parsing.Mark] = []
    noted: list[Left] = []
    for index, (page, root) in enumerate(zip(pages, roots, strict=True)):
        body = _body(root, page.url, site, len(images))
        images += body.images
        noted += [Left(index, "page_note", (note,)) for note in body.notes]
        if index and not _is_later_page(page.url, pages[0].url, site):
            key, key_page = key + body.lines, index
            continue
        marks += [replace(mark, line=mark.line + len(text)) for mark in body.marks]
        text += body.lines
        origin += [(index, number) for number in range(len(body.lines))]
    parsed = parsing.parse(text, key=key or None, marks=marks)
    questions = tuple(_found(q, origin, text, images) for q in parsed.questions)
    return Paper(titles, questions, (*_left(parsed, origin, key_page), *noted))


def _read_list(page: Page, root: BeautifulSoup, site: Site) -> Reading:
    scopes: list[Tag] = [s for c in site.select.lists for s in root.select(c)] or [root]
    links = [link for scope in scopes for link in _links(scope, page.url)]
    papers = [a for a in links if _leads(a, site.links.papers) and _wanted(a, site)]
    lists = [a for a in _links(root, page.url) if _leads(a, site.links.lists)]
    heads = [a for a in papers if _head(a.url, site) is None]
    return Reading(
        follow=_asks([*heads, *lists], page.url),
        rule="list_page",
        detail=f"{len(set(heads))} papers of {len(links)} links, {len(set(lists))} list links",
        listed=len(set(heads)),
        matched={
            "links.papers": len([a for a in links if _leads(a, site.links.papers)]),
            "links.lists": len(lists),
            **(
                {"select.lists": sum(len(root.select(c)) for c in site.select.lists)}
                if site.select.lists
                else {}
            ),
        },
    )


def _read_article(page: Page, root: BeautifulSoup, site: Site) -> Reading:
    selected = {
        f"select.{name} ({' | '.join(chosen)})": next(
            filter(None, (len(root.select(c)) for c in chosen)), 0
        )
        for name, chosen in (("body", site.select.body), ("title", site.select.title))
    }
    links = _links(root, page.url)
    head = _head(page.url, site)
    parts = _later_pages(head or page.url, links, site)
    answers = [a for a in _said(links, site.links.answers_text, site) if a.url != page.url]
    back = _said(links, site.links.questions_text, site)
    answers = [a for a in answers if a not in back]
    return Reading(
        parts=(*(Ask(Sent(u)) for u in parts if u != page.url), *_asks(answers, page.url)),
        belongs=Ask(Sent(head)) if head else Ask(Sent(back[0].url)) if back else None,
        rule="part_of_paper" if head else "",
        detail=f"{len(parts)} later pages, {len(answers)} links to answers",
        matched=selected,
    )


def _said(links: list[Link], pattern: str, site: Site) -> list[Link]:
    """Links to papers whose text says so."""
    papers = site.links.papers
    return [a for a in links if pattern and re.search(pattern, a.text) and _leads(a, papers)]


def _links(scope: Tag, base: str) -> list[Link]:
    found = []
    for tag in scope.select("a[href]"):
        href = str(tag["href"]).strip()
        if href and not _BACK.search(href):
            text = str(tag.get("title") or "") or tag.get_text(" ", strip=True)
            found.append(Link(urljoin(base, href).partition("#")[0], text))
    return found


def _leads(link: Link, pattern: str) -> bool:
    return bool(pattern and re.search(pattern, link.place))


def _wanted(link: Link, site: Site) -> bool:
    wanted, skipped = site.links.wanted_text, site.links.skipped_text
    return bool(
        (not wanted or re.search(wanted, link.text))
        and not (skipped and re.search(skipped, link.text))
    )


def _asks(links: list[Link], here: str) -> tuple[Ask, ...]:
    asks = {a.url: Ask(Sent(a.url), a.text) for a in reversed(links) if a.url != here}
    return tuple(asks.values())[::-1]


def _head(url: str, site: Site) -> str | None:
    """Address of the first page, where `url` is that of a later one."""
    for pattern in site.links.pages:
        found = re.search(pattern, url)
        if found and int(found["page"]) > 1:
            return found["head"] + found["tail"]
    return None


def _is_later_page(url: str, first: str, site: Site) -> bool:
    head = _head(url, site)
    return head is not None and _same(head, first)


def _same(one: str, other: str) -> bool:
    def plain(url: str) -> str:
        return re.sub(r"(?:index)?\.s?html?$|/$", "", url.partition("://")[2]).rstrip("/")

    return plain(one) == plain(other)


def _later_pages(url: str, links: list[Link], site: Site) -> list[str]:
    """Addresses of pages 2 … last; a pager that skips some is filled in."""
    last, shape = 1, ""
    for link in links:
        for pattern in site.links.pages:
            found = re.search(pattern, link.url)
            if (
                found
                and 1 < int(found["page"]) <= _MANY
                and _same(found["head"] + found["tail"], url)
            ):
                if int(found["page"]) > last:
                    last = int(found["page"])
                    shape = link.url[: found.start("page")] + "{}" + link.url[found.end("page") :]
                break
    return [shape.format(n) for n in range(2, last + 1)]


def _titles(page: Page, root: BeautifulSoup, site: Site) -> tuple[str, ...]:
    found = [
        tag.get_text(" ", strip=True)
        for selector in (*site.select.title, *site.select.trail)
        for tag in root.select(selector)[:1]
    ]
    return tuple(t for t in (*found, page.label) if t)


def _body(root: BeautifulSoup, url: str, site: Site, before: int) -> Text:
    chosen = next((c for c in site.select.body if root.select_one(c)), "")
    densest = None if chosen else _densest(root)
    scopes = list(root.select(chosen)) if chosen else [densest] if densest else []
    found = Text([], [], [], html.page_notes(root))
    for scope in scopes:
        found += html.page_text(
            scope,
            url,
            before + len(found.images),
            remove=site.select.remove,
            keep=site.select.keep,
        )
    return found


def _densest(root: BeautifulSoup) -> Tag | None:
    """The element with most text in its own paragraphs and line breaks."""
    weights: dict[int, int] = {}
    tags: dict[int, Tag] = {}
    for child in root.find_all(["p", "br"]):
        parent = child.parent
        if parent is not None:
            own = len(child.get_text(strip=True)) if child.name == "p" else 20
            weights[id(parent)] = weights.get(id(parent), 0) + own
            tags[id(parent)] = parent
    return tags[max(weights, key=lambda k: weights[k])] if weights else None


def _found(
    printed: parsing.Printed, origin: list[tuple[int, int]], text: list[str], images: list[str]
) -> Found:
    first, last = printed.lines
    page, line = origin[first]
    end_page, end = origin[last]
    tail = f"{end + 1}" if end_page == page else f"p{end_page + 1}:{end + 1}"
    told = "\n".join([printed.explanation, "" if printed.options else printed.answer])
    asked = "\n".join([printed.material, printed.stem, *printed.options, *text[first : last + 1]])
    # a picture in an explanation is no part of what is asked
    needed = dict.fromkeys(n for n in html.pictured(asked) if n not in html.pictured(told))
    return Found(
        page=page,
        locator=f"p{page + 1}:{line + 1}-{tail}",
        number=printed.number,
        section=printed.section,
        declared=printed.format,
        material=printed.material,
        stem=printed.stem,
        options=printed.options,
        answer=html.without_pictures(printed.answer),
        explanation=html.without_pictures(printed.explanation),
        images=tuple(images[n - 1] for n in needed),
        notes=printed.notes,
    )


def _left(parsed: parsing.Parsed, origin: list[tuple[int, int]], key_page: int) -> tuple[Left, ...]:
    grouped: dict[tuple[int, str], list[str]] = {}
    for entry in parsed.leftovers:
        page = key_page if entry.page == "key" else origin[entry.line][0]
        grouped.setdefault((page, f"leftover_{entry.rule}"), []).append(entry.text)
    return tuple(Left(page, rule, tuple(said)) for (page, rule), said in sorted(grouped.items()))
