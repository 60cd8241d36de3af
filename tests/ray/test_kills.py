"""Builds on three nodes, killed at random moments: run again, the records are the same.

CPSYEXAM_KILLS says how many kills; each is of a worker, an actor, a node or the build itself.
"""

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from cpsyexam.files import digest_file
from samples.sites import studyez
from tests.ocr import scans
from tests.ray.nodes import QUIET, Nodes, kill
from tests.spiders.shop import TERMS, article, save

pytest.importorskip("ray", reason="it has its own environment: make test-ray")

KILLS = int(os.environ.get("CPSYEXAM_KILLS") or 6)
PAGES = 12  # of the book
PAPERS = 140  # more than are parsed in the build's own process
ROOT = Path(__file__).resolve().parents[2]
CROP = ROOT / "tests/ocr/golden/engines/crop.png"
RECIPE = """
name = "killed"
version = "0.1.0"
[keys]
split = "{root}/samples/keys/split.key"
salt = "{root}/samples/keys/salt.key"
[[web.sources]]
site = "studyez"
archive = "{folder}/a.warc.gz"
{terms}
[books]
sources = ["{folder}/book.toml"]
[split]
reserve_unit = "group"
reserved = 0
[split.test]
PCE = {{ SCQ = 0.2 }}
[release]
pretty_name = "Killed"
description = "A build that is killed."
licence = "cc0-1.0"
created = "2026-01-01T00:00:00Z"
signing_key = "none"
"""


@pytest.fixture(scope="module")
def recipe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    pages = studyez.pages([article(n) for n in range(PAPERS)])
    save(folder / "a.warc.gz", pages, studyez.start())
    (folder / "pages").mkdir()
    with Image.open(CROP) as image:
        for number in range(PAGES):
            page = image.convert("L")  # each another image, so that each is read
            ImageDraw.Draw(page).point((number, 0), fill=0)
            page.save(folder / "pages" / f"{number:02d}.png")
    scans.book(folder, "pages")
    terms = f"terms = {{ {', '.join(f'{k} = {v!r}' for k, v in TERMS.model_dump().items())} }}"
    path = folder / "recipe.toml"
    path.write_text(RECIPE.format(root=ROOT, folder=folder, terms=terms), "utf-8")
    return path


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in QUIET.items():
            patch.setenv(name, value)
        started = Nodes()
        yield started
        started.end()


def test_killed_anywhere_and_run_again_gives_the_same_records(
    nodes: Nodes, recipe: Path, tmp_path: Path
) -> None:
    """No reading of a page that lay in the cache is made again."""
    assert build(recipe, tmp_path / "inline", "inline").wait() == 0
    wanted = records(tmp_path / "inline")
    out, chance = tmp_path / "ray", random.Random(20261122)
    done = killed = seconds = 0.0
    tally: dict[str, int] = {}
    while killed < KILLS or not done:
        began, cached = time.monotonic(), readings(out)
        process = build(recipe, out, f"ray://{nodes.address}")
        left = chance.uniform(0.05, 1.0) * (seconds or 60.0)
        while process.poll() is None:
            time.sleep(0.05)
            if killed < KILLS and time.monotonic() - began > left and process.poll() is None:
                what = one_killed(nodes, process.pid, chance)
                killed += bool(what)
                tally[what] = tally.get(what, 0) + bool(what)
                left += chance.uniform(0.2, 0.8) * (seconds or 60.0)
        now = readings(out)
        assert {name: now[name] for name in cached} == cached
        while len(nodes.raylets()) < 3:
            nodes.add()
        if process.returncode == 0:
            assert records(out) == wanted
            seconds, done = time.monotonic() - began, done + 1
            shutil.rmtree(out)
    sys.stderr.write(f"{tally}, {done:.0f} finished builds\n")


def one_killed(nodes: Nodes, driver: int, chance: random.Random) -> str:
    """Kill -9 some part of what works; returns what it was, "" where it was gone already."""
    parts = {"worker": nodes.workers(), "actor": nodes.actors(), "node": nodes.raylets(),
             "build": [driver]}  # fmt: skip
    what = chance.choice([name for name, pids in parts.items() if pids])
    return what if kill(chance.choice(parts[what])) else ""


def build(recipe: Path, out: Path, place: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "pipeline.entry", "-q", "build", str(recipe)]
    command += ["--out", str(out), "--on", place, "--workers", "3"]
    log = (out.parent / f"{out.name}.log").open("ab")
    with log:
        return subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)


def records(out: Path) -> dict[str, str]:
    """Digests of all tables of the build and all shards of the release, and of its roots."""
    found = [*out.glob("build/*/*.parquet"), *out.glob("re[ls]e*/**/*.parquet")]
    assert len(found) > 25
    roots = next(out.glob("releases/*/RELEASE.json")).read_text("utf-8").partition('"root"')[2][:80]
    return {str(p.relative_to(out)): digest_file(p) for p in found} | {"root": roots}


def readings(out: Path) -> dict[str, int]:
    """When each reading in the cache was written."""
    files = [p for p in (out / "build/cache").rglob("*") if p.is_file() and p.name[0] != "."]
    return {str(path.relative_to(out)): path.stat().st_mtime_ns for path in files}
