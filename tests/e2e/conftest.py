"""One build of the embedded sample, shared by all end-to-end tests (they run on one worker)."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
Call = Callable[..., subprocess.CompletedProcess[str]]
CODE = "from pipeline.cli import main; main()"


def run(*args: str, cwd: Path = ROOT, **env: str) -> subprocess.CompletedProcess[str]:
    """The command line in a process of its own, 80 columns wide."""
    return subprocess.run(
        [sys.executable, "-c", CODE, *args],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, "COLUMNS": "80", "SOURCE_DATE_EPOCH": "1760000000", **env},
        check=False,
    )


@pytest.fixture(scope="session")
def call() -> Call:
    return run


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample, built from nothing."""
    root = tmp_path_factory.mktemp("first")
    done = run("build", "--out", str(root))
    assert done.returncode == 0, done.stderr
    (root / "summary.txt").write_text(done.stdout, "utf-8")
    return root


@pytest.fixture(scope="session")
def release(built: Path) -> Path:
    return built / "releases" / "cpsyexam-sample-0.1.0"
