"""Any exam-article site, by configuration only: lists of links, articles, pages, answers apart."""

import re
from dataclasses import replace

from bs4 import BeautifulSoup, Tag

import parsing
from documents import html
from documents.html import Text
from spiders import attachments
from spiders.comments import first_comment, take_comments
from spiders.data import data_questions
from spiders.http_messages import Sent
from spiders.links import (
    Link,
    files_of,
    head_of,
    is_later_page,
    is_wanted,
    later_pages,
    leads,
    links_of,
    page_links,
)
from spiders.reading import Ask, Found, Left, Page, Paper, Reading
from spiders.site import Site

_ANSWERS = re.compile(r"答案|解析|answer|key", re.IGNORECASE)


def read(page: Page, site: Site) -> Reading:
    """A list page gives papers and further lists; an article its further pages and answers."""
    place = Link(page.url, "").place
    if page.url in site.start or (site.links.lists and re.search(site.links.lists, place)):
        return _read_list(page, site)
    if not site.links.papers or re.search(site.links.papers, place):
        return _read_article(page, site)
    # a seed of another host or path than the TOML's, or a moved list
    return _read_list(page, site)


def compose(pages: tuple[Page, ...], site: Site) -> Paper:
    """Questions of a paper: its pages in order, and the answer article as the key."""
    titles: tuple[str, ...] = ()
    text: list[str] = []
    origin: list[tuple[int, int]] = []  # page and line in it, for every line of `text`
    key: list[str] = []
    key_page = 0
    images: list[str] = []
    marks: list[parsing.Mark] = []
    noted: list[Left] = []
    handed: list[Found] = []
    for index, page in enumerate(pages):
        file = site.links.attachments and attachments.attached(page)
        if file:
            titles = titles or _titles(page, html.soup(page.text), site)
            body = attachments.file_text(page, len(images))
        else:
            root = html.soup(page.text)
            titles = titles if index else _titles(page, root, site)
            told = [f"{a.text} {a.url}" for a in files_of(page_links(page.text, page.url))]
            noted += [Left(index, "attachment", (link,)) for link in told]
            handed += data_questions(root, site.data, index)
            body, comments = _body(root, page.url, site, len(images))
            noted += [Left(index, "reader_comments", tuple(comments))] if comments else []
        images += body.images
        noted += [Left(index, "page_note", (note,)) for note in body.notes]
        answers = (
            _ANSWERS.search(f"{page.label} {page.url}")
            if file
            else index and not (is_later_page(page.url, pages[0].url, site))
        )
        if answers:
            key, key_page = key + body.lines, index
            continue
        marks += [replace(mark, line=mark.line + len(text)) for mark in body.marks]
        text += body.lines
        origin += [(index, number) for number in range(len(body.lines))]
    parsed = parsing.parse(text, key=key or None, marks=marks)
    if parsed.questions and (doubt := parsing.told(parsed.alarm)):
        noted.append(Left(0, "page_alarm", (doubt,)))
    questions = (*handed, *(_found(q, origin, text, images) for q in parsed.questions))
    return Paper(titles, questions, (*_left(parsed, origin, key_page), *noted))


def _read_list(page: Page, site: Site) -> Reading:
    everywhere = page_links(page.text, page.url)
    root = html.soup(page.text) if site.select.lists else None
    scopes = [s for c in site.select.lists for s in html.select(root, c)] if root else []
    links = [a for s in scopes for a in links_of(s, page.url)] if scopes else everywhere
    papers = [a for a in links if leads(a, site.links.papers) and is_wanted(a, site)]
    lists = [a for a in everywhere if leads(a, site.links.lists)]
    heads = [a for a in papers if head_of(a.url, site) is None]
    return Reading(
        follow=_asks([*heads, *lists], page.url),
        rule="list_page",
        detail=f"{len(set(heads))} papers of {len(links)} links, {len(set(lists))} list links",
        listed=len(set(heads)),
        matched={
            "links.papers": len([a for a in links if leads(a, site.links.papers)]),
            "links.lists": len(lists),
            **({"select.lists": len(scopes)} if site.select.lists else {}),
        },
    )


