"""Lists that bring nothing new are left, and a crawl of a site that never ends has an end."""

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from samples.sites import studyez
from samples.sites.paper import html
from spiders.crawl import Plan
from spiders.harvest import PATIENCE, Harvest
from spiders.http_messages import Received
from tests.spiders.server import Asked, Server, serving
from tests.spiders.shop import article
from tests.spiders.test_crawl import QUICK, crawl, source

_LIST = re.compile(r"/psychology/lnst/(?:\?page=(\d+))?")
PAPERS = 5


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as found:
        yield found


class Endless:
    """Two papers a list and two lists more, for ever; papers come again under new addresses."""

    def __init__(self, *, sessions: bool) -> None:
        pages = studyez.pages([article(n) for n in range(PAPERS)])
        self.papers = [page for sent, page in pages.items() if sent.url.endswith(".htm")]
        self.sessions, self.new = sessions, itertools.count(100_000)

    def __call__(self, asked: Asked) -> Received | None:
        if found := re.search(r"/(\d+)\.htm$", asked.path):
            return self.papers[int(found[1]) % PAPERS]
        if not (found := _LIST.fullmatch(asked.path)):
            return None
        page = int(found[1] or 0)
        names = [2 * page, 2 * page + 1]
        numbers = [
            n % PAPERS + PAPERS * (next(self.new) if self.sessions else 20_000) for n in names
        ]
        papers = "".join(
            f'<li><a href="/psychology/lnst/all/201512/{number}.htm">第{name}套模拟题</a></li>'
            for name, number in zip(names, numbers, strict=True)
        )
        later = [f"?page={page + 1}", f"?page=0{page + 1}"]
        lists = "".join(f'<a href="/psychology/lnst/{query}">下一页</a>' for query in later)
        return html(f"<title>试题</title><ul>{papers}</ul>{lists}")


@pytest.mark.parametrize("sessions", [False, True])
def test_a_list_that_never_ends_is_left(server: Server, tmp_path: Path, *, sessions: bool) -> None:
    server.otherwise = Endless(sessions=sessions)
    plan = Plan(source(server, tmp_path), QUICK.model_copy(update={"requests": 200}))
    report = crawl(plan)
    assert report["finished"], report["reason"]
    assert report["gaps"]["barren_list"] >= 1
    asked = {a.path for a in server.log}
    assert {
        int(found[1]) % PAPERS for path in asked if (found := re.search(r"(\d+)\.htm", path))
    } == (set(range(PAPERS)))
    assert report["questions"] >= 3 * PAPERS


def test_a_redirect_to_itself_that_sets_a_cookie_says_so(server: Server, tmp_path: Path) -> None:
    start = "/psychology/lnst/"
    told = (("Location", start), ("Set-Cookie", "seen=1"))
    server.rules[start] = lambda _: Received(302, told)
    report = crawl(Plan(source(server, tmp_path), QUICK))
    assert report["rules"]["wants_cookie"] == 1


def test_a_chain_of_lists_is_left_only_where_nothing_new_came() -> None:
    harvest = Harvest()
    harvest.listed("0", "首页", "")
    for n in range(1, PATIENCE + 1):
        assert not harvest.spent(str(n - 1))
        harvest.listed(str(n), f"列表{n}", str(n - 1))
    assert harvest.spent(str(PATIENCE))
    harvest.paper("<p>1. 记忆的第一个环节是</p><p>阅读 17 次</p>", str(PATIENCE))
    assert not harvest.spent(str(PATIENCE))
    harvest.listed("far", "列表", str(PATIENCE))
    harvest.paper('<p>1. 记忆的第一个环节是</p><a href="?sid=9"></a><p>阅读 18 次</p>', "far")
    assert not harvest.spent("far")
    harvest.listed("twin", "列表", "far")
    assert harvest.spent("twin")  # the same list again
