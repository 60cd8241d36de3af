"""Crawls of hostile sites on 127.0.0.1: nothing is asked but the site, and no page is lost."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from scrapy import Spider
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.http import Response

from cpsyexam.errors import SourceError
from cpsyexam.executor import Progress
from samples.sites import studyez
from samples.sites.paper import html
from spiders.crawl import Plan, run
from spiders.destinations import PRIVATE
from spiders.engine import QUIET, apart
from spiders.http_messages import Received, Sent
from spiders.reading import Page
from spiders.recorder import Recorder
from spiders.settings import CrawlSettings, WebSettings, WebSource
from spiders.site_reader import read_site, reading_of
from spiders.stage import extract
from spiders.urls import absolute, refusal
from tests.matrix import some
from tests.spiders.server import Server, serving
from tests.spiders.shop import TERMS, article

QUICK = CrawlSettings(contact="mailto:crawl@psy.example", delay=0, retries=0, timeout=60)
PAPER = "/psychology/lnst/all/201512/19204310.htm"


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as found:
        found.serve(studyez.pages([article(n) for n in range(4)], found.url))
        yield found


def plan(server: Server, folder: Path, *, private: bool = True, **settings: Any) -> Plan:
    start = studyez.start(server.url)
    source = WebSource(
        site="studyez", archive=folder / "studyez", start=start, terms=TERMS, private=private
    )
    return Plan(source, QUICK.model_copy(update=settings))


def crawl(task: Plan) -> dict[str, Any]:
    report: dict[str, Any] = apart(run, task)
    return report


def archived(folder: Path) -> bytes:
    """All that a crawl wrote, unpacked."""
    return b"".join(gzip.decompress(p.read_bytes()) for p in folder.rglob("*.warc.gz"))


def papers(server: Server) -> list[str]:
    return sorted(path for _, path, _ in server.pages if path.endswith(".htm"))


ELSEWHERE = (
    "file://{host}{secret}", "file://{secret}", "//{other}/x.htm", "ftp://{host}/x", "data:,x",
    "http://169.254.169.254/latest/meta-data/", "http://[::1", "http://{host}:99999/",
)  # fmt: skip


def test_a_redirect_leads_nowhere_but_to_the_site(server: Server, tmp_path: Path) -> None:
    secret = tmp_path / "token.txt"
    secret.write_text("TOKEN-OF-THIS-MACHINE")
    server.serve(studyez.pages([article(n) for n in range(len(ELSEWHERE) + 2)], server.url))
    *others, last = papers(server)
    with serving() as other:
        host, elsewhere = server.url.partition("//")[2], other.url.partition("//")[2]
        for path, target in zip(others, ELSEWHERE, strict=False):
            location = target.format(host=host, secret=secret, other=elsewhere)
            server.pages["GET", path, b""] = Received(302, (("Location", location),))
        report = crawl(plan(server, tmp_path))
        assert other.log == []
    assert report["finished"]
    assert report["rules"]["left_site"] == len(ELSEWHERE)
    assert report["papers"] == 2
    assert server.count(last) == 1
    assert b"TOKEN-OF-THIS-MACHINE" not in archived(tmp_path)


def test_links_lead_nowhere_but_to_the_site(server: Server, tmp_path: Path) -> None:
    secret = tmp_path / "psychology" / "lnst" / "all" / "201512" / "1920431.htm"
    secret.parent.mkdir(parents=True)
    secret.write_text("TOKEN-OF-THIS-MACHINE")
    hostile = [f"file://{secret}", f"ftp://127.0.0.1{PAPER}", f"http://user@127.0.0.1{PAPER}",
               f"{server.url}:1{PAPER}", f"{server.url}0{PAPER}"]  # fmt: skip
    server.pages["GET", "/psychology/lnst/", b""] = html(
        "".join(f'<a href="{h}">真题</a>' for h in (*hostile, papers(server)[0]))
    )
    report = crawl(plan(server, tmp_path))
    assert report["finished"]
    assert b"TOKEN-OF-THIS-MACHINE" not in archived(tmp_path)
    assert server.count(papers(server)[0]) == 1
    assert server.count(PAPER) == 0
    again = extract({}, WebSettings(sources=(plan(server, tmp_path).source,)))
    captures = set(again.tables["captures"]["capture"])
    assert captures == set(again.kept["capture"]) | set(again.rejected["parent"])


def test_robots_txt_leads_nowhere_but_to_the_site(server: Server, tmp_path: Path) -> None:
    with serving() as other:
        target = (("Location", f"{other.url}/robots.txt"),)
        server.pages["GET", "/robots.txt", b""] = Received(302, target)
        report = crawl(plan(server, tmp_path))
        assert other.log == []
    assert {asked.path for asked in server.log} == {"/robots.txt"}
    (verdict,) = report["robots"].values()
    assert "nothing may be fetched" in verdict["verdict"]
    assert report["gaps"] == {"robots_disallowed": 2}


@pytest.mark.parametrize("host", some(["localhost", "127.0.0.1", "127.1"], 3))
def test_this_machine_is_not_asked_unless_the_source_says_so(
    host: str, server: Server, tmp_path: Path
) -> None:
    server.url = server.url.replace("127.0.0.1", host)
    report = crawl(plan(server, tmp_path, private=False))
    assert server.log == []
    assert report["gaps"] == {"refused_address": 2}
    assert b"127.0.0.1 is not a public address" in archived(tmp_path)
    if host == "127.0.0.1":
        assert crawl(plan(server, tmp_path / "own"))["papers"] == 4


def test_a_name_may_stand_for_another_address_when_the_connection_is_made(server: Server) -> None:
    url = server.url.replace("127.0.0.1", "localhost") + "/robots.txt"
    assert apart(statuses, (url, False)) == []
    assert server.log == []
    assert apart(statuses, (url, True)) == [200]


def statuses(task: tuple[str, bool], progress: Progress) -> list[int]:
    """What the engine brings with the resolver alone: no middleware of ours before it."""
    del progress
    resolver = "spiders.destinations.PublicResolver"
    process = AsyncCrawlerProcess({**QUIET, "DNS_RESOLVER": resolver, PRIVATE: task[1]})
    answers: list[int] = []

    class Once(Spider):
        name, start_urls = "once", [task[0]]

        def parse(self, response: Response) -> None:
            answers.append(response.status)

    process.crawl(Once)
    process.start(install_signal_handlers=False)
    return answers


def test_a_crawl_delay_beyond_all_bounds_ends_the_run(server: Server, tmp_path: Path) -> None:
    text = b"User-agent: *\nCrawl-delay: 601\n"
    server.pages["GET", "/robots.txt", b""] = Received(200, (("Content-Type", "text/plain"),), text)
    report = crawl(plan(server, tmp_path))
    assert report["reason"] == "robots.txt asks for 601 seconds between requests"
    assert {asked.path for asked in server.log} == {"/robots.txt"}


def test_a_crawl_delay_does_not_outlast_the_ceiling_of_seconds(
    server: Server, tmp_path: Path
) -> None:
    text = b"User-agent: *\nCrawl-delay: 300\n"
    server.pages["GET", "/robots.txt", b""] = Received(200, (("Content-Type", "text/plain"),), text)
    report = crawl(plan(server, tmp_path, seconds=3.0))
    assert report["reason"] == "ceiling of 3 seconds"
    assert len(server.log) <= 2  # the rules and a page, none after them


@pytest.mark.parametrize(
    "name",
    [
        "../victim.warc.gz",
        "{folder}/victim.warc.gz",
        "victim.txt",
        ".victim.warc.gz",
        "a/b.warc.gz",
        "link.warc.gz",
        "",
    ],
)
def test_a_marker_names_no_file_but_an_archive_beside_it(name: str, tmp_path: Path) -> None:
    victim = tmp_path / "victim.warc.gz"
    victim.write_bytes(b"precious")
    folder = tmp_path / "studyez"
    folder.mkdir()
    (folder / "link.warc.gz").symlink_to(victim)
    marker = json.dumps({"file": name.format(folder=tmp_path), "started": ""})
    (folder / "unfinished.json").write_text(marker)
    with pytest.raises(SourceError, match=r"no archive of a crawl; delete it"):
        Recorder(folder, "studyez", ("http://a.example/",))
    assert victim.read_bytes() == b"precious"


CHARSETS = ("hex", "idna", "utf-16", "zlib", "punycode", "undefined", "no-such-thing", "rot13")


def test_a_mislabelled_charset_loses_no_page(server: Server, tmp_path: Path) -> None:
    server.serve(studyez.pages([article(n) for n in range(len(CHARSETS))], server.url))
    for path, charset in zip(papers(server), CHARSETS, strict=True):
        kind = (("Content-Type", f"text/html; charset={charset}"),)
        body = server.pages["GET", path, b""].body
        server.pages["GET", path, b""] = Received(200, kind, body)
    report = crawl(plan(server, tmp_path))
    assert report["finished"]
    assert report["pages"] == 2 + len(CHARSETS)
    rows = extract({}, WebSettings(sources=(plan(server, tmp_path).source,)))
    captures = rows.tables["captures"].filter(pl.col("url").str.ends_with(".htm"))
    assert captures.height == len(CHARSETS)
    assert set(captures["capture"]) <= {*rows.kept["capture"], *rows.rejected["parent"]}


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("https://a.example/x", ""),
        ("http://[::1", "no URL"),
        ("http://a.example:x/", "no URL"),
        ("http://a.example:70000/", "no URL"),
        ("http://a.example:0/", "port 0"),
        ("file:///etc/passwd", "scheme file"),
        ("//a.example/", "scheme missing"),
        ("http:///x", "no host"),
        ("http://me@a.example/", "user name"),
        ("http://a.example/" + "x" * 2100, "longer than"),
    ],
)
def test_which_urls_can_be_asked(url: str, why: str) -> None:
    assert why in refusal(url)
    assert bool(why) == bool(refusal(url))
    assert absolute("http://a.example/b/", "c.htm#d") == "http://a.example/b/c.htm"
    assert absolute("http://a.example/b/", "http://[::1") == ""


def test_a_page_leads_to_so_many_others_at_most() -> None:
    base = "http://www.studyez.com/psychology/lnst/"
    links = "".join(f'<a href="all/201512/{n}.htm">真题</a>' for n in range(1_000_000, 1_003_000))
    page = Page(Sent(base), html(links))
    reading = reading_of(page, read_site("studyez"), "studyez")
    assert len(reading.follow) == 2000
    told = "3000 links; 2000 are followed; raise links in [web.limits]"
    assert reading.refused == ((f"{base}#links", told),)
    assert len(reading_of(page, read_site("studyez"), "studyez", 3000).follow) == 3000
