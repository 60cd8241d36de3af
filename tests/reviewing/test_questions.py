"""The list of all questions: found by words, without keys or reserve; what is reported."""

import re
from pathlib import Path

import pytest

from reviewing import errata
from reviewing.desk import Desk as Opened
from tests.reviewing.served import Desk
from tests.reviewing.tables import desk, frames, question

ROWS = [
    question(1, flags=["ocr_slip: l9世纪"]),
    question(2, stem="系统脱敏法由谁提出（　）。", options=["沃尔普", "贝克"], answer="A",
             explanation="交互抑制", subject="临床心理学"),
    question(3, stem="留待日后的题（　）。", split="reserved"),
]  # fmt: skip


@pytest.fixture
def place(tmp_path: Path) -> Desk:
    return Desk(tmp_path, ROWS)


def test_any_public_question_is_found_by_words_without_its_key(place: Desk) -> None:
    client = place.client("lin")
    page = client.get("/questions", params={"text": "脱敏 沃尔普"}).text
    assert "系统脱敏法" in page
    assert "交互抑制" not in page
    assert "✓" not in page
    assert "1 questions" in page
    assert "系统脱敏法" in client.get("/questions", params={"subject": "临床心理学"}).text
    for text in ("交互抑制", "%", "没有"):
        assert "系统脱敏法" not in client.get("/questions", params={"text": text}).text
    waiting = client.get("/questions").text
    assert f'href="/item/{place.item()}"' in waiting
    assert "留待日后" not in waiting


def test_the_reserve_is_in_no_list(tmp_path: Path) -> None:
    opened: Opened = desk(tmp_path, ROWS)
    every = opened.questions({}, 0, 99)
    assert len(every) == opened.listed({}) == 2
    assert {row["split"] for _, row in every} == {"train"}
    assert "留待日后" in "".join(frames(ROWS)["split"]["stem"])


def test_a_fault_is_reported_once_it_is_told(place: Desk) -> None:
    client = place.client("lin")
    page = client.get("/questions", params={"text": "脱敏"}).text
    [name] = re.findall(r'action="/questions/(q\w+)', page)
    [token] = set(re.findall(r'name="csrf" value="([^"]*)"', page))
    where = f"/questions/{name}"
    assert client.post(where, data={"csrf": token, "problem": " "}).status_code == 422
    assert client.post(where, data={"csrf": "x", "problem": "错"}).status_code == 403
    assert client.post("/questions/q0", data={"csrf": token, "problem": "错"}).status_code == 404
    kept = place.folder / errata.FILE
    assert not kept.exists()
    said = {"csrf": token, "problem": "应为沃尔普<b>"}
    done = client.post(where, params={"text": "脱敏"}, data=said)
    assert (done.url.path, done.url.params["text"]) == ("/questions", "脱敏")
    assert "Noted" in done.text
    found = errata.reported(kept, frames(ROWS)["parsed"], frames(ROWS)["split"])
    assert found["raw_id"].to_list() == ["r0002"]
    assert found["detail"][0].startswith("应为沃尔普<b> | lin")


def test_a_reported_question_shows_it_to_everybody_at_once(place: Desk) -> None:
    client = place.client("lin")
    assert "Reported;" not in client.get("/questions").text
    said = errata.Report(question="r0002", problem="错", by="wang", when="2026-11-22T03:00:00Z")
    errata.add(place.folder, said)
    other, one = client.get("/questions").text.split('<article class="card asked"')[1:]
    assert "Reported;" not in one
    assert "joins the queue at the next start" in other
