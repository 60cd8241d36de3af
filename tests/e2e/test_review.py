"""The review station on the sample: three people by keyboard in a real browser, then a rebuild."""

import json
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from openpyxl import load_workbook
from playwright.sync_api import Browser, Page, Request, sync_playwright

from cpsyexam import stage
from pipeline import decision_files
from pipeline.station.originals import BuildOriginals
from reviewing import reviewers
from reviewing.decisions import read
from reviewing.desk import Desk
from reviewing.opinions import Log, Opinion, latest
from tests.e2e.conftest import CODE, ROOT, Call

pytestmark = pytest.mark.xdist_group("review")
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
browser_needed = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here")
FLAGS = [
    "--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-dev-shm-usage",
]  # fmt: skip
ITEMS = 62  # that two people work through


class Running:
    """A station of a build, in a process of its own."""

    def __init__(self, root: Path) -> None:
        self.root, self.reviews = root, root / "reviews"
        self.process: subprocess.Popen[str] | None = None
        self.port = 0

    def start(self) -> None:
        arguments = ["review", "--no-browser", "--port", str(self.port), "--out", str(self.root)]
        arguments += ["--reviews", str(self.reviews), "--decisions", str(self.root / "decisions")]
        self.process = subprocess.Popen(
            [sys.executable, "-c", CODE, *arguments], stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        while said and not (found := re.search(r"http://127\.0\.0\.1:(\d+)", said)):
            said = self.process.stdout.readline()
        assert said, "the station did not start"
        assert found
        self.port = int(found[1])
        for _ in range(200):
            try:
                urllib.request.urlopen(f"{self.address}/static/icon.svg", timeout=5).close()
            except OSError:
                time.sleep(0.05)
            else:
                return

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(20)
        if self.process and self.process.stdout:
            self.process.stdout.close()
        self.process = None

    def invite(self, name: str, *, chair: bool = False) -> str:
        secret = reviewers.invite(self.reviews, name, chair=chair)
        return f"/enter/{secret}"

    def log(self, name: str) -> list[Opinion]:
        return Log(self.reviews / "opinions", name).rows


@pytest.fixture
def running(built: Path, tmp_path: Path) -> Iterator[Running]:
    """A station on a copy of the sample's build."""
    shutil.copytree(built / "build", tmp_path / "build")
    made = Running(tmp_path)
    yield made
    made.stop(signal.SIGKILL)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        one = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield one
        one.close()


class Person:
    """A reviewer who has a keyboard only."""

    def __init__(self, browser: Browser, running: Running, name: str, *, chair: bool) -> None:
        self.name, self.running = name, running
        self.problems: list[str] = []
        context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="zh-CN")
        self.page: Page = context.new_page()
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.goto(running.address + running.invite(name, chair=chair))
        self.page.on("request", self._asked)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith(self.running.address):
            self.problems.append(f"asked elsewhere: {request.url}")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def onward(self, *keys: str) -> None:
        """Press keys of which the last leads to another page."""
        self.press(*keys[:-1])
        with self.page.expect_navigation():
            self.press(keys[-1])
        assert self.page.locator("#problem").count() == 0, self.page.inner_text("#problem")

    @property
    def item(self) -> str:
        found = re.search(r"/item/(i[0-9a-f]{12})", self.page.url)
        return found[1] if found else ""

    @property
    def kinds(self) -> set[str]:
        tags = self.page.eval_on_selector_all(".why .tag", "e => e.map(x => x.className)")
        return set(" ".join(tags).split())

    def reason(self, words: str) -> None:
        self.press("n")
        self.page.keyboard.insert_text(words)

    def reject(self, words: str) -> None:
        self.press("r")  # asks for a reason first
        self.page.keyboard.insert_text(words)
        self.onward("Control+Enter")

    @property
    def single_key(self) -> bool:
        """Whether the page asks for the missing key of a question with one right answer."""
        boxes = self.page.locator("form[data-single] input[name=key]").count()
        return "no_key" in self.kinds and boxes >= 3

    def decide(self, digit: str) -> None:
        """What this person thinks of an item, by its kind; the digit is the key that they see."""
        kinds, boxes = self.kinds, self.page.locator("input[name=key]")
        if "near_duplicate" in kinds:
            self.onward("1")
        elif "damaged" in kinds:
            self.reject("选项重复，无法补全")
        elif not kinds & {"no_key", "contradiction"}:
            self.onward("a")
        elif boxes.count() < 3:
            self.onward("u")
        else:
            self._key(digit)

    def _key(self, digit: str) -> None:
        boxes = self.page.locator("input[name=key]")
        if self.page.locator("form[data-single]").count():
            if boxes.nth(int(digit) - 1).is_checked():
                digit = "1"
            self.press(digit)
        else:  # several right answers
            for number in range(1, boxes.count() + 1):
                if boxes.nth(number - 1).is_checked() != (number < 3):
                    self.press(str(number))
        self.reason("查教材")
        self.onward("Control+Enter")


