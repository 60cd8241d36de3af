"""The examination for people: no key, changeable until handed in, not for who has seen the key."""

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from reviewing.exchange import answers
from tests.reviewing.saying import says
from tests.reviewing.served import Desk, own, send
from tests.reviewing.tables import question


@pytest.fixture
def place(tmp_path: Path) -> Desk:
    rows = [question(i, split="test", explanation="因为是班杜拉") for i in range(3)]
    doubted = question(3, split="test", flags=["ocr_slip: x"])
    return Desk(tmp_path, [*rows, doubted, question(9, split="train")])


def answer(client: TestClient, path: str = "/answer", **said: Any) -> Any:
    """Send the form of a page of the examination; the page that it leads to."""
    page = client.get(path)
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.text))
    [action] = re.findall(r'action="(/[^"]+)"', page.text)
    return client.post(action, data={**fields, **said})


def handed(place: Desk, name: str) -> tuple[list[str], answers.Handed]:
    """The texts that an export of one person holds, and its figures."""
    paper = place.station.answers[name]
    made = answers.write(place.folder / "out", [paper], place.station.desk, place.station.board)
    lines = (place.folder / f"out/human-{name}.csv").read_text("utf-8").splitlines()[1:]
    return sorted(line.split(",")[1] for line in lines), made[f"human-{name}.csv"]


def test_no_key_is_shown_and_answers_can_be_changed_until_they_are_handed_in(place: Desk) -> None:
    client = place.client("lin")
    seen = set()
    for said in ("C", "A", "B"):
        page = client.get("/answer")
        assert "班杜拉" in page.text
        assert "因为是" not in page.text
        assert "checked" not in page.text
        seen.add(page.url.path)
        answer(client, said=said)
    assert len(seen) == 3
    first = min(seen)
    assert len(re.findall("checked", client.get(first).text)) == 1
    answer(client, first, said="D")
    assert handed(place, "lin") == ([], answers.Handed(0, 3, 0))
    answer(client, none="1")
    refused = answer(client, "/hand-in")
    assert refused.status_code == 422
    assert "Some answers are blank" in refused.text
    assert place.station.answers["lin"].done == {}
    assert "All answered" in answer(client, "/hand-in", blanks="1").text
    texts, made = handed(place, "lin")
    assert "答案：D" in texts
    assert texts[0] == ""
    assert made == answers.Handed(4, 0, 0)
    assert client.get(first).status_code == 409


def test_nothing_chosen_is_no_answer(place: Desk) -> None:
    client = place.client("lin")
    told = answer(client)
    assert told.status_code == 422
    assert "Nothing is answered" in told.text
    assert place.station.answers["lin"].drafts == {}


def test_a_part_can_be_handed_in_and_the_rest_another_time(place: Desk) -> None:
    client = place.client("lin")
    answer(client, said="C")
    assert "Handed in, thank you" in answer(client, "/hand-in").text
    assert len(place.station.answers["lin"].done) == 1
    assert "/answer/" in str(client.get("/answer").url)


def test_who_has_seen_a_key_cannot_sit_that_question(place: Desk) -> None:
    client, item = place.client("lin"), place.item("r0003")
    [name] = [n for n, _, all_ in place.station.desk.paper() if "r0003" in all_]
    assert client.get(f"/answer/{name}").status_code == 200
    own(client, item)  # the key is shown, nothing is said yet
    told = client.get(f"/answer/{name}")
    assert told.status_code == 404
    assert "seen the key" in told.text
    for _ in range(3):
        answer(client, said="C")
    assert "All answered" in answer(client, "/hand-in").text
    assert name not in place.station.answers["lin"].done


def test_who_has_seen_all_keys_is_not_thanked_for_answers(place: Desk) -> None:
    client = place.client("lin")
    every = tuple(name for _, _, names in place.station.desk.paper() for name in names)
    slip = place.station.desk.every()[0]
    place.station.board.shows(slip, "lin", "2026-11-22T03:00:00Z", "key", questions=every)
    told = client.get("/answer")
    assert "All answered" not in told.text
    assert "Nothing here is yours to answer" in told.text


def test_an_answer_is_not_handed_in_once_the_key_was_seen(place: Desk) -> None:
    client, item = place.client("lin"), place.item("r0003")
    for _ in range(4):
        answer(client, said="C")
    send(client, item, verdict="accept")
    page = client.get("/hand-in")
    assert "since you have seen the key meanwhile: <b>1</b>" in page.text
    answer(client, "/hand-in")
    assert len(place.station.answers["lin"].done) == 3


def test_an_answer_after_an_opinion_is_no_baseline(place: Desk) -> None:
    """Also where the opinion came from elsewhere, as in files of former stations."""
    client = place.client("lin")
    for _ in range(4):
        answer(client, said="C")
    answer(client, "/hand-in")
    assert handed(place, "lin")[1] == answers.Handed(4, 0, 0)
    before = says("lin", item=place.item("r0003"), when="2020-01-01T00:00:00Z")
    place.station.board.add(before)
    assert handed(place, "lin")[1] == answers.Handed(3, 0, 1)
