"""A live crawl of one source, in a process of its own: politely, into WARC, resumable."""

import asyncio
import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from scrapy import Request, signals
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.http import Response

from cpsyexam import __version__
from cpsyexam.errors import ConfigError
from cpsyexam.executor import Progress
from cpsyexam.stage import build_lock
from spiders.archive import Archive
from spiders.assembly import assemble
from spiders.destinations import HANDLERS, PRIVATE
from spiders.engine import QUIET
from spiders.harvest import PATIENCE, Harvest
from spiders.http_messages import Sent, fingerprint
from spiders.reading import Reading
from spiders.recorder import Recorder
from spiders.settings import CrawlSettings, WebSource
from spiders.site import Site
from spiders.site_reader import read_site
from spiders.spider import Gap, SiteSpider, Visited
from spiders.urls import place_of

Report = dict[str, Any]
# rules of pages that came, and are no lists
_READ = ("", "no_questions", "picture_only", "login_wall", "part_of_paper")


@dataclass(frozen=True)
class Plan:
    """What to crawl and how; `limit` requests at most in this run (0: the recipe's ceiling)."""

    source: WebSource
    settings: CrawlSettings
    since: str = ""
    limit: int = 0
    follow: bool = True  # False: the start pages only

    @property
    def site(self) -> Site:
        """The site's TOML."""
        return read_site(self.source.site)

    @property
    def seeds(self) -> tuple[str, ...]:
        """Start pages."""
        return self.source.start or self.site.start

    @property
    def agent(self) -> str:
        """User-Agent: who asks, and where to complain."""
        return f"cpsyexam/{__version__} (+{self.settings.contact})"

    @property
    def requests(self) -> int:
        """Ceiling of requests."""
        return self.limit or self.settings.requests


def check(plan: Plan) -> None:
    """Whether the source may be crawled. Raises ConfigError: no contact, terms not cleared."""
    terms = plan.source.terms or plan.site.terms
    where = f"spiders/sites/{plan.source.site}.toml"
    if not plan.settings.contact.strip():
        raise ConfigError(
            "no contact: a site must be able to reach whoever crawls it",
            where="recipe, table [crawl]",
            remedy='add contact = "mailto:you@example.org"',
        )
    if terms.status == "taken_down":
        raise ConfigError(f"taken down on {terms.decided_on}: {terms.note}", where=where)
    if terms.status != "cleared":
        raise ConfigError(
            f"terms are {terms.status}: {terms.note or terms.licence}",
            where=where,
            remedy="ask the owner, then write the finding, the date and status = 'cleared'",
        )


class CrawlSpider(SiteSpider):
    """The spider of a live crawl: with a recorder, ceilings and a pace."""

    def __init__(self, *, plan: Plan, recorder: Recorder, **kwargs: Any) -> None:
        super().__init__(site=plan.source.site, archive=Archive(plan.source.source), **kwargs)
        self.plan, self.crawl, self.recorder = plan, plan.settings, recorder
        self.robots: dict[str, dict[str, Any]] = {}
        self.pace = self.until = self.last = 0.0
        self.began = time.monotonic()
        self.stopped = ""
        self.harvest = Harvest()

    async def turn(self) -> None:
        """Wait until the site may be asked: refusals, and a Crawl-delay."""
        left = max(self.until, self.last + self.pace) - time.monotonic()
        if self.crawl.seconds:  # the run ends then
            left = min(left, self.began + self.crawl.seconds - time.monotonic())
        if left > 0:
            await asyncio.sleep(left)
            await self.turn()  # `until` may have moved
        self.last = time.monotonic()

    def ceiling(self) -> str:
        """Which ceiling is reached, "" for none."""
        counts, limits = self.recorder.counts, self.crawl
        if self.plan.requests and counts.requests >= self.plan.requests:
            return f"ceiling of {self.plan.requests} requests"
        if limits.bytes and counts.bytes >= limits.bytes:
            return f"ceiling of {limits.bytes} bytes"
        if limits.seconds and time.monotonic() - self.began >= limits.seconds:
            return f"ceiling of {limits.seconds:.0f} seconds"
        return ""

    def stop(self, reason: str) -> None:
        """End the run; what is fetched stays."""
        if not self.stopped and self.crawler.engine is not None:
            self.stopped = reason
            self._closing = asyncio.ensure_future(
                self.crawler.engine.close_spider_async(reason=reason)
            )

    def parse(self, response: Response) -> Iterator[Request]:
        """As any spider, but a plan may say not to follow."""
        asks = super().parse(response)
        yield from asks if self.plan.follow else list(asks)[:0]

    def follow(self, request: Request, reading: Reading) -> Iterator[Request]:
        """As any spider; notes what lists bring."""
        asked, by = request.meta["asked"], request.meta.get("list", "")
        if reading.listed is not None:
            self.harvest.listed(asked, self._text(asked), by)
        elif reading.rule in _READ:
            self.harvest.paper(self._text(asked), by)
        yield from super().follow(request, reading)

    def led(self, request: Request, by: Request, reading: Reading) -> Request:
        """Papers go before the next lists, which may not be worth asking for."""
        papers = self.visited.site.links.papers
        further = (
            reading.listed is not None and papers and not re.search(papers, place_of(request.url))
        )
        origin = by.meta["asked"] if reading.listed is not None else by.meta.get("list", "")
        request.meta.update(list=origin, further=bool(further))
        return request.replace(priority=0 if further else 1)

    def _text(self, asked: str) -> str:
        return self.visited.page(self.visited.visits[asked]).text

    def left(self, request: Request) -> str:
        """Why a request is not worth sending, "" where it is."""
        by = request.meta.get("list", "")
        if request.meta.get("further") and self.harvest.spent(by):
            return f"{PATIENCE} lists in a row before it brought nothing new"
        return ""

    def gap_seen(self, gap: Gap) -> None:
        """Write a verdict for what brought nothing, except where the run was stopped."""
        if not self.stopped:
            self.recorder.verdict(gap.sent, gap.rule, gap.detail)


