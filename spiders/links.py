"""The links of a page and what they lead to: papers, lists, later pages, files."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from bs4 import Tag
from lxml import etree

from documents.html import select
from spiders.attachments import is_file
from spiders.site import Links, Site
from spiders.urls import absolute, place_of

_BACK = re.compile(r"^javascript:|^mailto:|^tel:|^#", re.IGNORECASE)
_LINKS = etree.XPath("//a[@href][not(ancestor::template)]")
_UNSAID = "|".join(f"ancestor::{name}" for name in ("script", "style", "template", "rt", "rp"))
_TEXTS = etree.XPath(f".//text()[not({_UNSAID})]", smart_strings=False)  # as bs4 gives them
_MANY = 60  # pages of one paper, at most: a pager that says more is not believed


@dataclass(frozen=True)
class Link:
    """A link of a page: absolute address without its fragment, and its text."""

    url: str
    text: str

    @property
    def place(self) -> str:
        """Path and query."""
        return place_of(self.url)


def links_of(scope: Tag, base: str) -> list[Link]:
    """Links below an element, in order; those of scripts and within the page are out."""
    found = select(scope, "a[href]")
    texts = (str(tag.get("title") or "") or tag.get_text(" ", strip=True) for tag in found)
    return _links(zip((str(tag["href"]) for tag in found), texts, strict=True), base)


def page_links(text: str, base: str) -> list[Link]:
    """The links of a whole page, in a thirtieth of the time that a tree of `documents` takes."""
    parser = etree.HTMLParser()
    parser.feed(text)
    try:
        root = parser.close()
    except etree.XMLSyntaxError:
        root = None
    found = [] if root is None else _LINKS(root)  # None = there is nothing in it
    texts = (a.get("title") or " ".join(filter(None, map(str.strip, _TEXTS(a)))) for a in found)
    return _links(zip((a.get("href") for a in found), texts, strict=True), base)


def _links(found: Iterable[tuple[str, str]], base: str) -> list[Link]:
    """Links from their addresses as printed and their texts."""
    whole = ((href.strip(), text) for href, text in found)
    return [
        Link(absolute(base, href) or href, text)
        for href, text in whole
        if href and not _BACK.search(href)
    ]


def files_of(links: list[Link]) -> list[Link]:
    """Links to files of office programs, PDFs and archives, each once."""
    return list({a.url: a for a in links if is_file(a.url, a.text)}.values())


def leads(link: Link, pattern: str) -> bool:
    """Whether a link's path and query fit a pattern; never where it is empty."""
    return bool(pattern and re.search(pattern, link.place))


def is_wanted(link: Link, site: Site) -> bool:
    """Whether the site's TOML wants a link by its text."""
    asked, skipped = site.links.wanted_text, site.links.skipped_text
    return bool(
        (not asked or re.search(asked, link.text))
        and not (skipped and re.search(skipped, link.text))
    )


def head_of(url: str, site: Site) -> str | None:
    """Address of the first page, where `url` is that of a later one."""
    for pattern in site.links.pages:
        found = re.search(pattern, url)
        if found and int(found["page"]) > site.links.first_number:
            return _first(found, site.links)
    return None


def _first(found: re.Match[str], links: Links) -> str:
    """Address of the first page, from a match of `pages` on any page."""
    if not links.first_page:
        return found["head"] + found["tail"]
    before, after = found.string[: found.start("page")], found.string[found.end("page") :]
    return before + links.first_page + after


def is_later_page(url: str, first: str, site: Site) -> bool:
    """Whether an address is that of page 2 … of the paper at another."""
    head = head_of(url, site)
    return head is not None and _same(head, first)


def _same(one: str, other: str) -> bool:
    def plain(url: str) -> str:
        return re.sub(r"(?:index)?\.s?html?$|/$", "", url.partition("://")[2]).rstrip("/")

    return plain(one) == plain(other)


def later_pages(url: str, links: list[Link], site: Site) -> list[str]:
    """Addresses of the pages after the first; a pager that skips some is filled in."""
    first = last = site.links.first_number
    before = after = ""
    for link in links:
        for pattern in site.links.pages:
            found = re.search(pattern, link.url)
            number = int(found["page"]) if found else 0
            if found and first < number <= _MANY and _same(_first(found, site.links), url):
                if number > last:
                    last = number
                    before, after = link.url[: found.start("page")], link.url[found.end("page") :]
                break
    return [f"{before}{n}{after}" for n in range(first + 1, last + 1)]
