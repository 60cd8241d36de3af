"""Own answer first, then the key."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reviewing import desk as desks
from reviewing.board import Board
from reviewing.items import payloads
from reviewing.queue import queue
from reviewing.settings import QueueSettings
from reviewing.station.originals import PageLine
from reviewing.station.station import Station
from tests.reviewing.served import ROWS, Desk, NoOriginals, form, own, send
from tests.reviewing.tables import frames, question

KEYED = question(1, flags=["ocr_slip: x"], explanation="因为他做了波波玩偶实验")
CONTRADICTORY = [
    question(3, counterpart="r0004", rule="conflicting_answers"),
    question(4, stem=question(3)["stem"], answer="B", counterpart="r0003",
             rule="conflicting_answers"),
]  # fmt: skip
CASELESS = question(5, stem="该求助者的主要问题是什么？", rule="orphan_case_question")


class Paged(NoOriginals):
    """One saved page on which all the questions stand with their keys."""

    def shows(self, question: Mapping[str, Any]) -> str:
        return "page"

    def lines(self, question: Mapping[str, Any]) -> Sequence[PageLine]:
        return [PageLine(f"{name}的题干，答案：{name}的答案", name == question["raw_id"], key=True)
                for name in ("r0001", "r0002", "r0003")]  # fmt: skip

    def page(self, question: Mapping[str, Any]) -> str:
        return "整页"


def test_key_and_explanation_wait_for_ones_own_answer(tmp_path: Path) -> None:
    place = Desk(tmp_path, [KEYED, *ROWS[1:]])
    client, item = place.client("lin"), place.item()
    before = client.get(f"/item/{item}").text
    for told in ("checked", "波波玩偶", 'class="option key"', "The printed original", "✓"):
        assert told not in before
    for path in ("scan.png", "page.html"):
        assert client.get(f"/item/{item}/{path}").status_code == 404
    blank = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', before))
    nothing = client.post(f"/item/{item}/own", data=blank)
    assert nothing.status_code == 422
    assert "Nothing is answered" in nothing.text
    after = own(client, item, said="B").text
    assert re.search(r'id="own">You answered: <b>斯金纳</b>', after)
    assert "not the key" in after
    assert "not the key" not in own(place.client("wang"), item, said="C").text
    for chair in (False, True):
        page = place.client(f"p{chair}", chair=chair).get("/progress").text
        assert ("gold items right" in page) is chair
    assert "波波玩偶" in after
    assert 'value="2" checked' in after  # the printed key
    assert "波波玩偶" in client.get(f"/item/{item}").text  # and so it stays


def test_right_against_ones_own_answer_or_a_ticked_fault_is_asked_once_more(tmp_path: Path) -> None:
    place = Desk(tmp_path)
    item = place.item()
    for name, said, more, asked in (
        ("lin", "B", {}, "You answered otherwise"),
        ("wang", "C", {"check": ["key_wrong"]}, "You ticked a fault"),
    ):
        client = place.client(name)
        own(client, item, said=said)
        data = form(client, item, verdict="accept", **more)
        again = client.post(f"/item/{item}", data=data, follow_redirects=False)
        assert again.status_code == 422
        assert asked in again.text
        assert 'name="sure" value="1"' in again.text
        assert not [one for one in place.said() if one.by == name]
        sure = client.post(f"/item/{item}", data={**data, "sure": "1"}, follow_redirects=False)
        assert sure.status_code == 303
    own(place.client("zhao"), item, said="C")
    assert [one.verdict for one in place.said()] == ["accept", "accept"]


def test_keys_on_the_page_wait_until_all_that_ask_are_answered(tmp_path: Path) -> None:
    """Those of neighbours on a captured page and of like questions, until these are answered."""
    rows = [question(1, flags=["ocr_slip: x"]), question(2, flags=["ocr_slip: y"]), question(3)]
    edges = [
        {"left": "r0001", "right": name, "kind": "flip", "reason": "w", "ratio": 0.9}
        for name in ("r0002", "r0003")
    ]
    place = Desk(tmp_path, rows, edges=edges)
    board = place.station.board
    place.station = replace(place.station, originals=Paged())
    lin, item, beside = place.client("lin"), place.item("r0001"), place.item("r0002")
    page = own(lin, item).text
    assert "r0001的答案" in page
    for text in ("r0002的答案", "r0003的答案", "page.html"):
        assert text not in page
    assert page.count("waits for your own answer, too") == 1  # r0002's, not r0003's
    assert lin.get(f"/item/{item}/page.html").status_code == 404
    assert "r0003" in board.keys("lin")
    assert not board.keys("lin").keys() & {"r0002", "c1"}
    own(lin, beside, said="C")
    page = lin.get(f"/item/{item}").text
    assert "r0002的答案" in page
    assert "waits for your own" not in page
    assert lin.get(f"/item/{item}/page.html").status_code == 200
    assert {"r0002", "c1"} < board.keys("lin").keys()
    assert not board.keys("wang")


class Scanned(NoOriginals):
    """Scans of questions, and of keys."""

    def shows(self, question: Mapping[str, Any]) -> str:
        return "scan"

    def scan(self, question: Mapping[str, Any]) -> bytes:
        return b"question"

    def key(self, question: Mapping[str, Any]) -> bytes:
        return b"key"


def test_the_printed_line_of_a_key_waits_for_all_whose_keys_are_in_it(tmp_path: Path) -> None:
    line = [{"page": 9, "x0": 10, "x1": 500, "y0": 100, "y1": 140}]
    rows = [
        question(n, key_boxes=line, **({"flags": ["ocr_slip: x"]} if n < 3 else {}))
        for n in (1, 2, 3)
    ]
    place = Desk(tmp_path, rows)
    board = place.station.board
    place.station = replace(place.station, originals=Scanned())
    lin, item, beside = place.client("lin"), place.item("r0001"), place.item("r0002")
    assert lin.get(f"/item/{item}/key.png").status_code == 404
    page = own(lin, item).text
    assert "on page 9" in page
    assert "key.png" not in page
    assert "it is shown after that" in page
    assert lin.get(f"/item/{item}/scan.png").content == b"question"
    assert lin.get(f"/item/{item}/key.png").status_code == 404
    assert not board.keys("lin").keys() & {"r0002", "r0003"}
    own(lin, beside, said="C")
    assert f"/item/{item}/key.png?of=r0001" in lin.get(f"/item/{item}").text
    assert lin.get(f"/item/{item}/key.png").content == b"key"
    assert {"r0002", "r0003"} < board.keys("lin").keys()


def test_of_a_pair_what_waits_is_answered_first(tmp_path: Path) -> None:
    edge = {"left": "r0001", "right": "r0002", "kind": "review", "reason": "like", "ratio": 0.9}
    rows = [question(1), question(2, answer="B", explanation="他训练了鸽子", flags=["ocr_slip: x"])]
    place = Desk(tmp_path, rows, edges=[edge])
    lin, check = place.client("lin"), place.item("r0002")
    [pair] = [slip.item for slip in place.station.desk.every() if slip.form == "pair"]
    before = lin.get(f"/item/{pair}").text
    assert question(2)["stem"] in before
    assert "✓" not in before
    assert lin.post(f"/item/{pair}", data={"verdict": "same"}).status_code == 403
    after = own(lin, pair, said="A").text
    assert after.count("✓") == 2
    assert "whose key is right" in after
    assert "You answered: <b>桑代克</b>" in lin.get(f"/item/{check}").text  # asked but once
    assert "say whose key" in send(lin, pair, verdict="same").text
    assert send(lin, pair, verdict="second").status_code == 303
    [one] = place.said()
    assert (one.verdict, one.fields.key) == ("same", ("斯金纳",))


def test_an_open_question_is_answered_or_looked_at(tmp_path: Path) -> None:
    place = Desk(tmp_path)
    item = place.item("r0003")
    for name, said, told in (
        ("lin", {"text": "先快后慢"}, "You answered: <b>先快后慢</b>"),
        ("wang", {"none": "1"}, "You answered: looked without answering"),
    ):
        client = place.client(name)
        assert "遗忘先快后慢" not in client.get(f"/item/{item}").text
        assert "Nothing is answered" in own_once(client, item, text=" ")
        page = own(client, item, **said).text
        assert told in page
        assert "遗忘先快后慢" in page
        assert "not the key" not in page
        assert send(client, item, verdict="accept").status_code == 303


def own_once(client: Any, item: str, **said: str) -> str:
    page = client.get(f"/item/{item}").text
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    return str(client.post(f"/item/{item}/own", data={**hidden, **said}).text)


def test_no_opinion_but_unsure_without_ones_own_answer(tmp_path: Path) -> None:
    place = Desk(tmp_path)
    lin, wang, item = place.client("lin"), place.client("wang"), place.item()
    data = form(lin, item, verdict="accept")
    [token] = re.findall(r'name="csrf" value="([^"]*)"', wang.get(f"/item/{item}").text)
    told = wang.post(f"/item/{item}", data={**data, "csrf": token})
    assert "Answer the question yourself first" in told.text
    assert place.said() == []
    wang.post(f"/item/{item}", data={**data, "csrf": token, "verdict": "unsure"})
    assert [one.verdict for one in place.said()] == ["unsure"]


def test_a_restart_knows_who_answered(tmp_path: Path) -> None:
    place = Desk(tmp_path)
    own(place.client("lin"), place.item(), said="A")
    again = Board(tmp_path / "opinions", place.station.desk)
    slip = place.station.desk.slip(place.item())
    assert slip
    look = again.looked(slip, "lin", "key")
    assert look
    assert look.own == ("桑代克",)
    assert again.looked(slip, "wang", "key") is None


@pytest.mark.parametrize("raw_id", ["r0003", "r0005"])
def test_contradictions_and_lost_cases_need_what_is_missing(tmp_path: Path, raw_id: str) -> None:
    place = Desk(tmp_path, [*CONTRADICTORY, CASELESS])
    client, item = place.client("lin"), place.item(raw_id)
    page = own(client, item).text
    assert "checked" not in page
    assert 'class="option key"' not in page
    assert 'value="accept"' not in page
    for verdict in ("accept", "change"):
        told = send(client, item, verdict=verdict, note="教材")
        assert told.status_code == 422
        assert ("Give the case" if raw_id == "r0005" else "Tick the right") in told.text
    case = {"material": "求助者，男，20 岁，大学生。"} if raw_id == "r0005" else {}
    if case:
        assert send(client, item, verdict="accept", note="教材", **case).status_code == 422
    done = send(client, item, verdict="accept", note="教材", key=["2"], **case)
    assert done.status_code == 303
    [one] = place.said()
    assert one.fields.fields() == {**case, "key": ["班杜拉"]}


def test_a_comparison_names_neither_question(tmp_path: Path) -> None:
    place = Desk(tmp_path)
    tables = frames([question(1, stem="模型写的题干是哪一项？"), question(2)])
    made = queue(tables, QueueSettings(control=1.0, gold=0)).head(1)
    made = made.with_columns(
        raw_id=made["raw_id"].clear().extend_constant("r0001", 1),
        other=made["raw_id"].clear().extend_constant("r0002", 1),
        form=made["form"].clear().extend_constant("compare", 1),
        kinds=made["kinds"].clear().extend_constant(["comparison"], 1),
    )
    path = tmp_path / "compared.sqlite"
    desks.write(path, payloads(made, tables), {})
    opened = desks.Desk(path)
    board = Board(tmp_path / "opinions", opened)
    place.station = Station(tmp_path, tmp_path / "decisions", opened, board, NoOriginals())
    client, [slip] = place.client("lin"), opened.every()
    page = client.get(f"/item/{slip.item}").text
    assert page.count("模型写的") == 1  # in its own place, nowhere above
    assert re.search(r"<title>comparison 1", page)
    assert page.count("✓") == 2  # both keys
    assert "Question A" in page
    assert "模型写的" not in client.get("/").text
    assert send(client, slip.item, verdict="neither").status_code == 303
    assert [one.verdict for one in place.said()] == ["neither"]
