"""Three people by keyboard in a real browser; then exactly what they agreed on is released."""

import json
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
from playwright.sync_api import Browser

from cpsyexam import stage
from pipeline import decision_files
from reviewing.decisions import read
from reviewing.desk import Desk
from tests.e2e.conftest import ROOT, Call
from tests.e2e.station import Person, Running
from tests.reviewing.chromium import NEEDED, launched

pytestmark = NEEDED
ITEMS = 20  # that two people work through


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # pictures take most of the time and are looked at elsewhere
    with launched("--blink-settings=imagesEnabled=false") as one:
        yield one


@pytest.mark.slow
def test_three_people_by_keyboard(running: Running, browser: Browser, call: Call) -> None:
    running.start()
    lin = Person(browser, running, "林", chair=True)
    wang = Person(browser, running, "王", chair=False)
    zhao = Person(browser, running, "赵", chair=False)
    for one in (lin, wang):  # two on one item
        one.onward("j")
    assert lin.item == wang.item
    edited = _with_an_edit(lin, running)
    disputed, differ = _first(lin, running)
    _with_an_undo(lin, running)
    _second(wang, edited, differ)
    disputed |= {item for item, one in running.words("林").items() if one.verdict == "unsure"}
    zhao.onward("j")
    while zhao.item in differ | disputed:  # a third is asked where the first two differ
        if zhao.item in disputed:
            zhao.ready()
            zhao.onward("u")
        else:
            zhao.decide("3")
    _settle(lin, disputed)
    for one in (lin, wang, zhao):
        assert one.problems == []
    _told_as_said(running)
    lin.page.goto(f"{running.address}/progress")
    lin.page.focus("#file")
    lin.onward("Enter")
    filed = int(lin.page.inner_text("#filed"))
    running.stop()
    _in_the_next_release(running, call, filed, disputed, differ)


def _first(lin: Person, running: Running) -> tuple[set[str], set[str]]:
    """Through the queue, the server restarted on the way; what others will say otherwise."""
    disputed: set[str] = set()
    differ: set[str] = set()
    for number in range(ITEMS - 1):
        if number == 8:
            running.stop()
            running.start()
        if number in (12, 13, 14):
            disputed.add(lin.item)
            lin.reject("超出考纲")
            continue
        lin.ready()
        if len(differ) < 4 and lin.single_key:
            differ.add(lin.item)
        lin.decide("2")
    return disputed, differ


def _second(wang: Person, edited: str, differ: set[str]) -> None:
    for _ in range(ITEMS):
        if wang.item == edited:
            _edit(wang)
            wang.onward("Control+Enter")
        else:
            wang.decide("3" if wang.item in differ else "2")


def _edit(one: Person) -> None:
    one.ready()
    one.state("2")
    one.press("e", "Control+End")
    one.page.keyboard.insert_text("（校改）")
    one.press("Escape")
    one.reason("原书如此")


def _with_an_edit(lin: Person, running: Running) -> str:
    """Edit, reload in mid-edit, send; the first try has no reason and is asked for one."""
    item = lin.item
    lin.ready()
    lin.state("2")
    lin.press("e", "Control+End")
    lin.page.keyboard.insert_text("（校改）")
    lin.press("Escape")
    lin.page.reload()
    assert lin.page.input_value("#stem").endswith("（校改）")
    assert lin.page.is_visible("#draft")
    lin.press("a")
    assert lin.page.evaluate("document.activeElement.id") == "note"
    lin.page.keyboard.insert_text("原书如此")
    lin.onward("Control+Enter")
    assert running.log("林")[-1].fields.stem is not None
    return item


def _with_an_undo(lin: Person, running: Running) -> None:
    before = running.log("林")[-1]
    lin.onward("k")
    if lin.item != before.item:
        lin.page.goto(f"{running.address}/item/{before.item}")
    lin.onward("z")
    assert running.log("林")[-1].undoes == before.opinion
    lin.decide("2")
    assert running.log("林")[-1].stance() == before.stance()


