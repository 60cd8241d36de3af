"""What is sent from a page: kept, refused with the reason, shown to whom."""

import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from reviewing import desk as desks
from reviewing.board import Board
from reviewing.exchange import answers
from reviewing.filing import file_agreed
from reviewing.items import payloads
from reviewing.queue import queue
from reviewing.settings import QueueSettings
from reviewing.station.station import Station
from tests.reviewing.served import Desk, NoOriginals, form, own, send
from tests.reviewing.tables import frames, question


@pytest.fixture
def place(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.mark.parametrize(
    ("changed", "status", "said"),
    [
        ({"csrf": "x"}, 403, "too old"),
        ({"verdict": "perhaps"}, 422, "This cannot be"),
        ({"verdict": "reject"}, 422, "Give a reason"),
        ({"verdict": "change"}, 422, "Nothing was changed"),
        ({"verdict": "change", "key": ["9"], "note": "x"}, 422, "Nothing was changed"),
        ({"verdict": "change", "key": ["0"]}, 422, "Give a reason"),
        ({"verdict": "accept", "stem": "别的题干"}, 422, "You changed something"),
        ({"verdict": "change", "declared": "OPEN", "note": "x"}, 422, "declared"),
        (
            {"verdict": "change", "subject": "普通心里学", "note": "x"},
            422,
            "普通心里学 → 普通心理学 /",
        ),
        ({"verdict": "change", "exam": "NONE", "note": "x"}, 422, "No such exam"),
        ({"verdict": "accept", "was": "0" * 64}, 409, "changed since you opened it"),
        ({"verdict": "accept", "post": "short"}, 422, "opinion"),
    ],
)
def test_what_cannot_be_said_is_refused_and_kept_on_the_page(
    place: Desk, changed: dict[str, Any], status: int, said: str
) -> None:
    client = place.client("lin")
    answer = send(client, place.item(), **changed)
    assert answer.status_code == status
    assert said in answer.text
    assert place.said() == []
    if status == 422 and "stem" in changed:
        assert changed["stem"] in answer.text


def test_a_lost_option_is_added_and_may_be_the_key(tmp_path: Path) -> None:
    place = Desk(tmp_path, [question(1, answer="E", rule="answer_beyond_options")])
    kept = {"verdict": "change", "note": "原书第 12 页"}
    assert send(place.client("zhao"), place.item(), **kept, key=["4"]).status_code == 422
    for name in ("lin", "wang"):
        answer = send(place.client(name), place.item(), **kept, key=["4"], option4="罗杰斯")
        assert answer.status_code == 303, answer.text
    [one, other] = place.said()
    assert one.stance() == other.stance()
    assert (one.fields.options, one.fields.key) == ({"": "罗杰斯"}, ("罗杰斯",))
    station = place.station
    report = file_agreed(station.board, station.desk, station.decisions)
    assert report.refused == []
    [filed] = report.filed
    assert (filed.decision.verdict, filed.decision.patch.options) == ("restore", {"": "罗杰斯"})


def test_an_option_printed_empty_is_filled_in_and_is_the_key(tmp_path: Path) -> None:
    options = ["斯金纳", "巴甫洛夫", "", "华生"]
    place = Desk(tmp_path, [question(1, options=options, answer="C", rule="answer_beyond_options")])
    client = place.client("lin")
    assert 'value="2" checked' not in client.get(f"/item/{place.item()}").text
    edits = {"option2": "桑代克", "key": ["2"]}
    answer = send(client, place.item(), verdict="change", note="x", **edits)
    assert answer.status_code == 303, answer.text
    assert send(place.client("wang"), place.item(), verdict="change", note="x", **edits).is_redirect
    assert place.said()[0].fields.fields() == {"options": {"": "桑代克"}, "key": ["桑代克"]}
    station = place.station
    report = file_agreed(station.board, station.desk, station.decisions)
    assert report.refused == []
    assert [one.decision.patch.options for one in report.filed] == [{"": "桑代克"}]


def test_of_two_equal_options_one_is_changed(tmp_path: Path) -> None:
    options = ["恒定法", "斯金纳", "恒定法", "华生"]
    place = Desk(tmp_path, [question(1, options=options, answer="A", rule="identical_options")])
    both = send(place.client("lin"), place.item(), verdict="change", note="x", option0="极限法",
                option2="匹配法")  # fmt: skip
    assert both.status_code == 422
    assert "only one can be changed" in both.text
    for name in ("lin", "wang"):
        answer = send(place.client(name), place.item(), verdict="change", note="x",
                      option2="匹配法")  # fmt: skip
        assert answer.status_code == 303, answer.text
    station = place.station
    report = file_agreed(station.board, station.desk, station.decisions)
    assert report.refused == []
    [made] = [one.decision for one in report.filed]
    assert (made.verdict, made.patch.options) == ("restore", {"恒定法": "匹配法"})
    assert made.patch.key == ("恒定法",)


def test_a_double_click_is_one_opinion(place: Desk) -> None:
    client = place.client("lin")
    item = place.item()
    data = form(client, item, verdict="accept")
    for _ in range(3):
        answer = client.post(f"/item/{item}", data=data, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/next?last={item}")
    assert [one.verdict for one in place.said()] == ["accept"]


def test_a_new_key_is_kept_as_texts(place: Desk) -> None:
    client = place.client("lin")
    assert send(client, place.item(), verdict="change", key=["1"], note="教材").status_code == 303
    [one] = place.said()
    assert one.fields.fields() == {"key": ["斯金纳"]}
    assert (one.by, one.note, one.verdict) == ("lin", "教材", "change")


def test_texts_options_and_labels_are_kept_where_they_differ(place: Desk) -> None:
    client = place.client("lin")
    edits = {"stem": "提出操作条件作用的是（　　）。\r\n", "option1": "斯金纳（Skinner）",
             "task": "CA", "category": "reasoning", "key": ["1"]}  # fmt: skip
    assert send(client, place.item(), verdict="change", note="x", **edits).status_code == 303
    assert place.said()[0].fields.fields() == {
        "stem": "提出操作条件作用的是（　　）。",
        "options": {"斯金纳": "斯金纳（Skinner）"},
        "key": ["斯金纳"],
        "task": "CA",
        "category": "reasoning",
    }


def test_a_question_without_a_key_wants_one(place: Desk) -> None:
    client = place.client("lin")
    item = place.item("r0002")
    assert "Tick the right options first" in send(client, item, verdict="accept").text
    assert send(client, item, verdict="change", key=["2"], note="x").status_code == 303


def test_a_model_answer_is_changed(place: Desk) -> None:
    client = place.client("lin")
    item = place.item("r0003")
    assert send(client, item, verdict="change", answer="先快后慢。", note="x").status_code == 303
    assert place.said()[0].fields.fields() == {"key": ["先快后慢。"]}


def test_reasons_of_others_are_shown_after_ones_own_word_only(place: Desk) -> None:
    one, other = place.client("lin"), place.client("wang")
    item = place.item()
    send(one, item, verdict="reject", note="超出考纲了")
    own(other, item)
    assert "超出考纲了" not in other.get(f"/item/{item}").text
    assert ">lin<" not in other.get(f"/item/{item}").text
    send(other, item, verdict="accept")
    assert "超出考纲了" in other.get(f"/item/{item}?others=1").text
    assert ">wang<" in one.get(f"/item/{item}?others=1").text


def test_disputes_are_settled_by_a_chair(place: Desk) -> None:
    item = place.item()
    for name, key in (("lin", "0"), ("wang", "1"), ("zhao", "3")):
        send(place.client(name), item, verdict="change", key=[key], note=f"据{name}")
    outsider, chair = place.client("qian"), place.client("sun", chair=True)
    assert "据lin" not in outsider.get("/disputes").text
    assert "据lin" not in chair.get("/disputes").text  # a chair answers first, too
    own(chair, item)
    assert "据lin" in chair.get("/disputes").text
    assert "final" in chair.get(f"/item/{item}").text
    assert send(chair, item, verdict="change", key=["1"], note="查过原书").status_code == 303
    slip = place.station.desk.slip(item)
    assert slip is not None
    outcome = place.station.board.outcome(slip)
    assert outcome.state == "agreed"
    assert outcome.said is not None
    assert outcome.said.fields.key == ("斯金纳",)
    assert place.station.board.disputes == {}


def test_undo_takes_back_and_the_item_waits_again(place: Desk) -> None:
    client = place.client("lin")
    item = place.item()
    send(client, item, verdict="accept")
    page = client.get(f"/item/{item}").text
    said = dict(
        re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page[: page.index('form"')])
    )
    assert client.post(f"/item/{item}/undo", data=said, follow_redirects=False).status_code == 303
    assert client.post(f"/item/{item}/undo", data=said, follow_redirects=False).status_code == 303
    assert [one.verdict for one in place.said()] == ["accept", "undo"]
    assert place.station.board.mine(place.station.desk.slips({})[0], "lin") is None
    assert client.get("/next", follow_redirects=False).status_code == 303


def test_no_more_people_are_asked_than_wanted(tmp_path: Path) -> None:
    place = Desk(tmp_path, [question(1, flags=["ocr_slip: x"])])
    lin, wang, zhao = (place.client(name) for name in ("lin", "wang", "zhao"))
    item = place.item()
    for one in (lin, wang):  # two hold it
        assert item in one.get("/next", follow_redirects=False).headers["location"]
    assert "empty" in zhao.get("/next", follow_redirects=False).headers["location"]
    send(lin, item, verdict="accept")
    send(wang, item, verdict="reject", note="x")  # they differ: a third is asked
    assert item in zhao.get("/next", follow_redirects=False).headers["location"]


@pytest.mark.parametrize(
    ("row", "changed", "said"),
    [
        ({}, {"key": ["0", "1"]}, "Key and format do not fit"),
        ({"declared": "MAQ"}, {"stem": "别的题干"}, "Key and format do not fit"),
        ({}, {"option0": ""}, "An option is empty"),
        ({}, {"option0": "斯金纳"}, "Two options are the same"),
        ({"declared": "QA", "options": [], "answer": "略"}, {"answer": ""}, "Tick the right"),
    ],
)
def test_what_could_not_stand_in_a_release_is_refused(
    tmp_path: Path, row: dict[str, Any], changed: dict[str, Any], said: str
) -> None:
    place = Desk(tmp_path, [question(1, flags=["ocr_slip: x"], **row)])
    client = place.client("lin")
    answer = send(client, place.item(), verdict="change", note="x", **changed)
    assert answer.status_code == 422
    assert said in answer.text


def graded(folder: Path) -> Desk:
    """A station with one answer of a model to be marked."""
    rows = [question(1, declared="QA", options=[], answer="先快后慢。")]
    tables = frames(rows)
    tables["replies"] = pl.DataFrame(
        {"raw_id": ["r0001"], "detail": ["遗忘是先快后慢的。"], "model": ["secret-model"]}
    )
    made = Desk(folder, rows)
    path = folder / "graded.sqlite"
    found = queue(tables, QueueSettings(control=0, gold=0))
    desks.write(path, payloads(found, tables), {})
    opened = desks.Desk(path)
    board = Board(folder / "opinions", opened)
    made.station = Station(folder, folder / "decisions", opened, board, NoOriginals())
    return made


def test_marks_are_kept_within_their_bounds(tmp_path: Path) -> None:
    place = graded(tmp_path)
    client = place.client("lin")
    item = place.item()
    page = client.get(f"/item/{item}").text
    assert "遗忘是先快后慢的。" in page
    assert "secret-model" not in page
    marks = {"mark0": "30", "mark1": "25", "mark2": "41"}
    assert send(client, item, verdict="graded", **marks).status_code == 422
    assert send(client, item, verdict="graded", **{**marks, "mark2": "40"}).status_code == 303
    assert place.said()[0].marks == (30, 25, 40)
    target = tmp_path / "marks.csv"
    assert answers.write_marks(target, place.station.desk, place.station.board) == 1
    assert "secret-model,graded,30,25,40,lin" in target.read_text("utf-8")


def test_the_other_key_of_a_suspect_is_shown_after_ones_own_word(tmp_path: Path) -> None:
    tables = frames([question(1)])
    [name] = tables["split"]["id"]
    tables["suspects"] = pl.DataFrame({"id": [name], "detail": ["12 families"], "other": [[1]]})
    place = Desk(tmp_path)
    path = tmp_path / "suspects.sqlite"
    desks.write(path, payloads(queue(tables, QueueSettings(control=0, gold=0)), tables), {})
    opened = desks.Desk(path)
    board = Board(tmp_path / "opinions", opened)
    place.station = Station(tmp_path, tmp_path / "decisions", opened, board, NoOriginals())
    lin, wang = place.client("lin"), place.client("wang")
    item = place.item()
    assert 'id="suspected"' not in own(lin, item).text
    send(lin, item, verdict="accept")
    after = lin.get(f"/item/{item}?others=1").text
    assert 'id="suspected">Those who do well named: <b>斯金纳</b>' in after
    assert 'id="suspected"' not in own(wang, item).text