def run(plan: Plan, progress: Progress) -> Report:
    """Crawl a source whose terms are cleared; returns the report. See `engine.apart`."""
    check(plan)
    report, _ = crawl(plan, progress)
    return report


def crawl(plan: Plan, progress: Progress) -> tuple[Report, Visited]:
    """Crawl; returns the report and the pages. Runs in a process of its own.

    Raises BusyError where another crawl writes there, SourceError where nothing can be written.
    """
    with build_lock(plan.source.archive):
        return _crawl(plan, progress)


def _crawl(plan: Plan, progress: Progress) -> tuple[Report, Visited]:
    source = plan.source
    recorder = Recorder(
        source.archive, source.source, plan.seeds, final=plan.site.final, since=plan.since
    )
    visited = Visited(plan.site, plan.seeds)
    process = AsyncCrawlerProcess(_settings(plan))
    crawler = process.create_crawler(CrawlSpider)
    ended: dict[str, Any] = {"reason": "killed"}

    def seen(done: int) -> None:
        slot = crawler.engine._slot if crawler.engine else None  # noqa: SLF001 - no public way
        waiting = len(slot.scheduler) if slot else 0  # type: ignore[arg-type]
        progress(done, done + waiting, source.source)

    def closed(spider: CrawlSpider, reason: str) -> None:
        ended.update(reason=spider.stopped or reason, robots=spider.robots)

    crawler.signals.connect(closed, signal=signals.spider_closed)
    process.crawl(crawler, plan=plan, recorder=recorder, visited=visited, progress=seen)
    process.start()
    finished = ended["reason"] == "finished"
    report = _report(plan, recorder, visited, ended)
    recorder.close(report, finished=finished)
    return report, visited


def _settings(plan: Plan) -> dict[str, Any]:
    crawl = plan.settings
    return {
        **QUIET,
        "DOWNLOAD_HANDLERS": HANDLERS,
        "DNS_RESOLVER": "spiders.destinations.PublicResolver",
        PRIVATE: plan.source.private,
        "USER_AGENT": plan.agent,
        "ROBOTSTXT_OBEY": True,
        "ROBOTSTXT_USER_AGENT": "cpsyexam",
        "DOWNLOADER_MIDDLEWARES": {
            "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
            "spiders.destinations.DestinationMiddleware": 50,
            "spiders.middlewares.RobotsMiddleware": 100,
            "scrapy.downloadermiddlewares.retry.RetryMiddleware": None,
            "spiders.middlewares.BackoffMiddleware": 550,
            "spiders.middlewares.RecordingMiddleware": 960,
        },
        "CONCURRENT_REQUESTS": crawl.per_host,
        "CONCURRENT_REQUESTS_PER_DOMAIN": crawl.per_host,
        "DOWNLOAD_DELAY": crawl.delay,
        "AUTOTHROTTLE_ENABLED": crawl.delay > 0,
        "AUTOTHROTTLE_START_DELAY": crawl.delay,
        "AUTOTHROTTLE_MAX_DELAY": max(60.0, crawl.delay),
        "AUTOTHROTTLE_TARGET_CONCURRENCY": float(crawl.per_host),
        "RETRY_TIMES": crawl.retries,
        "RETRY_GIVE_UP_LOG_LEVEL": "DEBUG",
        "DOWNLOAD_TIMEOUT": crawl.timeout,
        "DOWNLOAD_MAXSIZE": crawl.largest,
        "DOWNLOAD_WARNSIZE": 0,
        "REDIRECT_MAX_TIMES": 6,
    }


def _report(plan: Plan, recorder: Recorder, visited: Visited, ended: dict[str, Any]) -> Report:
    keys = tuple(fingerprint(Sent(url)) for url in plan.seeds)
    papers = list(assemble(plan.source.site, visited, keys))
    expected = visited.site.expect
    missed = [
        f"{v.sent.url}: {v.reading.listed} papers listed, expected {expected.listing.least} to "
        f"{expected.listing.most}"
        for v in visited.visits.values()
        if v.reading.listed is not None
        and not expected.listing.least <= v.reading.listed <= expected.listing.most
    ]
    missed += [
        f"{p.visits[0].sent.url}: {len(p.paper.questions)} questions, expected "
        f"{expected.paper.least} to {expected.paper.most}"
        for p in papers
        if not expected.paper.least <= len(p.paper.questions) <= expected.paper.most
    ]
    gaps = dict(Counter(gap.rule for gap in visited.gaps.values()))
    rules = dict(Counter(v.reading.rule for v in visited.visits.values() if v.reading.rule))
    return {
        "source": plan.source.source,
        "site": plan.source.site,
        "file": str(recorder.path),
        "resumed": recorder.resumed,
        "finished": ended["reason"] == "finished",
        "reason": ended["reason"],
        "user_agent": plan.agent,
        "robots": ended.get("robots", {}),
        "pages": len(visited.visits),
        "papers": len(papers),
        "questions": sum(len(p.paper.questions) for p in papers),
        "gaps": gaps,
        "rules": rules,
        "expectations_missed": missed,
        **asdict(recorder.counts),
    }
