"""The one spider: it follows what a site's reader says, and keeps what every page held."""

import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urljoin

import scrapy
from scrapy import Request
from scrapy.http import Response
from twisted.python.failure import Failure

from spiders.archive import Archive
from spiders.exchange import Received, Sent, fingerprint
from spiders.reading import Ask, Page, Reading
from spiders.replay import Missing, received_of, sent_of
from spiders.site import Site, reader_of

_HOPS = 6  # redirects in a row
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
    visits: dict[str, Visit] = field(default_factory=dict)
    gaps: dict[str, Gap] = field(default_factory=dict)
    spool: Any = field(default_factory=tempfile.TemporaryFile)

    def add(self, asked: str, page: Page, reading: Reading, capture: str) -> None:
        """Keep a page."""
        start = self.spool.seek(0, 2)
        self.spool.write(page.received.body)
        received = page.received
        self.visits[asked] = Visit(
            capture, page.sent, page.label, reading, received.status,
            received.header("Content-Type"), start, len(received.body),
        )  # fmt: skip

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
    if "DOWNLOAD_MAXSIZE" in said:
        return "too_large", said
    return "fetch_failed", f"{type(error).__name__}: {said}"


class SiteSpider(scrapy.Spider):
    """Asks for the start pages and for whatever the reader finds in what comes back."""

    name = "site"

    def __init__(
        self, *, site: str, visited: Visited, archive: Archive, told: Callable[[int], None],
        **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(**kwargs)
        self.visited, self.archive, self.told = visited, archive, told
        self.reader = reader_of(site)

    async def start(self) -> AsyncIterator[Request]:
        """The seeds."""
        for url in self.visited.seeds:
            yield self._request(Ask(Sent(url)))

    def heard(self, response: Response) -> Iterator[Request]:
        """Read a page, keep it, and ask for what it leads to."""
        request = response.request
        assert request is not None  # set by the engine
        sent = sent_of(request)
        page = Page(
            Sent(sent.url, sent.method, sent.body), received_of(response),
            self.visited.site.encoding, str(request.meta["label"]),
        )  # fmt: skip
        hops = int(request.meta.get("hops", 0))
        reading = self._redirect(page, hops) or self._read(page)
        self.visited.add(request.meta["asked"], page, reading, str(request.meta.get("capture", "")))
        self.told(len(self.visited.visits))
        home = self.visited.site.at_home
        # the pages of one paper share a session, as a reader's browser would
        for ask, jar in [
            *((a, request.meta["cookiejar"]) for a in reading.parts),
            *((a, None) for a in (*reading.follow, *filter(None, [reading.belongs]))),
        ]:
            if home(ask.sent.url, self.visited.seeds):
                yield self._request(ask, jar, hops + 1 if reading.rule == "redirect" else 0)

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
            callback=self.heard, errback=self.failed, meta=meta,
        )  # fmt: skip

    def _redirect(self, page: Page, hops: int) -> Reading | None:
        """What a redirect leads to, None for any other page."""
        target = page.received.header("Location")
        if not 300 <= page.received.status < 400 or not target:
            return None
        url = urljoin(page.url, target).partition("#")[0]
        if not self.visited.site.at_home(url, self.visited.seeds):
            return Reading(rule="left_site", detail=url)
        if hops >= _HOPS or url == page.url:
            return Reading(rule="redirect_loop", detail=url)
        return Reading(rule="redirect", detail=url, parts=(Ask(Sent(url), page.label),))

    def _read(self, page: Page) -> Reading:
        kind = page.received.header("Content-Type").partition(";")[0].strip().lower()
        if page.received.status >= 400:
            return Reading(rule=f"http_{page.received.status}", detail=page.url)
        if not page.received.body.strip():
            return Reading(rule="empty_body", detail=page.url)
        if kind and not kind.startswith(_TEXT):
            return Reading(rule="not_text", detail=kind)
        if page.decoded.mojibake:
            said = page.decoded
            detail = f"{said.broken:.0%} of the characters broken as {said.encoding}: "
            return Reading(rule="mojibake", detail=detail + " ".join(said.text[:200].split())[:60])
        try:
            reading = self.reader.read(page, self.visited.site)
        except Exception as error:  # noqa: BLE001 - a page must never end the run
            return Reading(rule="reader_failed", detail=f"{type(error).__name__}: {error}")
        wall = self.visited.site.wall(page.text) if reading.rule == "no_questions" else ""
        return replace(reading, rule="login_wall", detail=wall) if wall else reading