@browser_needed
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
    disputed |= {item for item, one in latest(running.log("林")).items() if one.verdict == "unsure"}
    zhao.onward("j")
    while zhao.item in differ | disputed:  # a third is asked where the first two differ
        if zhao.item in disputed:
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
        if number == 20:
            running.stop()
            running.start()
        if number in (30, 31, 32):
            disputed.add(lin.item)
            lin.reject("超出考纲")
            continue
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
    one.press("e", "Control+End")
    one.page.keyboard.insert_text("（校改）")
    one.press("Escape")
    one.reason("原书如此")


def _with_an_edit(lin: Person, running: Running) -> str:
    """Edit, reload in mid-edit, send; the first try has no reason and is asked for one."""
    item = lin.item
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
    lin.press("k")
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
        assert len(latest(rows)) == ITEMS


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


def test_what_was_acknowledged_survives_kill_9(running: Running) -> None:
    running.start()
    names = ("甲", "乙", "丙")
    cookies = {name: running.invite(name).removeprefix("/enter/") for name in names}
    desk = Desk(running.root / "build/review/desk.sqlite")
    tokens = {one.name: one.csrf() for one in reviewers.read(running.reviews)}
    posts = {
        name: [
            (f"{number:032x}", slip.item, slip.was, tokens[name])
            for number, slip in enumerate(desk.every())
            if slip.form == "check"
        ]
        for name in names
    }
    answered: dict[str, list[str]] = {name: [] for name in names}
    for wait in (0.15, 0.3, 60.0):
        threads = [
            threading.Thread(
                target=_send_all, args=(running, cookies[name], posts[name], answered[name])
            )
            for name in names
        ]
        for thread in threads:
            thread.start()
        if wait < 60:
            time.sleep(wait)
            running.stop(signal.SIGKILL)
        for thread in threads:
            thread.join()
        for name in names:  # between request and answer nothing is lost
            kept = [row.opinion for row in running.log(name)] if _spoke(running, name) else []
            assert set(answered[name]) <= set(kept)
        if wait < 60:
            running.start()
    for name in names:
        kept = [row.opinion for row in running.log(name)]
        assert kept == [post for post, *_ in posts[name]]  # all, none twice, in order


def _spoke(running: Running, name: str) -> bool:
    return (running.reviews / f"opinions/{name}.jsonl").exists()


