"""One build of the embedded sample, shared by all end-to-end tests on all workers.

Nobody changes it: tests that do take a copy.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.shared import called, made_once

if TYPE_CHECKING:
    from tests.e2e.station import Running

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


PROCESS: Call = run


def here(*args: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """The same in this process, where the libraries are loaded."""
    return called(*args, cwd=cwd, COLUMNS="80", SOURCE_DATE_EPOCH="1760000000")


@pytest.fixture(scope="session")
def call() -> Call:
    return here


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample, built by the worker that needs it first.

    Its pages were read before (samples/readings); of another engine, model or format all are read
    here. One is read anew, in test_sample.
    """
    return made_once(tmp_path_factory, "first", _build)


def _build(root: Path) -> None:
    done = here("build", "--out", str(root))
    assert done.returncode == 0, done.stderr
    (root / "summary.txt").write_text(done.stdout, "utf-8")


@pytest.fixture(scope="session")
def release(built: Path) -> Path:
    return built / "releases" / "cpsyexam-sample-0.1.0"


@pytest.fixture
def running(built: Path, tmp_path: Path) -> "Iterator[Running]":
    """A review station on a copy of the sample's build."""
    from tests.e2e.station import Running

    shutil.copytree(built / "build", tmp_path / "build")
    made = Running(tmp_path)
    yield made
    made.stop(signal.SIGKILL)


def released_anew(built: Path, root: Path, name: str, more: str) -> Path:
    """The same build, with other settings of split and release; what they do not touch is kept."""
    shutil.copytree(built / "build", root / "build")
    recipe = (ROOT / "dataset.toml").read_text("utf-8")
    recipe = recipe.replace('name = "cpsyexam-sample"', f'name = "{name}"')
    split, _, withheld = more.partition("\n")
    recipe = recipe.replace("[split]", f"[split]\n{split}")
    (root / "recipe.toml").write_text(f"{recipe}\n{withheld}\n", "utf-8")
    done = here("build", str(root / "recipe.toml"), "--out", str(root))
    assert done.returncode == 0, done.stderr
    return root


@pytest.fixture(scope="session")
def withheld(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample with withheld answers, subjects gone, papers of the web in a larger reserve."""

    def make(root: Path) -> None:
        released_anew(built, root, "withheld", 'spare_subjects = false\ntest_answers = "withheld"')

    return made_once(tmp_path_factory, "withheld-sample", make)
