"""The review station beside its pages: kill -9, originals of the sample, commands, wrong uses."""

import re
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request
from http.client import HTTPException
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner
from openpyxl import load_workbook

from cpsyexam import stage
from cpsyexam.errors import CpsyexamError
from pipeline.cli import cli
from pipeline.paths import Paths
from pipeline.station.originals import BuildOriginals
from reviewing import reviewers
from reviewing.desk import Desk
from tests.e2e.conftest import CODE
from tests.e2e.station import Running
from tests.waiting import until


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
    for some in (5, 12, 0):  # answers after which the station is killed, if at all
        threads = [
            threading.Thread(
                target=_send_all, args=(running, cookies[name], posts[name], answered[name])
            )
            for name in names
        ]
        for thread in threads:
            thread.start()
        if some:
            _kill_after(running, answered, some)
        for thread in threads:
            thread.join()
        for name in names:  # between request and answer nothing is lost
            kept = [row.opinion for row in running.log(name)] if _spoke(running, name) else []
            assert set(answered[name]) <= set(kept)
        if some:
            running.start()
    for name in names:
        kept = [row.opinion for row in running.log(name)]
        assert kept == [post for post, *_ in posts[name]]  # all, none twice, in order


def _kill_after(running: Running, answered: dict[str, list[str]], number: int) -> None:
    last = sum(map(len, answered.values())) + number
    until(lambda: sum(map(len, answered.values())) >= last)
    running.stop(signal.SIGKILL)


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
            urllib.request.build_opener(_Stay).open(request).close()
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
    from reviewing.queue import queue
    from reviewing.settings import QueueSettings

    found = frames(Paths(built), built / "none")
    originals = BuildOriginals(built / "build")
    shown: dict[str, int] = {}
    for item in payloads(queue(found, QueueSettings()), found):
        question = item["question"]
        kind = originals.shows(question)
        shown[kind] = shown.get(kind, 0) + 1
        if kind == "scan" and shown[kind] == 1:
            bare = question | {"place": question["place"] | {"masks": []}}
            picture = Image.open(BytesIO(originals.scan(bare)))
            assert picture.width > 200
            assert picture.getextrema()[0] == 0
            [*_, box] = question["place"]["boxes"]
            masked = question | {"place": question["place"] | {"masks": [box]}}
            cut = Image.open(BytesIO(originals.scan(masked)))  # no more than its boxes
            assert cut.width < picture.width
            area = (box["x1"] - box["x0"]) * (box["y1"] - box["y0"])
            assert cut.histogram()[170] > 0.9 * area  # painted over
        if kind == "scan" and question["place"]["key_boxes"]:
            shown["key"] = shown.get("key", 0) + 1
            if shown["key"] == 1:
                low = Image.open(BytesIO(originals.key(question)))
                assert low.getextrema()[0] == 0
                assert low.height < low.width
        if kind == "page" and shown[kind] < 6:
            marked = [line.text for line in originals.lines(question) if line.mine]
            options = question["printed"]["options"]
            assert any(options[0] in line for line in marked) if options else marked
            texts = "".join(line.text for line in originals.lines(question))
            assert '"c":' not in texts  # a paper that came as JSON is shown as a paper
    assert shown.keys() >= {"scan", "page", "key"}


def test_the_sample_shows_how_a_judge_goes_with_two_people(built: Path, tmp_path: Path) -> None:
    from samples.answers import write

    [release] = (built / "releases").iterdir()
    write(tmp_path, release, None)
    (tmp_path / "releases").symlink_to(built / "releases")
    marks = tmp_path / "evaluations/marks.csv"
    told = ["results", "--out", str(tmp_path), "--people", str(marks)]
    done = CliRunner().invoke(cli, told)
    assert done.exit_code == 0, done.output
    table = pl.read_csv(tmp_path / "evaluations/agreement.csv")
    whose = dict(table.select("answers of", "Pearson r").iter_rows())
    assert {"all", "marks of reader 1 (simulated)", "marks of reader 2 (simulated)"} <= whose.keys()
    assert 0.5 < float(whose["marks of reader 1 (simulated)"]) < 1


