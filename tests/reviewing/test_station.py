"""The server: who may come in, what it refuses, what survives a restart."""

import re
from html import unescape
from pathlib import Path

import polars as pl
import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

from ocr.checks import WEIGHTS
from pipeline import reference
from reviewing import reviewers
from reviewing.board import Board
from reviewing.kinds import FLAGS, RESCUABLE
from reviewing.station.app import app
from reviewing.station.doubts import sentences, spots
from reviewing.station.rendering import beside, shown
from reviewing.station.words import Words
from tests.reviewing.served import Desk, form, own, send


@pytest.fixture
def place(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_nobody_comes_in_without_a_key(place: Desk) -> None:
    stranger = TestClient(app(place.station), base_url="http://127.0.0.1:8765")
    for path in ("/", "/next", "/progress", f"/item/{place.item()}", "/guide", "/disputes"):
        assert stranger.get(path).status_code == 403
    assert stranger.get("/enter/guess").status_code == 403
    assert stranger.post(f"/item/{place.item()}", data={"verdict": "accept"}).status_code == 403
    style = stranger.get("/static/style.css")
    assert style.status_code == 200
    assert "--accent:" in style.text  # of all pages
    assert ".buttons" in style.text  # the station's own
    assert place.said() == []


def test_a_new_invitation_makes_the_old_link_worthless(place: Desk) -> None:
    old = place.client("lin")
    assert old.get("/").status_code == 200
    place.client("lin")
    assert old.get("/").status_code == 403
    assert (place.folder / reviewers.FILE).stat().st_mode & 0o077 == 0


def test_every_answer_forbids_what_is_not_ours(place: Desk) -> None:
    client = place.client("lin")
    for path in ("/", f"/item/{place.item()}", "/progress", "/nowhere", "/static/keys.js"):
        headers = client.get(path).headers
        assert "default-src 'none'; script-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    assert not re.search(r"<script(?! src)|<style|\son\w+=|style=", client.get("/").text)


def test_foreign_hosts_forms_and_floods_are_refused(place: Desk) -> None:
    client = place.client("lin")
    item = place.item()
    assert client.get("/", headers={"host": "evil.example:8765"}).status_code == 400
    data = form(client, item, verdict="accept")
    foreign = client.post(f"/item/{item}", data=data, headers={"origin": "http://evil.example"})
    assert foreign.status_code == 403
    flood = client.post(f"/item/{item}", data={**data, "note": "x" * 5_000_000})
    assert flood.status_code == 413
    assert place.said() == []


def test_filters_stay_on_the_way(place: Desk) -> None:
    client = place.client("lin")
    onward = client.get("/next?kind=no_key", follow_redirects=False).headers["location"]
    assert onward == f"/item/{place.item('r0002')}?kind=no_key"
    assert client.get("/?kind=no_key").text.count("<tr>") == 2
    assert client.get("/?kind=%27%20OR%201=1").status_code == 200


def test_what_a_colleague_has_seen_can_be_filtered(place: Desk) -> None:
    lin, wang = place.client("lin"), place.client("wang")
    send(lin, place.item(), verdict="accept")
    page = wang.get("/?reviewer=lin").text
    assert page.count("<tr>") == 2
    assert '<option value="lin" selected>lin (1)</option>' in page
    onward = wang.get("/next?reviewer=lin", follow_redirects=False).headers["location"]
    assert onward == f"/item/{place.item()}?reviewer=lin"
    send(wang, place.item(), verdict="accept")
    assert "empty=1" in wang.get("/next?reviewer=lin", follow_redirects=False).headers["location"]


def test_a_restart_knows_all(place: Desk, tmp_path: Path) -> None:
    client = place.client("lin")
    send(client, place.item(), verdict="accept")
    again = Board(tmp_path / "opinions", place.station.desk)
    assert [one.verdict for one in again.log("lin")] == ["accept"]
    assert {slip.item for slip, _ in again.all_votes()} == {place.item()}
    assert [again.outcome(slip).wants for slip, _ in again.all_votes()] == [1]
    assert again.knows("lin", again.log("lin")[0].opinion)
    assert again.words("lin") == 1


@pytest.mark.parametrize(
    ("note", "chinese", "english"),
    [
        ("near: keys differ; added: 过程", "near：答案不同；多出：过程", "near: keys differ"),
        ("conflicting_answers: keys differ: 感觉适应 → 对比", "一处印“感觉适应”，", "in another"),
        ("unlikely_character: 咨询师[劝]该求助者", "“劝”字少见，可能有误：……咨询", "“劝” is"),
        ("key_suspect: 12 · 100 % · 4.4", "12 个系列的模型或考生作答", "12 families"),
        ("key: answer_unclear; explanation_names_another: key B",
         "有“答案”字样，却读不出答案；解析得出的不是答案 B", "cannot be read; the explanation"),
        ("reading: confidence 0.927", "识读置信度为 0.927", "confidence 0.927"),
        ("answer_beyond_options: E; also few_options", "印的答案是“E”", "“E” is printed"),
        ("ocr_slip: {0}<b>", "“{0}<b>”可能是形近字之误", "“{0}<b>”"),
    ],
)  # fmt: skip
def test_what_was_found_is_told_in_a_sentence(note: str, chinese: str, english: str) -> None:
    assert chinese in Words("zh").doubt(note)
    assert english in Words("en").doubt(note)


def test_whatever_may_be_noted_of_a_question_has_a_sentence() -> None:
    notes = [name.removeprefix("doubt:") for name, _ in reference.notes() if "doubt:" in name]
    names = {*notes, *WEIGHTS, *FLAGS, *RESCUABLE, *(name for name, _ in reference.flags())}
    assert names <= sentences().keys()
    assert all(re.search(r"[\u4e00-\u9fff]", form[0]) for form in sentences().values())


def test_the_place_of_a_doubt_is_marked_in_the_text() -> None:
    at = spots(["unlikely_character: 咨询师[劝]该求助者", "text: ocr_slip: l9世纪; confidence 0.5"])
    marked = shown("劝告。咨询师劝该求助者，l9世纪<", at)
    assert re.findall(r'<mark class="spot">(.*?)</mark>', marked) == ["劝", "l9世纪"]
    assert str(marked).startswith("劝告")


def test_a_change_of_labels_is_told_as_old_and_new(place: Desk) -> None:
    for name, category in (("lin", "reasoning"), ("wang", "application")):
        client = place.client(name)
        send(client, place.item(), verdict="change", note="看问法", task="CA", category=category)
    page = place.client("lin").get("/disputes", headers={"accept-language": "zh"}).text
    page += place.client("lin").get(f"/item/{place.item()}", headers={"accept-language": "zh"}).text
    plain = "".join(re.sub(r"<[^>]*>", "", page).split())
    assert "类别：无→推理（说明为什么）" in plain


def test_language_goes_back_to_pages_of_this_server_only(place: Desk) -> None:
    client = place.client("lin")
    for there, to in (("/progress", "/progress"), ("//evil.example", "/"), ("http://evil", "/")):
        answer = client.get("/lang/zh", params={"back": there}, follow_redirects=False)
        assert answer.headers["location"] == to
    assert "审题台" in client.get("/").text


def test_an_address_that_takes_a_form_leads_back_to_its_page(place: Desk) -> None:
    client = place.client("lin")
    listed = place.station.desk.questions({}, 0, 1)[0][1]["id"]
    names = {"item": place.item(), "id": listed}
    routes = [route for route in app(place.station).routes if isinstance(route, Route)]
    taken = [route.path for route in routes if "POST" in (route.methods or ())]
    found = [path.format_map(names) for path in taken if not path.startswith("/answer")]
    assert f"/questions/{listed}" in found
    for path in found:
        there = client.get(path, params={"exam": "GEE"})
        assert (there.status_code, there.url.params["exam"]) == (200, "GEE"), path
        assert path.startswith(there.url.path)
    assert client.post("/guide").status_code == 405


def test_the_language_of_a_refused_form_changes_on_the_page_that_it_came_from(place: Desk) -> None:
    client = place.client("lin")
    item = f"/item/{place.item()}"
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', client.get(item).text))
    refused = client.post(f"{item}/own", params={"exam": "GEE"}, data=hidden)
    assert refused.status_code == 422
    [link] = re.findall(r'href="(/lang/zh[^"]*)"', refused.text)
    there = client.get(unescape(link))
    assert (there.status_code, there.url.path, there.url.params["exam"]) == (200, item, "GEE")


def test_words_lead_to_a_question_by_what_it_asks(place: Desk) -> None:
    client = place.client("lin")
    row = place.station.desk.payload(2)["question"]
    word, key = row["printed"]["stem"][:6], row["id"][:9]
    for text in (word, key, f"{word[:3]} {word[3:]}"):
        assert f"/item/{place.item(row['raw_id'])}" in client.get("/", params={"text": text}).text
    for text in ("%", "_", "没有哪道题这样问", "'; DROP TABLE items"):
        assert "No question fits" in client.get("/", params={"text": text}).text


def test_only_a_chair_writes_decisions_and_is_told_the_next_version(place: Desk) -> None:
    slip = place.station.desk.slip(place.item())
    assert slip
    question = place.station.desk.payload(slip.rank)["question"]
    shard = place.folder / "releases/mine-0.1.0/data/GEE/train.parquet"
    shard.parent.mkdir(parents=True)
    shard.parents[2].joinpath("RELEASE.json").write_text("{}")
    pl.DataFrame({"id": [question["id"]]}).write_parquet(shard)
    send(place.client("lin"), place.item(), verdict="accept")
    send(place.client("wang"), place.item(), verdict="accept")
    for name, chair, status in (("lin", False, 403), ("mei", True, 200)):
        client = place.client(name, chair=chair)
        token = re.findall(r'name="csrf" value="([^"]*)"', client.get(f"/item/{place.item()}").text)
        done = client.post("/progress", data={"csrf": token[0]})
        assert done.status_code == status
        assert [one.status_code for one in done.history] == ([303] if chair else [])
        assert ('id="filed">1<' in done.text) == chair
        assert ("Build next with --version 0.1.1" in done.text) == chair
        later = client.get("/progress").text
        assert ('id="file"' in later) == ("with --version 0.1.1" in later) == chair
    assert len(list((place.folder / "decisions").glob("review.jsonl"))) == 1


def test_the_list_is_what_waits_for_this_person_and_all_where_asked_for(place: Desk) -> None:
    client = place.client("lin")
    link = f'href="/item/{place.item()}"'
    assert link in client.get("/").text
    send(client, place.item(), verdict="accept")
    assert link not in client.get("/").text
    assert link in client.get("/", params={"every": "1"}).text
    assert link in place.client("wang").get("/").text


def test_a_chair_decides_as_somebody_said(place: Desk) -> None:
    send(place.client("lin"), place.item(), verdict="reject", note="两项都对")
    send(place.client("wang"), place.item(), verdict="accept")
    send(place.client("zhao"), place.item(), verdict="unsure")
    chair = place.client("mei", chair=True)
    text = own(chair, place.item()).text
    form = re.search(rf'action="/item/{place.item()}/adopt">(.*?)</form>', text, re.DOTALL)
    assert form is not None
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[1]))
    assert place.client("zhao").post(f"/item/{place.item()}/adopt", data=sent).status_code == 403
    assert chair.post(f"/item/{place.item()}/adopt", data=sent).status_code == 200
    slip = place.station.desk.slip(place.item())
    assert slip is not None
    outcome = place.station.board.outcome(slip)
    assert outcome.said is not None
    assert (outcome.state, outcome.said.by, outcome.said.chair) == ("agreed", "mei", True)
    assert outcome.said.note in {"lin: 两项都对", "wang"}


