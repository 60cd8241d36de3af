"""Every way out of a build with a reserve, by list: what comes out holds nothing of the reserve.

A new verb or address of the station fails here until it says how it is called, or why it knows no
reserve. All that a verb writes counts, but the reserve and the stages of a build.
"""

import csv
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import polars as pl
import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

import cpsyexam
from cpsyexam import chain
from evaluation.releases import open_release
from pipeline import api
from pipeline.cli import cli
from pipeline.commands.review import _station
from pipeline.contamination import material
from pipeline.paths import Paths
from pipeline.sheets import sheets
from pipeline.station.desk import recipe
from pipeline.tables import names as tables
from reviewing import errata, reviewers
from reviewing.station.app import app
from samples import answers
from tests.e2e.conftest import ROOT, Call
from tests.e2e.withholding import Place, contents, plain

SOURCE = "reads what its user names, and knows no reserve"
CATALOGUE = "is about concepts and their catalogues"
NAMED = "shows what it was asked for by name; that is its purpose"
MODEL = "asks the split that was named, by default test: see the test of options below"
ELSEWHERE = "its own tests look for the reserve in all it sends or writes: "
# verb → its calls, or why it cannot show a reserve
CALLS: dict[str, list[str] | str] = {
    "audit": ["audit {release} --all", "audit {release} --json"],
    "book": SOURCE,
    "build": ["build"],
    "clean": ["clean --cache"],
    "concepts check": CATALOGUE,
    "concepts import": CATALOGUE,
    "concepts status": CATALOGUE,
    "contamination": MODEL,
    "coverage": ["coverage {release} --to {new}/coverage.html"],
    "crawl": SOURCE,
    "decide": ["decide {held} --accept --why x --decisions {secret}"],
    "duplicates": ["duplicates --limit 0", "duplicates --limit 0 --json"],
    "errata add": ["errata add {held} --problem 错", "errata add {raw} --problem 错"],
    "evaluate": MODEL,
    "export": ["export {new}/tasks"],
    "generate": ELSEWHERE + "tests/pipeline/test_known.py",
    "help": ["help split"],
    "init": SOURCE,
    "inspect": ["inspect {release} --to {new}/health.html"],
    "items": ["items"],
    "judge": MODEL,
    "known": ["known {near} --against {release} --limit 0",
              "known {near} --against {release} --json"],
    "label": ["label {release}"],
    "paraphrase": MODEL,
    "parse": SOURCE,
    "people answers": SOURCE,
    "people pairs": SOURCE,
    "people paper": ["people paper --to {new}/paper"],
    "people verdicts": SOURCE,
    "plan": ["plan dataset.toml"],
    "probe": SOURCE,
    "push": ELSEWHERE + "tests/hub",
    "reread": "its pages are looked at below",
    "results": ["results"],
    "reveal": NAMED,
    "review": "is asked by HTTP below",
    "review export": ["review export --to xlsx {new}/q.xlsx", "review export --to answers {new}/a",
                      "review export --to label-studio {new}/ls.json",
                      "review export --to marks {new}/m.csv"],
    "review import": SOURCE,
    "review invite": ["review invite lin"],
    "review settle": ["review settle --decisions {new}/decisions"],
    "review status": ["review status"],
    "score": ["score {predictions} --model m"],
    "sft": ["sft {new}/sft", "sft --check {tuning}"],
    "show": [f"show {name} --limit 0 --json" for name in tables()],
    "show-crop": ["show-crop {raw} --to {new}/crop.png"],
    "site": SOURCE,
    "stages": ["stages", "stages --json"],
    "trace": ["trace {held}", "trace {raw} --json", "trace {lost}"],
}  # fmt: skip


# function of `import cpsyexam` → what it gives of a release, or why it cannot show a reserve
API: dict[str, Callable[[Path, pl.DataFrame], list[pl.DataFrame]] | str] = {
    "audit": lambda release, _: [
        cpsyexam.audit(release),
        cpsyexam.audit(release, reserve=release.parents[1] / "reserve" / release.name),
    ],
    "build": "is the verb",
    "deduplicate": SOURCE,
    "inspect": lambda release, mine: [
        cpsyexam.inspect(mine, against=cpsyexam.load_release(release))
    ],
    "known": lambda release, mine: [cpsyexam.known(mine, release)],
    "label": SOURCE,
    "load_release": lambda release, _: [cpsyexam.load_release(release)],
    "parse": SOURCE,
    "read_bank": lambda release, _: [cpsyexam.read_bank(release)],
    "shuffle": SOURCE,
    "split": SOURCE,
}  # fmt: skip


