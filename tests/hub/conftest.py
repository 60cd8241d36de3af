"""A running local Hub, a small release folder, and checks that really check."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import huggingface_hub.constants
import polars as pl
import pytest

from bench.hub.server import Hub
from publishing.push import Checks
from tests.hub.repository import NAME
from tests.matrix import some

TOKEN = "hf_test"


@pytest.fixture(params=some(["lfs", "xet"], 2))
def hub(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Hub]:
    xet = request.param == "xet"
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_DISABLE_XET", not xet)
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_DISABLE_PROGRESS_BARS", True)
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    folder = tmp_path / "xet"
    if xet:
        folder.mkdir()
    with Hub({TOKEN: "org", "hf_other": "other"}, folder if xet else None) as running:
        yield running


@pytest.fixture
def private(hub: Hub) -> Hub:
    """A Hub where the repository is there already, private and empty."""
    hub.state.create(NAME, private=True)
    return hub


def make_release(folder: Path, version: str = "1.0.0", text: str = "心理") -> Path:
    """A folder with a card, two shards and a manifest of digests."""
    for name in ("data/GEE/train-00000-of-00001.parquet", "data/TQE/test-00000-of-00001.parquet"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        rows = {
            "id": [f"q{i}" for i in range(9)],
            "question": [f"{text}{name}{i}" for i in range(9)],
        }
        pl.DataFrame(rows).write_parquet(path)
    (folder / "README.md").write_text("---\nlicense: other\n---\n# x\n", "utf-8")
    paths = [p for p in sorted(folder.rglob("*")) if p.is_file() and p.name != "RELEASE.json"]
    files = {p.relative_to(folder).as_posix(): digest(p) for p in paths}
    (folder / "RELEASE.json").write_text(
        json.dumps({"name": "exam", "version": version, "files": files})
    )
    return folder


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def audit(folder: Path) -> list[str]:
    files = json.loads((folder / "RELEASE.json").read_text())["files"]
    return [f"{name} differs" for name, sha in files.items() if digest(folder / name) != sha]


def load(folder: Path) -> list[str]:
    return [] if list(folder.rglob("*.parquet")) else ["no shard"]


@pytest.fixture
def release(tmp_path: Path) -> Path:
    return make_release(tmp_path / "release")


def words(text: str) -> list[str]:
    return ["a commit message: names a secret"] if "secret" in text else []


CHECKS = Checks(audit, load, audit, words)
