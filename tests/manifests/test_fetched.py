"""An audit of a revision on the Hub, by the command line, against a Hub on this machine."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import huggingface_hub.constants
import pytest
from huggingface_hub import CommitOperationAdd, HfApi

from bench.hub.server import Hub
from cpsyexam.errors import ConfigError
from manifests.locate import fetch, label, newest
from tests.manifests.forging import LABEL, Copy


@pytest.fixture
def pushed(made: Copy, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Hub, str]]:
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_DISABLE_XET", True)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with Hub({"hf_test": "org"}) as hub:
        api = HfApi(endpoint=hub.url, token="hf_test")
        api.create_repo("org/made-up", repo_type="dataset")
        files = [p for p in made.folder.rglob("*") if p.is_file()]
        adds = [
            CommitOperationAdd(p.relative_to(made.folder).as_posix(), p.read_bytes()) for p in files
        ]
        commit = api.create_commit("org/made-up", adds, commit_message="x", repo_type="dataset")
        yield hub, commit.oid


def _audit(hub: Hub, place: str, made: Copy, home: Path) -> subprocess.CompletedProcess[str]:
    env = {
        **os.environ,
        "HF_ENDPOINT": hub.url,
        "HF_HOME": str(home),
        "HF_TOKEN": "hf_test",
        "HF_HUB_DISABLE_XET": "1",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "NO_PROXY": "127.0.0.1",
    }
    code = "from pipeline.cli import main; main()"
    root = made.folder.parent.parent
    command = [sys.executable, "-c", code, "audit", place, "--out", str(root)]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


def test_revision_on_the_hub_is_audited(
    pushed: tuple[Hub, str], made: Copy, tmp_path: Path
) -> None:
    hub, commit = pushed
    said = _audit(hub, f"org/made-up@{commit}", made, tmp_path)
    assert said.returncode == 0, said.stdout + said.stderr
    assert f"Audit of {LABEL}" in said.stdout
    assert "needs the reserve" not in said.stdout
    absent = _audit(hub, "org/made-up@v9", made, tmp_path)
    assert absent.returncode == 2
    assert "org/made-up@v9: cannot be downloaded" in absent.stderr


def test_what_is_no_release_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no such folder; give a release folder or org/name@"):
        fetch("releases/nowhere", tmp_path)
    with pytest.raises(ConfigError, match="no release here; run cpsyexam build"):
        newest(tmp_path)
    assert label(tmp_path) == tmp_path.name


def test_newest_release_is_taken(made: Copy) -> None:
    assert newest(made.folder.parent) == made.folder
    assert label(made.folder) == LABEL
