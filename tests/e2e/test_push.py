"""The sample release through the command line onto a local Hub, and back by the real clients."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.hub.server import Hub
from tests.e2e.conftest import PROCESS, ROOT
from tests.shared import called, called_apart


def test_push_by_xet_and_audit_what_is_there(built: Path, tmp_path: Path) -> None:
    """By LFS, and what `datasets` loads of it: test_strangers. By its name: test_fetched."""
    xet = tmp_path / "xet"
    xet.mkdir()
    with Hub({"hf_test": "org"}, xet) as hub:
        env = {
            "HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path / "home"), "HF_TOKEN": "hf_test",
            "NO_PROXY": "127.0.0.1", "HF_HUB_DISABLE_TELEMETRY": "1",
            "HF_HUB_DISABLE_UPDATE_CHECK": "1", "HF_HUB_DISABLE_XET": "0",
        }  # fmt: skip
        args = ("push", "org/exam", "--out", str(built))
        pushed, again = called_apart(args, (*args, "--dry-run"), env=env)
        assert pushed[0] == 0, pushed[2]
        assert "published org/exam@v0.1.0" in pushed[1]
        assert "nothing to change" in again[1]
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


def test_a_plan_a_lost_reserve_and_a_foreign_signature_push_nothing(
    built: Path, release: Path, tmp_path: Path
) -> None:
    signers = tmp_path / "allowed_signers"
    signers.write_text("release ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGJvZ3Vz\n", "utf-8")
    with Hub({"hf_test": "org"}) as hub:
        env = {"HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path), "HF_TOKEN": "hf_test"}
        args = ("push", "org/exam", "--out", str(built))
        elsewhere = ("push", "org/exam", "--release", str(release), "--out", str(tmp_path))
        signed = (*args, "--signers", str(signers))
        plan, lost, foreign = called_apart((*args, "--dry-run"), elsewhere, signed, env=env)
        assert not hub.state.repos
    assert plan[0] == 0, plan[2]
    assert "added    RELEASE.json" in plan[1]
    assert lost[0] == foreign[0] == 1
    assert "the reserve is not here" in lost[2]
    assert "RELEASE.json.sig: does not verify" in foreign[2]


@pytest.mark.skipif(
    not os.environ.get("CPSYEXAM_SMOKE_REPO"),
    reason="set CPSYEXAM_SMOKE_REPO=org/name and HF_TOKEN to push to the real Hub",
)
def test_the_real_hub(built: Path) -> None:
    done = PROCESS("push", os.environ["CPSYEXAM_SMOKE_REPO"], "--out", str(built))
    assert done.returncode == 0, done.stderr
