"""The one spider: it follows what a site's reader says, and keeps what every page held."""

import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import scrapy
from scrapy import Request
from scrapy.http import Response
from twisted.python.failure import Failure

from spiders.archive import Archive
from spiders.attachments import attached
from spiders.destinations import RefusedError
from spiders.http_messages import Received, Sent, fingerprint, received_of, sent_of
from spiders.middlewares import Missing
from spiders.reading import Ask, Page, Reading
from spiders.settings import USUAL, WebLimits
from spiders.site import Site
from spiders.site_reader import reading_of
from spiders.urls import absolute

_HOPS = 6  # redirects in a row
UNREAD = Reading(rule="unread")
_TEXT = ("text/", "application/json", "application/xhtml", "application/xml", "application/javascr")


@dataclass(frozen=True)
class Visit:
    """One page as it was read; its body lies in the spool."""

    capture: str
    sent: Sent
    label: str
    reading: Reading
    status: int
    content_type: str
    start: int
    size: int


@dataclass(frozen=True)
class Gap:
    """A request that brought no page, and why; `capture` where an answer came but is unusable."""

    sent: Sent
    rule: str
    detail: str
    capture: str = ""


@dataclass
class Visited:
    """What a run saw, by fingerprint of what was asked. Bodies are spooled to disk."""

    site: Site
    seeds: tuple[str, ...] = ()
    limits: WebLimits = USUAL
    visits: dict[str, Visit] = field(default_factory=dict)
    gaps: dict[str, Gap] = field(default_factory=dict)
    spool: Any = field(default_factory=tempfile.TemporaryFile)
    fault: BaseException | None = None  # raised by our own code; the engine logs it and goes on

    def add(self, asked: str, page: Page, capture: str) -> Visit:
        """Keep a page that is not read yet."""
        start = self.spool.seek(0, 2)
        self.spool.write(page.received.body)
        received = page.received
        visit = self.visits[asked] = Visit(
            capture, page.sent, page.label, UNREAD, received.status,
            received.header("Content-Type"), start, len(received.body),
        )  # fmt: skip
        return visit

    def read(self, asked: str, reading: Reading) -> None:
        """Say what a kept page was read as."""
        self.visits[asked] = replace(self.visits[asked], reading=reading)

    def page(self, visit: Visit) -> Page:
        """The page of a visit again."""
        self.spool.seek(visit.start)
        headers = (("Content-Type", visit.content_type),)
        received = Received(visit.status, headers, self.spool.read(visit.size))
        return Page(visit.sent, received, self.site.encoding, visit.label)


def why_failed(error: BaseException) -> tuple[str, str]:
    """Rule and detail of a request that failed in the engine."""
    said = str(error)
    if "robots.txt" in said:
        return "robots_disallowed", said
    if isinstance(error, RefusedError) or "not a public address" in said:
        return "refused_address", said
    if "DOWNLOAD_MAXSIZE" in said:
        return "too_large", said
    return "fetch_failed", f"{type(error).__name__}: {said}"


