"""How fast a live crawl asks: as a page's Retry-After and a site's Crawl-delay say."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from spiders.crawl import Plan
from spiders.http_messages import Received
from tests.spiders.server import Asked, Server, serving
from tests.spiders.test_crawl import QUICK, crawl, papers, source


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as found:
        yield found


def test_a_site_that_asks_to_wait_is_not_asked_before(server: Server, tmp_path: Path) -> None:
    (path,) = papers(server, 1)
    asked: list[float] = []

    def busy(_: Asked) -> Received | None:
        asked.append(time.monotonic())
        return Received(429, (("Retry-After", "1"),)) if len(asked) == 1 else None

    server.rules[path] = busy
    assert crawl(Plan(source(server, tmp_path), QUICK))["finished"]
    assert len(asked) == 2
    assert asked[1] - asked[0] >= 1, "nothing else in this crawl takes a second"


def test_a_crawl_delay_sets_the_pace(server: Server, tmp_path: Path) -> None:
    papers(server, 1)
    server.pages["GET", "/robots.txt", b""] = Received(
        200, (("Content-Type", "text/plain"),), b"User-agent: *\nCrawl-delay: 0.6\n"
    )
    began = time.monotonic()
    report = crawl(Plan(source(server, tmp_path), QUICK))
    assert time.monotonic() - began >= 1.2  # three pages, two waits between them
    (robots,) = report["robots"].values()
    assert robots["crawl_delay"] == 0.6
