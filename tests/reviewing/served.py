"""A station without sources, and clients who are signed in."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from cpsyexam.errors import SourceError
from pipeline.paths import Paths
from pipeline.versions import next_version
from reviewing import reviewers
from reviewing.board import Board
from reviewing.opinions import Opinion
from reviewing.station.app import app
from reviewing.station.originals import PageLine
from reviewing.station.station import Station
from tests.reviewing.tables import desk, question

Row = dict[str, Any]
ROWS = [
    question(1, flags=["ocr_slip: l9世纪"]),
    question(2, answer="", rule="missing_answer"),
    question(3, declared="QA", options=[], answer="遗忘先快后慢。", flags=["ocr_slip: x"]),
]


class NoOriginals:
    """A machine without the sources."""

    def shows(self, question: Mapping[str, Any]) -> str:
        return ""

    def scan(self, question: Mapping[str, Any]) -> bytes:
        raise SourceError("no scan here")

    def key(self, question: Mapping[str, Any]) -> bytes:
        raise SourceError("no scan here")

    def lines(self, question: Mapping[str, Any]) -> Sequence[PageLine]:
        return ()

    def page(self, question: Mapping[str, Any]) -> str:
        raise SourceError("no page here")


class Desk:
    """A station and its clients."""

    def __init__(
        self,
        folder: Path,
        rows: Sequence[dict[str, Any]] = ROWS,
        *,
        edges: Sequence[Row] = (),
        **settings: Any,
    ) -> None:
        opened = desk(folder, rows, edges, control=0.0, gold=0.0, **settings)
        board = Board(folder / "opinions", opened)
        self.station = Station(
            folder,
            folder / "decisions",
            opened,
            board,
            NoOriginals(),
            partial(next_version, paths=Paths(folder, "mine"), decisions=folder / "decisions"),
        )
        self.folder = folder

    def client(self, name: str, *, chair: bool = False) -> TestClient:
        secret = reviewers.invite(self.folder, name, chair=chair)
        made = TestClient(app(self.station), base_url="http://127.0.0.1:8765",
                          headers={"accept-language": "en"})  # fmt: skip
        assert made.get(f"/enter/{secret}", follow_redirects=False).status_code == 303
        return made

    def item(self, raw_id: str = "r0001") -> str:
        return next(s.item for s in self.station.desk.every()
                    if self.station.desk.payload(s.rank)["raw_id"] == raw_id)  # fmt: skip

    def said(self) -> list[Opinion]:
        return [row for by in self.station.board.reviewers for row in self.station.board.log(by)]


def own(client: TestClient, item: str, **said: Any) -> Any:
    """Give one's own answer where the page asks for one; the page of the item then."""
    page = client.get(f"/item/{item}")
    while f'action="/item/{item}/own"' in page.text:
        hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.text))
        page = client.post(f"/item/{item}/own", data={**hidden, **(said or {"none": "1"})})
    return page


def form(client: TestClient, item: str, **changed: Any) -> dict[str, Any]:
    """The form of an item's page as a browser would send it, with changes."""
    page = own(client, item)
    assert page.status_code == 200
    body = page.text[page.text.index('id="form"') :]
    found: dict[str, Any] = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', body))
    found |= dict(re.findall(r'<textarea name="(\w+)"[^>]*>\n?([^<]*)</textarea>', body))
    found["key"] = re.findall(r'name="key" value="(\d)" checked', body)
    return {**found, **changed}


def send(client: TestClient, item: str, **changed: Any) -> Any:
    return client.post(f"/item/{item}", data=form(client, item, **changed), follow_redirects=False)