def _send_all(
    running: Running, secret: str, posts: list[tuple[str, str, str, str]], answered: list[str]
) -> None:
    """Send the forms one after the other, again from the first that was not answered."""
    for post, item, was, csrf in posts:
        fields = {"csrf": csrf, "post": post, "was": was, "verdict": "unsure"}
        request = urllib.request.Request(
            f"{running.address}/item/{item}",
            urllib.parse.urlencode(fields).encode(),
            {"Cookie": f"cpsyexam_review={secret}"},
        )
        try:
            urllib.request.build_opener(_Stay).open(request, timeout=20).close()
        except urllib.error.HTTPError as error:
            if error.code != 303:
                return
            answered.append(post)
        except (OSError, HTTPException):
            return  # the server is gone


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows no redirection: 303 is the answer."""

    def redirect_request(self, *args: Any) -> None:
        return None


def test_originals_of_the_sample(built: Path) -> None:
    """The scan with the box drawn, the page's lines with those of the question marked."""
    from io import BytesIO

    from PIL import Image

    from pipeline.station.desk import frames
    from reviewing.items import payloads
    from reviewing.queue import QueueSettings, queue

    found = frames(built, built / "none")
    originals = BuildOriginals(built / "build")
    shown: dict[str, int] = {}
    for item in payloads(queue(found, QueueSettings()), found):
        question = item["question"]
        kind = originals.shows(question)
        shown[kind] = shown.get(kind, 0) + 1
        if kind == "scan" and shown[kind] == 1:
            picture = Image.open(BytesIO(originals.scan(question)))
            assert picture.width > 200
            assert picture.getextrema()[0] == 0
        if kind == "page" and shown[kind] < 6:
            marked = [line.text for line in originals.lines(question) if line.mine]
            options = question["printed"]["options"]
            assert any(options[0] in line for line in marked) if options else marked
    assert shown.keys() >= {"scan", "page"}


def test_commands_beside_the_server(built: Path, tmp_path: Path, call: Call) -> None:
    shutil.copytree(built / "build", tmp_path / "build")
    root = ("--out", str(tmp_path))
    place = ("--reviews", str(tmp_path / "reviews"), *root)
    invited = call("review", "invite", "林", *place[:2])
    assert re.fullmatch(r"http://127\.0\.0\.1:8765/enter/\S{32}\n", invited.stdout)
    reported = call("errata", "add", "没有这样的题目内容可言", "--problem", "x", *place)
    assert reported.returncode == 2
    assert "no question is like" in reported.stderr
    named = call("errata", "add", _some_id(tmp_path), "--problem", "答案应为 B", *place)
    assert named.returncode == 0, named.stderr
    sheet = tmp_path / "queue.xlsx"
    out = call("review", "export", "--to", "xlsx", str(sheet), "--kind", "errata", *place)
    assert out.stdout == f"{sheet}: 1 items\n"
    book = load_workbook(sheet)
    heads = [cell.value for cell in book.worksheets[0][1]]
    book.worksheets[0].cell(2, heads.index("结论") + 1, "拿不准")
    book.save(sheet)
    taken = call("review", "import", str(sheet), "--by", "林", *place)
    assert taken.stdout == "opinions: 1 new, 0 known; 0 rows without a verdict\n"
    assert taken.returncode == 0
    told = call("review", "status", *place)
    assert "errata" in told.stdout
    assert "林" in told.stdout
    settled = call("review", "settle", *place[:2], "--decisions", str(tmp_path / "d"), *root)
    assert settled.stdout.startswith("written: 0")


def _some_id(root: Path) -> str:
    rows = stage.read(root / "build", "split").filter(pl.col("split") == "test")
    return str(rows["id"][0])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--policy", "commas=one"], "is not KIND=one, two or three; kinds: all, suspect_key"),
        (["--control", "2"], "a share from 0 to 1"),
        (["--reserve", "--host", "0.0.0.0"], "not together with --host"),
        (["export", "--to", "xlsx", "x.xlsx"], "not built yet; run `make dataset`"),
        (["import", "none.xlsx"], "none.xlsx: no such file"),
        (["invite", " "], "not a name"),
    ],
)
def test_wrong_uses_are_one_line(
    tmp_path: Path, call: Call, arguments: list[str], said: str
) -> None:
    done = call("review", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert said in " ".join(done.stderr.replace("\n", " ").split())
    assert "Traceback" not in done.stderr


def test_without_the_extra_it_says_how_to_install_it(tmp_path: Path) -> None:
    hide = "import sys; sys.modules.update(dict.fromkeys(['starlette', 'uvicorn']))\n"
    hide += "import importlib.util as u; real = u.find_spec\n"
    hide += "u.find_spec = lambda name: None if name in ('starlette', 'uvicorn') else real(name)\n"
    done = subprocess.run(
        [sys.executable, "-c", hide + CODE, "review"],
        capture_output=True, text=True, cwd=tmp_path, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == (
        "error: the review station needs starlette, uvicorn; pip install 'cpsyexam[review]', "
        "or run make review in the checkout\n"
    )
