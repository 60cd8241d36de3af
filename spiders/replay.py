"""Replays archives through Scrapy's engine; runs in a process of its own (see `engine.apart`)."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any, Self

from scrapy import Request, signals
from scrapy.crawler import AsyncCrawlerProcess, Crawler
from scrapy.exceptions import DontCloseSpider
from scrapy.http import Response
from twisted.python.failure import Failure as TwistedFailure

from cpsyexam.errors import SourceError
from cpsyexam.executor import INLINE, Executor, Failure, Progress
from spiders.archive import Archive, open_archive
from spiders.engine import REPLAY
from spiders.extracted import Extracted, Replay
from spiders.reading import Page
from spiders.rows import account
from spiders.settings import USUAL, WebLimits, WebSource
from spiders.site_reader import lost_page, read_site, reading_work
from spiders.spider import SiteSpider, Visited

Run = tuple[WebSource, Archive, Visited]


class ReplaySpider(SiteSpider):
    """Reads pages a wave at a time: all that the engine brought until it had nothing to do."""

    def __init__(self, *, executor: Executor, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.executor = executor
        self.unread: list[Request] = []

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Scrapy's constructor."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.wave, signal=signals.spider_idle)
        crawler.signals.connect(spider.broke, signal=signals.spider_error)
        return spider

    def broke(self, failure: TwistedFailure) -> None:
        """Keep the first thing that went wrong in our own code."""
        self.visited.fault = self.visited.fault or failure.value

    def wave(self) -> None:
        """Read a wave; keep what goes wrong."""
        try:
            self.read_wave()
        except DontCloseSpider:
            raise
        except Exception as error:  # noqa: BLE001 - raised again when the engine has stopped
            self.visited.fault = self.visited.fault or error

    def parse(self, response: Response) -> Iterator[Request]:
        """Keep a page; a reader sees it with the rest of its wave."""
        request, page = self.keep(response)
        reading = self.without_reader(request, page)
        if reading is None:
            self.unread.append(request)
        else:
            yield from self.follow(request, reading)

    def read_wave(self) -> None:
        """Read what is unread, ask for what it leads to, and go on while anything was asked.

        Nothing else wakes an idle engine before five seconds are over.
        """
        wave, self.unread = self.unread, []
        if not wave:
            return
        asked = False
        engine = self.crawler.engine
        assert engine is not None  # it sent the signal
        pages: Iterator[Page] = (
            self.visited.page(self.visited.visits[request.meta["asked"]]) for request in wave
        )
        work = reading_work(self.visited.site, self.site, self.visited.limits)
        for request, found in zip(wave, self.executor.map(work, pages), strict=True):
            reading = lost_page(found) if isinstance(found, Failure) else found
            for ask in self.follow(request, reading):
                engine.crawl(ask)
                asked = True
        if asked:
            raise DontCloseSpider


def replay(task: Replay, progress: Progress) -> list[Extracted]:
    """Extract every source. Raises SourceError: nothing readable, or fewer questions than a
    site's TOML expects.
    """
    found = []
    with task.executor as executor:
        for source, archive, visited in visit(task.sources, progress, executor, task.limits):
            rows = account(source.source, source.site, archive, visited, executor)
            _check(source, visited, rows)
            found.append(rows)
    return found


def visit(
    sources: tuple[WebSource, ...],
    progress: Progress,
    executor: Executor = INLINE,
    limits: WebLimits = USUAL,
) -> list[Run]:
    """Walk every archive from its start pages; all at once on one reactor."""
    process = AsyncCrawlerProcess(REPLAY)
    runs: list[Run] = []
    counts: Counter[str] = Counter()
    total = 0

    def seen(name: str, done: int) -> None:
        counts[name] = done
        if counts.total() % 50 == 0:
            progress(counts.total(), total, name)

    for source in sources:
        archive = open_archive(source.archive, source.source, limits.record * 2**20)
        site = read_site(source.site)
        visited = Visited(site, source.start or archive.seeds or site.start, limits)
        runs.append((source, archive, visited))
        total += len(archive.latest)
        process.crawl(
            ReplaySpider, site=source.site, visited=visited, archive=archive,
            progress=partial(seen, source.source), executor=executor,
        )  # fmt: skip
    process.start(install_signal_handlers=False)
    for _, _, visited in runs:
        if visited.fault is not None:
            raise visited.fault
    return runs


def _check(source: WebSource, visited: Visited, rows: Extracted) -> None:
    expected = visited.site.expect.source
    if not expected.least <= len(rows.kept) <= expected.most:
        common = Counter(rule for _, rule, _, _ in rows.refused).most_common(3)
        raise SourceError(
            f"{len(rows.kept)} questions, expected {expected.least} to {expected.most}; captures: "
            + ", ".join(f"{n} {rule}" for rule, n in common),
            where=f"source {rows.source} ({source.archive})",
            remedy=f"see what a page gives: cpsyexam probe {source.archive} --site {source.site}",
        )