def verbs(command: click.Command = cli, path: str = "") -> Iterator[str]:
    if not isinstance(command, click.Group):
        yield path
        return
    if path and command.invoke_without_command:
        yield path
    for name in command.list_commands(click.Context(command)):
        inner = command.get_command(click.Context(command), name)
        assert inner
        yield from verbs(inner, f"{path} {name}".strip())


@pytest.fixture(scope="module")
def place(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Place:
    return Place(built, tmp_path_factory.mktemp("ways") / "root")


def test_every_verb_says_how_it_is_called() -> None:
    assert set(verbs()) == set(CALLS)


def test_no_verb_asks_for_the_reserve_of_its_own_accord() -> None:
    """Neither by a flag that is on, nor by the split that a model is asked."""
    for verb in verbs():
        context = click.Context(_command(verb))
        for parameter in _command(verb).params:
            if parameter.name == "reserve" and verb != "reveal":
                assert not parameter.get_default(context), verb
            if parameter.name == "split":
                assert parameter.default == "test", verb


def test_a_model_is_asked_nothing_of_the_reserve_unless_it_is_asked_for(place: Place) -> None:
    opened = open_release(place.release)
    keys = place.root / "reserve" / place.release.name
    given = material(Paths(place.root), opened, "test", keys, 0, reserve=False)
    assert given.public
    assert not given.reserved
    assert material(Paths(place.root), opened, "test", keys, 0, reserve=True).reserved


def test_no_function_gives_back_the_reserve(place: Place) -> None:
    """Nor where its user has near copies: they learn that one is known, and nothing of it."""
    assert set(API) == set(api.__all__)
    mine = place.held.filter(pl.col("options").list.len() > 0).select(
        pl.col("stem").str.replace("的", "之").alias("question"), "options", answer=pl.lit("A")
    )
    typed = {plain(text) for row in mine.to_dicts() for text in (row["question"], *row["options"])}
    shown = {}
    for name, call in API.items():
        for found in [] if isinstance(call, str) else call(place.release, mine):
            leaks = set(place.leaks(str(found.to_dicts()))) - typed
            ids = {row["id"] for row in place.held.to_dicts() if row["id"] in str(found.to_dicts())}
            if leaks or ids:
                shown[name] = leaks | ids
    assert shown == {}


def test_a_second_reader_is_shown_no_page_of_the_reserve(place: Place) -> None:
    pages = [sheet.text for sheet in sheets(place.root / "build", pictures=False).pages]
    assert [leak for text in pages for leak in place.leaks(text)] == []


@pytest.mark.slow
def test_no_verb_shows_sends_or_writes_the_reserve(place: Place, call: Call) -> None:
    root = place.root
    first, second = place.held.head(2).iter_rows(named=True)
    new, secret = root.parent / "new", root.parent / "secret"
    words = _files(place, root.parent / "given") | {
        "release": str(place.release), "held": first["id"], "raw": second["raw_id"],
        "lost": place.held["raw_id"][-1], "new": str(new), "secret": str(secret),
    }  # fmt: skip
    shown: dict[str, list[str]] = {}
    failed = {}
    answers.write(root, place.release, None)
    for verb, calls in CALLS.items():
        for line in calls if isinstance(calls, list) else ():
            before = _stamps(root)
            arguments = line.format(**words).split()
            takes = [option for parameter in _command(verb).params for option in parameter.opts]
            there = ["--out", str(root)] if "--out" in takes else []
            # a recipe names its sources from the working folder
            done = call(*arguments, *there, cwd=ROOT if verb in {"build", "plan"} else root)
            if done.returncode not in (0, 1) and not _may_fail(line, done.stderr):
                failed[line] = done.stderr
            texts = [done.stdout, done.stderr]
            after = _stamps(root)
            written = [path for path, stamp in after.items() if before.get(path) != stamp]
            written += [path for path in new.rglob("*") if path.is_file()]
            texts += [text for path in written for text in contents(path)]
            if leaks := [leak for text in texts for leak in place.leaks(text)]:
                shown[line] = leaks
            shutil.rmtree(new, ignore_errors=True)
    assert failed == {}
    assert shown == {}


def _may_fail(line: str, told: str) -> bool:
    """What is refused since it is reserved; a table that this build has not."""
    return "is in the reserve" in told or (line.startswith("show ") and "not built yet" in told)


def _command(verb: str) -> click.Command:
    command: click.Command = cli
    for name in verb.split():
        assert isinstance(command, click.Group)
        inner = command.get_command(click.Context(command), name)
        assert inner
        command = inner
    return command


def _stamps(root: Path) -> dict[Path, tuple[int, int]]:
    """Size and time of the files that a verb may have written."""
    stages = {root / "build" / name for name in (*chain.CHAIN.names, "cache")}
    return {
        path: (path.stat().st_size, path.stat().st_mtime_ns)
        for path in root.rglob("*")
        if path.is_file() and not {root / "reserve", *stages} & set(path.parents)
    }


def _files(place: Place, folder: Path) -> dict[str, str]:
    """Files of a user: near copies of reserved questions, answers to public ones."""
    folder.mkdir()
    near = [
        {"id": f"x{i}", "question": row["stem"].replace("的", "之", 1) + "呢",
         "answer": "A", "options": row["options"]}
        for i, row in enumerate(place.held.filter(pl.col("options").list.len() > 0).to_dicts())
    ]  # fmt: skip
    (folder / "near.json").write_text(json.dumps(near, ensure_ascii=False), "utf-8")
    test = pl.concat(pl.read_parquet(p) for p in place.release.glob("data/*/test-*.parquet"))
    with (folder / "answers.csv").open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([("id", "text"), *((name, "答案：A") for name in test["id"])])
    asked = ("\n".join([row["question"], *row["options"]]) for row in near)
    turns = ([{"role": "user", "content": text}, {"role": "assistant", "content": "A"}]
             for text in asked)  # fmt: skip
    lines = [json.dumps({"messages": turn}, ensure_ascii=False) for turn in turns]
    (folder / "tuning.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    return {"near": str(folder / "near.json"), "predictions": str(folder / "answers.csv"),
            "tuning": str(folder / "tuning.jsonl")}  # fmt: skip


def test_no_address_of_the_station_shows_the_reserve(place: Place) -> None:
    """Reported by a reader, too: on every page, and in the file that the pages come from."""
    reviews = place.root / "reviews"
    for row in place.held.iter_rows(named=True):
        made = errata.Report(question=row["raw_id"], problem="错", when="2026-01-01T00:00:00Z")
        errata.add(reviews, made)
    station = _station(
        Paths(place.root), recipe(Paths(place.root)), reviews, place.root / "decisions"
    )
    served = app(station)
    secret = reviewers.invite(reviews, "lin", chair=True)
    client = TestClient(served, base_url="http://127.0.0.1:8765")
    client.get(f"/enter/{secret}")
    [csrf] = [one.csrf() for one in reviewers.read(reviews) if one.name == "lin"]
    slips = station.desk.every()
    assert len(slips) > 30
    values = {
        "item": [slip.item for slip in slips],
        "id": [name for name, _, _ in station.desk.paper()],
        "key": [secret],
        "name": ["style.css", "keys.js", "icon.svg", "zh"],
    }
    for slip in slips:
        client.post(f"/item/{slip.item}/own", data={"csrf": csrf, "none": "1"})
    seen = 0
    for route in served.routes:
        assert isinstance(route, Route)
        wanted = re.findall(r"{(\w+)(?::\w+)?}", route.path)
        if "GET" not in (route.methods or ()):
            continue
        for value in values[wanted[0]] if wanted else [""]:
            path = re.sub(r"{.*?}", value, route.path)
            answer = client.get(path)
            seen += 1
            if not answer.headers.get("content-type", "").startswith("image/png"):
                assert place.leaks(answer.text) == [], path
    assert seen > 200
    [file] = (place.root / "build/review").glob("*.sqlite")
    assert [leak for text in contents(file) for leak in place.leaks(text)] == []