def _settle(lin: Person, disputed: set[str]) -> None:
    """The chair reads what everybody said, and has the last word."""
    lin.page.goto(f"{lin.running.address}/disputes")
    found = lin.page.eval_on_selector_all("article a", "e => e.map(x => x.pathname)")
    assert {path.removeprefix("/item/") for path in found} == disputed
    for path in found:
        lin.page.goto(lin.running.address + path)
        assert lin.page.locator(".vote b", has_text="赵").count() == 1
        lin.reject("三人议定：超出考纲")
    lin.page.goto(f"{lin.running.address}/disputes")
    assert lin.page.locator("article").count() == 0


def _told_as_said(running: Running) -> None:
    """Nothing twice, in order, each chained; `Log` raises where not."""
    for name in ("林", "王"):
        rows = running.log(name)
        assert len({row.opinion for row in rows}) == len(rows)
        assert [row.when for row in rows] == sorted(row.when for row in rows)
        assert len(running.words(name)) == ITEMS


def _in_the_next_release(
    running: Running, call: Call, filed: int, disputed: set[str], differ: set[str]
) -> None:
    """Exactly what was agreed is applied; trace tells it; audit sees a touched file."""
    root = running.root
    file = root / "decisions/review.jsonl"
    made = {one.decision.evidence[7:20]: one.decision for one in read([file])}
    desk = Desk(root / "build/review/desk.sqlite")
    assert made.keys() == {slip.item for slip in desk.slips({}, limit=ITEMS) if not slip.gold}
    assert len(read([file])) == filed
    assert {made[item].verdict for item in disputed - _golds(desk)} == {"reject"}
    for item in differ:
        assert made[item].patch.key == (made[item].saw.options[2],)
        assert made[item].by == "王, 赵"

    recipe = root / "recipe.toml"
    text = (ROOT / "dataset.toml").read_text("utf-8").replace('"0.1.0"', '"1.0.0"')
    recipe.write_text(f'{text}\n[review]\ndecisions = "{root / "decisions"}"\n', "utf-8")
    done = call("build", str(recipe), "--out", str(root))
    assert done.returncode == 0, done.stderr
    told = stage.read(root / "build", "reviewed/decisions")
    assert told["status"].unique().to_list() == ["applied"]
    assert told.height == filed
    before = stage.read(root / "build", "parsed").select("raw_id", "answer", "stem")
    after = stage.read(root / "build", "reviewed").select("raw_id", now="answer", text="stem")
    both = before.join(after, on="raw_id")
    changed = both.filter((pl.col("answer") != pl.col("now")) | (pl.col("stem") != pl.col("text")))
    meant = told.filter(pl.col("changes").list.len() > 0)["raw_ids"].explode().to_list()
    assert set(changed["raw_id"]) == set(meant)
    gone = set(before["raw_id"]) - set(after["raw_id"])
    rejected = told.filter(pl.col("verdict") == "reject")["raw_ids"].explode().to_list()
    assert gone == set(rejected)
    life = call("trace", meant[0], "--out", str(root)).stdout
    assert "林, 王" in life or "王, 赵" in life
    card = (root / "releases/cpsyexam-sample-1.0.0/README.md").read_text("utf-8")
    assert "3 reviewers gave" in card
    assert "were drawn by hash and looked at" in card
    _audited(root, call, file)


def _golds(desk: Desk) -> set[str]:
    return {slip.item for slip in desk.every() if slip.gold}


def _audited(root: Path, call: Call, file: Path) -> None:
    release = str(root / "releases/cpsyexam-sample-1.0.0")
    whole = call("audit", release, "--out", str(root))
    assert whole.returncode == 0, whole.stdout
    lines = file.read_text("utf-8").splitlines()
    forged = json.loads(lines[4]) | {"by": "钱", "why": "无"}
    touched = {
        "altered": [*lines[:-1], lines[-1].replace("超出", "超过").replace("right", "fine")],
        "removed": lines[:-1],
        "reordered": [lines[1], lines[0], *lines[2:]],
        "forged": [*lines[:5], json.dumps(forged, ensure_ascii=False), *lines[5:]],
    }
    for how, rows in touched.items():
        assert rows != lines, how
        file.write_text("\n".join(rows) + "\n", "utf-8")
        assert not decision_files.check(root / "build").ok, how
    touched_too = call("audit", release, "--out", str(root))
    assert touched_too.returncode == 1
    assert "decision files" in touched_too.stdout
    file.write_text("\n".join(lines) + "\n", "utf-8")