def _read_article(page: Page, site: Site) -> Reading:
    links = page_links(page.text, page.url)
    head = head_of(page.url, site)
    parts = later_pages(head or page.url, links, site)
    answers = [a for a in _said(links, site.links.answers_text, site) if a.url != page.url]
    back = _said(links, site.links.questions_text, site)
    answers = [a for a in answers if a not in back]
    files = [a for a in files_of(links) if leads(a, site.links.attachments)]
    further = [a for a in answers if a not in files] + files
    return Reading(
        parts=(*(Ask(Sent(u)) for u in parts if u != page.url), *_asks(further, page.url)),
        belongs=Ask(Sent(head)) if head else Ask(Sent(back[0].url)) if back else None,
        rule="part_of_paper" if head else "",
        detail=f"{len(parts)} later pages, {len(answers)} links to answers",
    )


def matched(page: Page, site: Site) -> dict[str, int]:
    """How many elements of an article the selectors of its text and its title find."""
    root = html.soup(page.text)
    return {
        f"select.{name} ({' | '.join(chosen)})": next(
            filter(None, (len(html.select(root, c)) for c in chosen)), 0
        )
        for name, chosen in (("body", site.select.body), ("title", site.select.title))
    }


def _said(links: list[Link], pattern: str, site: Site) -> list[Link]:
    """Links to papers whose text says so."""
    papers = site.links.papers
    return [a for a in links if pattern and re.search(pattern, a.text) and leads(a, papers)]


def _asks(links: list[Link], here: str) -> tuple[Ask, ...]:
    asks = {a.url: Ask(Sent(a.url), a.text) for a in reversed(links) if a.url != here}
    return tuple(asks.values())[::-1]


def _titles(page: Page, root: BeautifulSoup, site: Site) -> tuple[str, ...]:
    found = [
        tag.get_text(" ", strip=True)
        for selector in (*site.select.title, *site.select.trail)
        for tag in html.select(root, selector)[:1]
    ]
    return tuple(t for t in (*found, page.label) if t)


def _body(root: BeautifulSoup, url: str, site: Site, before: int) -> tuple[Text, list[str]]:
    """The text of an article, and the lines of its readers' comments."""
    scopes = next(filter(None, (html.select(root, c) for c in site.select.body)), [])
    if not scopes and (densest := _densest(root)):
        scopes = [densest]
    found, comments = Text([], [], [], html.page_notes(root)), []
    for scope in scopes:
        comments += take_comments(scope)
        found += html.page_text(
            scope,
            url,
            before + len(found.images),
            remove=site.select.remove,
            keep=site.select.keep,
        )
    end = first_comment(found.lines)
    marks = [mark for mark in found.marks if mark.line < end]
    return replace(found, lines=found.lines[:end], marks=marks), [*found.lines[end:], *comments]


def _densest(root: BeautifulSoup) -> Tag | None:
    """The element with most text in its own paragraphs and line breaks."""
    weights: dict[int, int] = {}
    tags: dict[int, Tag] = {}
    for child in root.find_all(["p", "br", "li", "dd", "td"]):
        parent = child.parent
        if parent is not None and child.find(["p", "br", "li"]) is None:
            own = len(child.get_text(strip=True)) if child.name != "br" else 20
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
        confidence=printed.confidence,
    )


def _left(parsed: parsing.Parsed, origin: list[tuple[int, int]], key_page: int) -> tuple[Left, ...]:
    grouped: dict[tuple[int, str], list[str]] = {}
    for entry in parsed.leftovers:
        page = key_page if entry.page == "key" else origin[entry.line][0]
        grouped.setdefault((page, f"leftover_{entry.rule}"), []).append(entry.text)
    return tuple(Left(page, rule, tuple(said)) for (page, rule), said in sorted(grouped.items()))
