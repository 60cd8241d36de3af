"""The sample release through the command line onto a local Hub, and back by the real clients."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.hub.server import Hub
from cpsyexam import stage
from tests.e2e.conftest import PROCESS, ROOT
from tests.matrix import some
from tests.shared import called

LOAD = """
import json, sys, datasets
for config in sys.argv[1:]:
    loaded = datasets.load_dataset("org/exam", config, revision="v0.1.0")
    print(json.dumps({name: list(part["id"]) for name, part in loaded.items()}))
"""


@pytest.mark.parametrize("mode", some(["xet", "lfs"], 2))
def test_push_and_load(built: Path, release: Path, tmp_path: Path, mode: str) -> None:
    xet = tmp_path / "xet"
    xet.mkdir()
    with Hub({"hf_test": "org"}, xet if mode == "xet" else None) as hub:
        env = {
            "HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path / "home"), "HF_TOKEN": "hf_test",
            "NO_PROXY": "127.0.0.1", "HF_HUB_DISABLE_TELEMETRY": "1",
            "HF_HUB_DISABLE_UPDATE_CHECK": "1", "HF_HUB_DISABLE_XET": "0" if mode == "xet" else "1",
        }  # fmt: skip
        args = ("push", "org/exam", "--out", str(built))
        if mode == "xet":  # the other way of sending changes nothing of what is said
            plan = PROCESS(*args, "--dry-run", **env)
            assert plan.returncode == 0, plan.stderr
            assert "added    RELEASE.json" in plan.stdout
            assert not hub.state.repos
        done = PROCESS(*args, **env)
        assert done.returncode == 0, done.stderr
        assert "published org/exam@v0.1.0" in done.stdout
        for loaded in load(("GEE", "CA"), env):
            assert set(loaded) <= {"train", "dev", "test"}
            split = stage.read(built / "build", "split")
            reserved = set(split.filter(split["split"] == "reserved")["id"])
            assert not reserved & {i for ids in loaded.values() for i in ids}
        if mode == "xet":
            audited = PROCESS("audit", "org/exam@v0.1.0", "--out", str(built), **env)
            assert audited.returncode == 0, audited.stdout
            again = PROCESS(*args, "--dry-run", **env)
            assert "nothing to change" in again.stdout
            _downloaded(tmp_path, env)


def _downloaded(tmp_path: Path, env: dict[str, str]) -> None:
    """Whoever has no token gets a folder that passes the audit."""
    fetched = tmp_path / "fetched"
    command = ["-m", "huggingface_hub.cli.hf", "download", "org/exam", "--repo-type", "dataset"]
    got = subprocess.run(
        [sys.executable, *command, "--local-dir", str(fetched)],
        env={**os.environ, **env, "HF_TOKEN": ""}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert got.returncode == 0, got.stderr
    assert called("audit", str(fetched), "--out", str(tmp_path), cwd=ROOT).returncode == 0


def load(configs: tuple[str, ...], env: dict[str, str]) -> list[dict[str, list[str]]]:
    done = subprocess.run(
        [sys.executable, "-c", LOAD, *configs],
        env={**os.environ, **env}, capture_output=True, text=True, cwd=ROOT.parent, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()[-len(configs) :]]


def test_without_the_reserve_nothing_is_pushed(release: Path, tmp_path: Path) -> None:
    with Hub({"hf_test": "org"}) as hub:
        env = {"HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path), "HF_TOKEN": "hf_test"}
        done = PROCESS("push", "org/exam", "--release", str(release), "--out", str(tmp_path), **env)
        assert done.returncode == 1
        assert "the reserve is not here" in done.stderr
        assert not hub.state.repos


@pytest.mark.skipif(
    not os.environ.get("CPSYEXAM_SMOKE_REPO"),
    reason="set CPSYEXAM_SMOKE_REPO=org/name and HF_TOKEN to push to the real Hub",
)
def test_the_real_hub(built: Path) -> None:
    done = PROCESS("push", os.environ["CPSYEXAM_SMOKE_REPO"], "--out", str(built))
    assert done.returncode == 0, done.stderr


def test_what_trusted_signers_do_not_vouch_for_is_not_pushed(built: Path, tmp_path: Path) -> None:
    signers = tmp_path / "allowed_signers"
    signers.write_text("release ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGJvZ3Vz\n", "utf-8")
    with Hub({"hf_test": "org"}) as hub:
        env = {"HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path), "HF_TOKEN": "hf_test"}
        args = ("push", "org/exam", "--out", str(built), "--signers", str(signers))
        done = PROCESS(*args, **env)
        assert done.returncode == 1
        assert "RELEASE.json.sig: does not verify" in done.stderr
        assert not hub.state.repos