def test_what_a_colleague_reported_waits_for_ones_own_opinion(tmp_path: Path) -> None:
    told = [
        {"raw_id": "r0001", "detail": "谷氨酸也不是 | wang 2026-11-27"},
        {"raw_id": "r0002", "detail": "答案应为丙 | 读者 2026-11-27"},
    ]
    place = Desk(tmp_path, reports=told)
    place.client("wang")
    client = place.client("lin")
    text = own(client, place.item()).text
    assert "谷氨酸也不是" not in text
    assert "shown after your own opinion" in text
    assert "答案应为丙" in own(client, place.item("r0002")).text  # a reader's is no opinion
    send(client, place.item(), verdict="accept")
    assert "谷氨酸也不是" in client.get(f"/item/{place.item()}").text


def test_an_address_that_leads_nowhere_leads_back(place: Desk) -> None:
    gone = place.client("lin").get("/nowhere")
    assert gone.status_code == 404
    assert 'href="/"' in gone.text
    assert "There is no such page" in gone.text


def test_of_two_alike_what_the_other_lacks_is_marked() -> None:
    assert beside("属于过程型理论的是", "属于内容型理论的是") == (
        '属于<mark class="spot">过程</mark>型理论的是'
    )
    assert beside("一", "毫不相干的文字") == "一"
    assert "<script>" not in beside("<script>甲乙丙丁", "<script>甲乙丙戊")
