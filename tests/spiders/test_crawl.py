"""Live crawls of a server on 127.0.0.1 that behaves badly, by the real engine."""

import gzip
import json
import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cpsyexam.errors import BusyError, ConfigError, SourceError
from cpsyexam.stage import build_lock
from samples.sites import examcoo, studyez
from samples.sites.paper import html
from spiders.archive import open_archive
from spiders.crawl import Plan, check, run
from spiders.engine import apart
from spiders.http_messages import Received, Sent
from spiders.settings import CrawlSettings, WebSettings, WebSource
from spiders.stage import extract
from tests.spiders.server import Asked, Server, serving, with_header
from tests.spiders.shop import TERMS, article, structured
from tests.waiting import until

QUICK = CrawlSettings(contact="mailto:crawl@psy.example", delay=0, retries=2, timeout=60)
ROOT = Path(__file__).parents[2]


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as found:
        yield found


def source(server: Server, folder: Path, site: str = "studyez") -> WebSource:
    start = {"studyez": studyez, "examcoo": examcoo}[site].start(server.url)
    return WebSource(site=site, archive=folder / site, start=start, terms=TERMS, private=True)


def crawl(plan: Plan) -> dict[str, Any]:
    report: dict[str, Any] = apart(run, plan)
    return report


def checked(folder: Path) -> None:
    """Every WARC file of a folder stands up to warcio."""
    for path in folder.glob("*.warc.gz"):
        done = subprocess.run(
            [str(Path(sys.executable).with_name("warcio")), "check", str(path)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout


def papers(server: Server, count: int) -> list[str]:
    """Serve a StudyEZ of so many papers; their paths in order."""
    pages = studyez.pages([article(n) for n in range(count)], server.url)
    server.serve(pages)
    return [sent.url.removeprefix(server.url) for sent in pages if sent.url.endswith(".htm")]


def once(first: Received, times: int = 1) -> Any:
    """A rule that answers so the first times and then steps aside."""
    return lambda asked: first if asked.before < times else None


def answered_after(held: threading.Event, several: Iterator[int], _: Asked) -> None:
    """A rule that holds its answers back, but for the first ones."""
    if next(several, None) is None:
        held.wait()


def test_a_page_that_never_ends_is_given_up(server: Server, tmp_path: Path) -> None:
    [path] = papers(server, 1)
    server.drip[path] = 3600
    patience = {"timeout": 5.0, "retries": 0}
    report = crawl(Plan(source(server, tmp_path), QUICK.model_copy(update=patience)))
    assert report["finished"]
    assert report["gaps"]["fetch_failed"] > 0  # on a machine without time also what was late


def test_a_site_that_misbehaves(server: Server, tmp_path: Path) -> None:
    paths = papers(server, 14)
    page = {p: server.pages["GET", p, b""] for p in paths}
    server.rules[paths[0]] = once(Received(429, (("Retry-After", "1"),)))
    server.rules[paths[1]] = once(Received(503), 2)
    server.rules[paths[2]] = lambda _: Received(302, (("Location", paths[2]),))
    server.cut[paths[3]] = 200
    server.pages["GET", paths[4], b""] = html(
        page[paths[4]].body.decode(), charset="gb18030", said="utf-8"
    )
    kind = (("Content-Type", "text/html; charset=utf-8"), ("Content-Encoding", "gzip"))
    bomb = page[paths[5]].body + b"<!-- " + bytes(4 * 2**20) + b" -->"
    server.pages["GET", paths[5], b""] = Received(200, kind, gzip.compress(bomb))
    server.pages["GET", paths[6], b""] = Received(200, kind, gzip.compress(bytes(40 * 2**20)))
    server.drip[paths[7]] = 0.02
    server.pages["GET", "/robots.txt", b""] = Received(
        200,
        (("Content-Type", "text/plain"),),
        f"\ufeffUser-agent: *\nDisallow: {paths[9]}\n".encode(),  # with a byte order mark
    )
    server.pages["GET", paths[10], b""] = html('<div class="kao_text"><p>请先登录</p></div>')
    del server.pages["GET", paths[11], b""]
    server.rules[paths[12]] = lambda _: Received(302, (("Location", "http://127.0.0.2:1/login"),))
    plan = Plan(source(server, tmp_path), QUICK)
    report = crawl(plan)
    assert report["finished"]
    assert server.count(paths[9]) == 0
    assert [server.count(paths[n]) for n in (0, 1, 3)] == [2, 3, 3]
    assert {a.headers["User-Agent"] for a in server.log} == {plan.agent}
    assert "crawl@psy.example" in plan.agent
    assert report["gaps"] == {"fetch_failed": 1, "too_large": 1, "robots_disallowed": 1}
    for rule in ("redirect_loop", "left_site", "http_404"):
        assert report["rules"][rule] == 1
    (robots,) = report["robots"].values()
    assert robots["verdict"] == "obeyed"
    assert len(robots["sha256"]) == 64
    checked(tmp_path / "studyez")

    asked = len(server.log)
    found = extract({}, WebSettings(sources=(plan.source,)))
    assert len(server.log) == asked, "replay asked the network"
    rules = dict(found.rejected["rule"].value_counts().iter_rows())
    kept = {row["url"].removeprefix(server.url) for row in found.kept.iter_rows(named=True)}
    assert kept == {paths[n] for n in (0, 1, 4, 5, 7, 8, 13)}
    for rule in ("redirect_loop", "too_large", "robots_disallowed", "login_wall", "http_404",
                 "http_429", "robots_txt", "fetch_failed", "http_503", "left_site"):  # fmt: skip
        assert rules[rule] == 1, (rule, rules)


def test_posts_sessions_and_replay(server: Server, tmp_path: Path) -> None:
    """ExamCoo over the wire: POST bodies count, the RPC carries the view page's session."""
    pages = examcoo.pages([structured(0), structured(1)], server.url)
    server.serve({
        sent: with_header(received, "Set-Cookie", "sid=secret; Path=/")
        for sent, received in pages.items()
    })  # fmt: skip
    plan = Plan(source(server, tmp_path, "examcoo"), QUICK)
    report = crawl(plan)
    assert (report["papers"], report["questions"], report["gaps"]) == (2, 8, {})
    rpc = [a for a in server.log if "/editor/rpc/" in a.path]
    assert len(rpc) == 2
    for asked in rpc:
        assert "sid=secret" in asked.headers["Cookie"]
        assert asked.headers["Referer"].startswith(f"{server.url}/editor/do/view/id/")
    posts = [a for a in server.log if a.method == "POST"]
    assert len(posts) == len({a.body for a in posts}) == 8
    checked(tmp_path / "examcoo")
    (path,) = (tmp_path / "examcoo").glob("*.warc.gz")
    assert b"sid=secret" not in gzip.decompress(path.read_bytes())
    archive = open_archive(path, "examcoo")
    for sent, received in pages.items():
        stored = archive.find(sent)
        if stored is None:
            assert "/k/414/" in sent.url
            continue
        assert archive.payload(stored).body == received.body
    found = extract({}, WebSettings(sources=(plan.source,)))
    assert found.kept.height == 8
    assert found.kept["explanation"].str.starts_with("因为").all()


def test_a_killed_crawl_goes_on_where_it_was(server: Server, tmp_path: Path) -> None:
    paths = papers(server, 12)
    held = threading.Event()
    server.rules.update(dict.fromkeys(paths, partial(answered_after, held, iter(range(5)))))
    recipe = tmp_path / "recipe.toml"
    entry = source(server, tmp_path)
    terms = "\n".join(f'{k} = "{v}"' for k, v in TERMS.model_dump().items())
    recipe.write_text(
        f'[crawl]\ncontact = "mailto:a@psy.example"\ndelay = 0\n'
        f'[[web.sources]]\nsite = "studyez"\narchive = "{entry.archive}"\nprivate = true\n'
        f"start = {json.dumps(list(entry.start))}\n[web.sources.terms]\n{terms}\n",
        encoding="utf-8",
    )
    code = "from pipeline.cli import main; main()"
    command = [sys.executable, "-c", code, "crawl", "studyez", "--recipe", str(recipe)]
    first = subprocess.Popen(
        command, cwd=ROOT, start_new_session=True, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    until(lambda: sum(map(server.count, paths)) > 5 or first.poll() is not None)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    before = {p: server.count(p) for p in paths}
    assert sorted(before.values(), reverse=True) == [1] * 6 + [0] * (len(paths) - 6)
    assert (entry.archive / "unfinished.json").exists()
    (archive,) = entry.archive.glob("*.warc.gz")
    with archive.open("ab") as stream:  # half a record, as a full disk leaves it
        stream.write(archive.read_bytes()[:50])
    held.set()
    second = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert second.returncode == 0, second.stderr
    after = {p: server.count(p) for p in paths}
    assert all(after[p] >= 1 for p in paths)
    # only the page that was under way when the kill came is asked twice
    assert sum(after.values()) <= len(paths) + 1
    assert not (entry.archive / "unfinished.json").exists()
    checked(entry.archive)
    found = extract({}, WebSettings(sources=(entry,)))
    assert found.kept.height == 36


def test_a_second_crawl_asks_for_what_is_new_or_changed(server: Server, tmp_path: Path) -> None:
    papers(server, 2)
    lists = [f"/psychology/{c}/" for c in ("lnst", "mnst")]
    tags = {p: f'"{p}"' for p in lists}

    def conditional(asked: Asked) -> Received | None:
        page = server.pages["GET", asked.path, b""]
        if asked.headers.get("If-None-Match") == tags[asked.path]:
            return Received(304, (("ETag", tags[asked.path]),))
        return with_header(page, "ETag", tags[asked.path])

    server.rules |= dict.fromkeys(lists, conditional)
    plan = Plan(source(server, tmp_path), QUICK)
    assert crawl(plan)["requests"] == 5
    again = crawl(plan)
    assert (again["requests"], again["unchanged"], again["reused"]) == (3, 2, 2)
    assert again["questions"] == 6
    new = papers(server, 3)[2]
    tags[lists[0]] = '"changed"'
    third = crawl(plan)
    assert third["questions"] == 9
    assert server.count(new) == 1
    assert third["unchanged"] == 1
    kept = crawl(Plan(plan.source, QUICK, since="2020-01-01"))
    assert kept["requests"] == 0
    checked(tmp_path / "studyez")
    text = b"".join(gzip.decompress(p.read_bytes()) for p in (tmp_path / "studyez").glob("*.gz"))
    assert text.count(b"revisit/server-not-modified") == 3
    assert b"revisit/identical-payload-digest" in text
    assert extract({}, WebSettings(sources=(plan.source,))).kept.height == 9


def test_ceilings_stop_a_run_and_the_next_carries_on(server: Server, tmp_path: Path) -> None:
    papers(server, 4)
    plan = Plan(source(server, tmp_path), QUICK, limit=4)
    first = crawl(plan)
    assert (first["finished"], first["requests"]) == (False, 4)
    assert first["reason"] == "ceiling of 4 requests"
    second = crawl(plan)
    assert (second["finished"], second["requests"], second["resumed"]) == (True, 3, True)
    assert second["questions"] == 12


@pytest.mark.parametrize(
    ("robots", "reason"),
    [(Received(503), "finished"), (Received(429, (("Retry-After", "9999"),)), "9999 seconds")],
)
def test_a_site_that_wants_to_be_left_alone_is(
    server: Server, tmp_path: Path, robots: Received, reason: str
) -> None:
    papers(server, 1)
    server.rules["/robots.txt"] = lambda _: robots
    report = crawl(Plan(source(server, tmp_path), QUICK))
    assert reason in report["reason"]
    assert {a.path for a in server.log} == {"/robots.txt"}


def test_refuses_without_contact_or_cleared_terms(tmp_path: Path) -> None:
    entry = WebSource(site="studyez", archive=tmp_path, terms=TERMS, private=True)
    with pytest.raises(ConfigError, match="contact"):
        check(Plan(entry, CrawlSettings()))
    with pytest.raises(ConfigError, match="terms are unclear"):
        check(Plan(WebSource(site="studyez", archive=tmp_path), QUICK))
    gone = TERMS.model_copy(update={"status": "taken_down"})
    with pytest.raises(ConfigError, match="taken down"):
        check(Plan(entry.model_copy(update={"terms": gone}), QUICK))
    check(Plan(entry, QUICK))
    assert Sent("x") == Sent("x", headers=(("a", "b"),))


def test_two_crawls_of_one_source_do_not_mix(server: Server, tmp_path: Path) -> None:
    plan = Plan(source(server, tmp_path), QUICK)
    with build_lock(plan.source.archive), pytest.raises(BusyError):
        crawl(plan)
    assert server.log == []


def test_a_full_disk_stops_the_run_in_one_line(server: Server, tmp_path: Path) -> None:
    papers(server, 2)
    plan = Plan(source(server, tmp_path), QUICK)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1500, before[1]))  # inherited by the crawl
    try:
        with pytest.raises(SourceError, match="cannot write: File too large; free some space"):
            crawl(plan)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
