"""A whole build on three nodes: the tables, the shards and the root of one in this process.

Once with a shared folder, once with an object store in its place.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from cpsyexam.files import digest_file
from cpsyexam.store import Remote
from samples.sites import studyez
from tests.ocr import scans
from tests.ray.nodes import QUIET, Nodes
from tests.ray.objects import bucket
from tests.spiders.shop import TERMS, article, save

pytest.importorskip("ray", reason="it has its own environment: make test-ray")

PAPERS = 140  # more than are parsed in the build's own process
ROOT = Path(__file__).resolve().parents[2]
CROP = ROOT / "tests/ocr/golden/engines/crop.png"
RECIPE = """
name = "nodes"
version = "0.1.0"
allow_empty = ["book"]  # its crop has no answers
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
pretty_name = "Nodes"
description = "A build on several nodes."
licence = "cc0-1.0"
created = "2026-01-01T00:00:00Z"
signing_key = "none"
"""


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    pages = studyez.pages([article(n) for n in range(PAPERS)])
    save(tmp_path / "a.warc.gz", pages, studyez.start())
    (tmp_path / "pages").mkdir()
    with Image.open(CROP) as image:
        image.save(tmp_path / "pages" / "1.png")
        image.crop((0, 0, 612, 400)).save(tmp_path / "pages" / "2.png")
    scans.book(tmp_path, "pages")
    terms = f"terms = {{ {', '.join(f'{k} = {v!r}' for k, v in TERMS.model_dump().items())} }}"
    path = tmp_path / "recipe.toml"
    path.write_text(RECIPE.format(root=ROOT, folder=tmp_path, terms=terms), "utf-8")
    return path


@pytest.fixture
def patch() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as own:
        for name, value in QUIET.items():
            own.setenv(name, value)
        yield own


def test_a_build_on_three_nodes_is_the_build_of_one_process(
    recipe: Path, patch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with bucket(patch) as store:
        nodes = Nodes()
        there = ["ray://" + nodes.address, "--workers", "3"]
        made(recipe, tmp_path / "one", "inline")
        made(recipe, tmp_path / "nodes", *there)
        made(recipe, tmp_path / "store", *there, "--store", store)
        made(recipe, tmp_path / "again", *there, "--store", store)
        nodes.end()
        scans = (Remote(store) / "ocr" / "scans").names()
        assert not [name for name in Remote(store).names() if name.startswith("witness")]
    one = records(tmp_path / "one")
    assert len(one) > 25
    for name in ("nodes", "store", "again"):
        assert records(tmp_path / name) == one
    assert scans == {digest_file(page) for page in (tmp_path / "pages").iterdir()}
    assert [cached(tmp_path / name) for name in ("store", "again")] == [0, 2]
    assert not (tmp_path / "store" / "build" / "cache" / "ocr").exists()


def made(recipe: Path, out: Path, *place: str) -> None:
    """Build with the command line."""
    command = [sys.executable, "-m", "pipeline.entry", "-q", "build", str(recipe)]
    subprocess.run([*command, "--out", str(out), "--on", *place], cwd=ROOT, check=True)


def cached(out: Path) -> int:
    """Pages whose reading was there already."""
    told = json.loads((out / "build" / "books" / "receipt.json").read_text("utf-8"))
    return int(told["metrics"]["cached"])


def records(out: Path) -> dict[str, str]:
    """Digests of all tables of a build and all shards of its release, and its root."""
    found = [
        p for part in ("build", "releases", "reserve") for p in out.glob(f"{part}/**/*.parquet")
    ]
    root = next(out.glob("releases/*/RELEASE.json")).read_text("utf-8").partition('"root"')[2][:80]
    return {str(p.relative_to(out)): digest_file(p) for p in found} | {"root": root}
