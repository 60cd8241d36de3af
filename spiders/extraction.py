"""Replays archives through Scrapy's engine; runs in a process of its own (see `engine.apart`)."""

from collections import Counter
from functools import partial

from scrapy.crawler import AsyncCrawlerProcess

from cpsyexam.errors import SourceError
from spiders.accounts import Extracted, account
from spiders.archive import Archive, open_archive
from spiders.engine import REPLAY, Told
from spiders.settings import WebSource
from spiders.site import read_site
from spiders.spider import SiteSpider, Visited

Run = tuple[WebSource, Archive, Visited]


def replay(task: tuple[WebSource, ...], told: Told) -> list[Extracted]:
    """Extract every source. Raises SourceError: nothing readable, or fewer questions than a
    site's TOML expects.
    """
    found = []
    for source, archive, visited in visit(task, told):
        rows = account(source.source, source.site, archive, visited)
        _check(source, visited, rows)
        found.append(rows)
    return found


def visit(task: tuple[WebSource, ...], told: Told) -> list[Run]:
    """Walk every archive from its start pages; all at once on one reactor."""
    process = AsyncCrawlerProcess(REPLAY)
    runs: list[Run] = []
    counts: Counter[str] = Counter()
    total = 0

    def seen(name: str, done: int) -> None:
        counts[name] = done
        if counts.total() % 50 == 0:
            told(counts.total(), total, name)

    for source in task:
        archive = open_archive(source.archive, source.source)
        site = read_site(source.site)
        visited = Visited(site, source.start or archive.seeds or site.start)
        runs.append((source, archive, visited))
        total += len(archive.latest)
        tell = partial(seen, source.source)
        process.crawl(SiteSpider, site=source.site, visited=visited, archive=archive, told=tell)
    process.start(install_signal_handlers=False)
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