def test_the_pages_of_questions_show_their_print(built: Path, tmp_path: Path) -> None:
    """`cpsyexam items` of the sample: crops of the book's scan, lines of the sites' pages."""
    from samples.answers import write

    [release] = (built / "releases").iterdir()
    write(tmp_path, release, None)
    (tmp_path / "build").symlink_to(built / "build")
    done = CliRunner().invoke(cli, ["items", "--release", str(release), "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    folder = tmp_path / "evaluations/items"
    items = pl.read_parquet(tmp_path / "evaluations/items.parquet")
    pages = {page.stem: page.read_text("utf-8") for page in folder.glob("*.html")}
    assert pages.keys() == set(items["id"])
    crops = {crop.stem for crop in folder.glob("*.png")}
    assert len(crops) >= 3
    assert all(f'<img src="{name}.png"' in pages[name.removesuffix("-key")] for name in crops)
    assert any(name.endswith("-key") for name in crops)
    lined = [text for text in pages.values() if '<p class="mine' in text]
    assert len(lined) > 20
    assert "printed with the key" in lined[0]
    facets = pl.read_parquet(tmp_path / "evaluations/bundles.parquet")
    assert set(facets["facet"]) <= {"exam", "task", "format", "source"}


def _said(*arguments: str) -> str:
    """What a command prints; in this process, for a new one each would take most of the time."""
    done = CliRunner().invoke(cli, arguments)
    assert done.exit_code == 0, done.exception
    return done.stdout


def test_commands_beside_the_server(running: Running) -> None:
    root = running.root
    place = ("--reviews", str(running.reviews), "--out", str(root))
    invited = _said("review", "invite", "林", *place[:2])
    assert re.fullmatch(r"http://127\.0\.0\.1:8765/enter/\S{32}\n", invited)
    nothing = ("errata", "add", "没有这样的题目内容可言", "--problem", "x", *place)
    reported = CliRunner().invoke(cli, nothing)
    assert isinstance(reported.exception, CpsyexamError)
    assert "no question is like" in reported.exception.line()
    _said("errata", "add", _some_id(root), "--problem", "答案应为 B", *place)
    sheet = root / "queue.xlsx"
    out = _said("review", "export", "--to", "xlsx", str(sheet), "--kind", "errata", "--by", "林",
                *place)  # fmt: skip
    assert out == f"{sheet}: 1 items, 1 without keys, for 林 to answer first\n"
    book = load_workbook(sheet)
    heads = [cell.value for cell in book.worksheets[0][1]]
    book.worksheets[0].cell(2, heads.index("结论") + 1, "拿不准")
    book.save(sheet)
    taken = _said("review", "import", str(sheet), "--by", "林", *place)
    assert taken == "opinions: 1 new, 0 known; 0 rows without a verdict; own answers: 0\n"
    told = _said("review", "status", *place)
    assert "errata" in told
    assert "林" in told
    settled = _said("review", "settle", "--decisions", str(root / "d"), *place)
    assert settled.startswith("written: 0")


def _some_id(root: Path) -> str:
    rows = stage.read(root / "build", "split").filter(pl.col("split") == "test")
    return str(rows["id"][0])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--policy", "commas=one"], "is not KIND=one, two or three; kinds: all, suspect_key"),
        (["--control", "2"], "is not in the range 0<=x<=1"),
        (["--reserve", "--host", "0.0.0.0"], "not together with --host"),
        (["export", "--to", "xlsx", "x.xlsx"], "not built yet; run `make dataset`"),
        (["import", "none.xlsx"], "none.xlsx: no such file"),
        (["invite", " "], "not a name"),
    ],
)
def test_wrong_uses_are_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(cli, ["review", *arguments])
    assert done.exit_code != 0
    told = done.exception.line() if isinstance(done.exception, CpsyexamError) else done.output
    assert said in " ".join(told.split())


def test_without_the_extra_it_says_how_to_install_it(tmp_path: Path) -> None:
    hide = "import sys; sys.modules.update(dict.fromkeys(['starlette', 'uvicorn']))\n"
    hide += "import importlib.util as u; real = u.find_spec\n"
    hide += "u.find_spec = lambda name: None if name in ('starlette', 'uvicorn') else real(name)\n"
    done = subprocess.run(
        [sys.executable, "-c", hide + CODE, "review"],
        capture_output=True, text=True, cwd=tmp_path, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == ("error: the review station needs starlette, uvicorn; run make review\n")