class SiteSpider(scrapy.Spider):
    """Asks for the start pages and for whatever the reader finds in what comes back."""

    name = "site"

    def __init__(
        self, *, site: str, visited: Visited, archive: Archive, progress: Callable[[int], None],
        **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(**kwargs)
        self.site, self.visited, self.archive, self.progress = site, visited, archive, progress

    async def start(self) -> AsyncIterator[Request]:
        """The seeds."""
        for url in self.visited.seeds:
            yield self._request(Ask(Sent(url)))

    def parse(self, response: Response) -> Iterator[Request]:
        """Keep a page, read it, and ask for what it leads to."""
        request, page = self.keep(response)
        reading = self.without_reader(request, page)
        links = self.visited.limits.links
        made = reading or reading_of(page, self.visited.site, self.site, links)
        yield from self.follow(request, made)

    def keep(self, response: Response) -> tuple[Request, Page]:
        """Put a response into the pages visited, unread; returns its request and the page."""
        request = response.request
        assert request is not None  # set by the engine
        sent = sent_of(request)
        page = Page(
            Sent(sent.url, sent.method, sent.body), received_of(response),
            self.visited.site.encoding, str(request.meta["label"]),
        )  # fmt: skip
        self.visited.add(request.meta["asked"], page, str(request.meta.get("capture", "")))
        self.progress(len(self.visited.visits))
        return request, page

    def follow(self, request: Request, reading: Reading) -> Iterator[Request]:
        """Say what a kept page was read as; the requests that it leads to."""
        asked = request.meta["asked"]
        self.visited.read(asked, reading)
        for url, why in reading.refused:
            self.visited.gaps[f"{asked} {url}"] = Gap(Sent(url), "refused_link", why)
        hops = int(request.meta.get("hops", 0)) + 1 if reading.rule == "redirect" else 0
        # the pages of one paper share a session, as a browser's would
        for ask, jar in [
            *((a, request.meta["cookiejar"]) for a in reading.parts),
            *((a, None) for a in (*reading.follow, *filter(None, [reading.belongs]))),
        ]:
            if self.visited.site.at_home(ask.sent.url, self.visited.seeds):
                yield self.led(self._request(ask, jar, hops), request, reading)

    def led(self, request: Request, by: Request, reading: Reading) -> Request:
        """A request that the page of another led to, before it is sent."""
        del by, reading
        return request

    def without_reader(self, request: Request, page: Page) -> Reading | None:
        """What its headers alone say of a page; None for a page that a reader must see."""
        redirect = self._redirect(page, int(request.meta.get("hops", 0)))
        kind = page.received.header("Content-Type").partition(";")[0].strip().lower()
        if redirect is not None:
            return redirect
        if page.received.status >= 400:
            return Reading(rule=f"http_{page.received.status}", detail=page.url)
        if not page.received.body.strip():
            return Reading(rule="empty_body", detail=page.url)
        if kind and not kind.startswith(_TEXT):
            wanted = self.visited.site.links.attachments and attached(page)
            return Reading(rule="part_of_paper" if wanted else "not_text", detail=kind)
        return None

    def failed(self, failure: Failure) -> None:
        """Keep why a request brought nothing."""
        error: Any = failure.value
        request: Request = failure.request  # type: ignore[attr-defined]  # set by the engine
        if isinstance(error, Missing):
            rule, detail = error.rule, error.detail
        else:
            rule, detail = why_failed(error)
        sent = sent_of(request)
        gap = Gap(
            Sent(sent.url, sent.method, sent.body), rule, " ".join(detail.split())[:300],
            str(request.meta.get("capture", "")),
        )  # fmt: skip
        self.visited.gaps[request.meta["asked"]] = gap
        self.gap_seen(gap)

    def gap_seen(self, gap: Gap) -> None:
        """Called for every gap; a crawl writes it down."""

    def _request(self, ask: Ask, jar: str | None = None, hops: int = 0) -> Request:
        sent = ask.sent
        asked = fingerprint(sent)
        # redirects are links of the graph like any other: Scrapy's own would drop, in silence,
        # one that leads to a page already asked for
        meta = {
            "asked": asked, "label": ask.label, "cookiejar": jar or asked, "hops": hops,
            "dont_redirect": True,
        }  # fmt: skip
        return Request(
            sent.url, method=sent.method, body=sent.body, headers=dict(sent.headers),
            callback=self.parse, errback=self.failed, meta=meta,
        )  # fmt: skip

    def _redirect(self, page: Page, hops: int) -> Reading | None:
        """What a redirect leads to, None for any other page."""
        target = page.received.header("Location")
        if not 300 <= page.received.status < 400 or not target:
            return None
        url = absolute(page.url, target)
        if not self.visited.site.at_home(url, self.visited.seeds):
            return Reading(rule="left_site", detail=url or target[:300])
        if hops >= _HOPS or url == page.url:
            cookie = url == page.url and page.received.header("Set-Cookie")
            return Reading(rule="wants_cookie" if cookie else "redirect_loop", detail=url)
        return Reading(rule="redirect", detail=url, parts=(Ask(Sent(url), page.label),))
