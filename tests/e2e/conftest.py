"""One build of the embedded sample, shared by all end-to-end tests (they run on one worker)."""

import os
import shutil
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


@pytest.fixture(scope="session")
def withheld(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same build, released with withheld answers; only the release is made anew."""
    root = tmp_path_factory.mktemp("withheld")
    shutil.copytree(built / "build", root / "build")
    recipe = (ROOT / "dataset.toml").read_text("utf-8")
    recipe = recipe.replace('name = "cpsyexam-sample"', 'name = "withheld"')
    (root / "recipe.toml").write_text(f'{recipe}\ntest_answers = "withheld"\n', "utf-8")
    done = run("build", str(root / "recipe.toml"), "--out", str(root))
    assert done.returncode == 0, done.stderr
    return root
