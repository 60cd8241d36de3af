"""Pages read on three nodes, killed at random moments: run again, the records are the same.

CPSYEXAM_KILLS says how many kills; each is of a worker, an actor, a node or the reading program.
"""

import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from tests.ocr import scans
from tests.ray.nodes import QUIET, Nodes, kill
from tests.ray.objects import bucket

pytest.importorskip("ray", reason="it has its own environment: make test-ray")

KILLS = int(os.environ.get("CPSYEXAM_KILLS") or 6)
PAGES = 24
ROOT = Path(__file__).resolve().parents[2]
CROP = ROOT / "tests/ocr/golden/engines/crop.png"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A folder with a book of small pages, one of them broken."""
    (tmp_path / "pages").mkdir()
    with Image.open(CROP) as image:
        for number in range(PAGES):
            page = image.convert("L").crop((0, 40 + number, 612, 140 + number))
            ImageDraw.Draw(page).point((number, 0), fill=0)  # each another image, so each is read
            page.save(tmp_path / "pages" / f"{number:02d}.png")
    (tmp_path / "pages" / "05.png").write_bytes(b"broken")
    scans.book(tmp_path, "pages")
    return tmp_path


@pytest.fixture(params=["folder", "store"])
def kept(request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of an object store, "" for a folder; Ray is told to be quiet."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in QUIET.items():
            patch.setenv(name, value)
        with bucket(patch) if request.param == "store" else nullcontext("") as url:
            yield url


@pytest.fixture
def nodes(kept: str) -> Iterator[Nodes]:
    started = Nodes()
    yield started
    started.end()


def test_killed_anywhere_and_run_again_gives_the_same_records(
    nodes: Nodes, book: Path, kept: str
) -> None:
    """No reading of a page that lay in the cache is made again."""
    place = Kept(book, kept)
    assert reader(book, "inline").wait() == 0
    wanted = rows(book)
    chance, tally, length = random.Random(20261122), Counter[str](), 30.0
    while tally.total() - tally["finished"] < KILLS or not tally["finished"]:
        cached, began = place.readings(), time.monotonic()
        process = reader(book, nodes.address, *filter(None, [kept]))
        wait = chance.uniform(0.1, 1.0) * length
        while process.poll() is None:
            time.sleep(0.05)
            killed = tally.total() - tally["finished"]
            if killed < KILLS and time.monotonic() - began > wait:
                tally.update(one_killed(nodes, process, chance))
                wait += chance.uniform(0.2, 0.8) * length
        now = place.readings()
        assert {name: now.get(name) for name in cached} == cached
        while len(nodes.raylets()) < 3:
            nodes.add()
        if process.returncode == 0:
            assert rows(book) == wanted
            tally["finished"] += 1
            length = time.monotonic() - began
            place.clear()
    sys.stderr.write(f"{kept or 'folder'}: {dict(tally)}\n")


def one_killed(
    nodes: Nodes, process: "subprocess.Popen[bytes]", chance: random.Random
) -> list[str]:
    """Kill -9 some part of what works; returns what it was, nothing where it was gone already."""
    if process.poll() is not None:
        return []
    parts = {"worker": nodes.workers(), "actor": nodes.actors(), "node": nodes.raylets(),
             "reader": [process.pid]}  # fmt: skip
    what = chance.choice([name for name, pids in parts.items() if pids])
    return [what] if kill(chance.choice(parts[what])) else []


def reader(book: Path, *place: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "tests.ray.reader", str(book), *place]
    with (book / "log").open("ab") as log:
        return subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)


def rows(book: Path) -> dict[str, str]:
    """Digests of all tables; they are taken away, so that none is looked at twice."""
    found: dict[str, str] = json.loads((book / "rows.json").read_text("utf-8"))
    (book / "rows.json").unlink()
    assert len(found) == 5
    return found


class Kept:
    """The readings of a run, in a folder or an object store."""

    def __init__(self, book: Path, url: str) -> None:
        from pyarrow import fs

        self.files, base = fs.FileSystem.from_uri(url or str(book))
        self.below = f"{base}/{'ocr' if url else 'cache'}"
        self.scans = f"{self.below}/scans/"

    def readings(self) -> dict[str, int]:
        """When each reading was written."""
        from pyarrow import fs

        found = self.files.get_file_info(
            fs.FileSelector(self.below, recursive=True, allow_not_found=True)
        )
        ours = (one for one in found if one.is_file and one.base_name[0] != ".")
        return {one.path: one.mtime_ns for one in ours if not one.path.startswith(self.scans)}

    def clear(self) -> None:
        """Forget them."""
        self.files.delete_dir_contents(self.below)
