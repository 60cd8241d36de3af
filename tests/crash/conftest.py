"""Folders to be disturbed, and a process whose children do the work and die."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bench.hub.server import Hub
from cpsyexam.files import digest, digest_file
from tests.hub.conftest import TOKEN

ROOT = Path(__file__).resolve().parents[2]
RECIPE = """name = "small"
version = "1.0.0"
keys = { split = "split.key", salt = "salt.key" }
[banks]
sources = ["bank.toml"]
[split]
share = 0.4
reserved = 0.2
reserve_unit = "group"
dev = 0.1
min_train = 0
few_shot = 0
[release]
test_answers = "withheld"
"""
BANK = "question,A,B,C,D,answer\n"
OLD = "提出观察学习理论的心理学家是（　　）。,桑代克,斯金纳,班杜拉,巴甫洛夫,C\n"
NEW = "大脑皮层的视觉中枢位于（　　）。,额叶,枕叶,颞叶,顶叶,B\n"


@dataclass
class Nursery:
    """Does works in children; `again` and again in one loaded process."""

    process: subprocess.Popen[str]

    def do(self, work: str, folder: Path, at: int = 0, **env: str) -> tuple[int, int]:
        """Exit code (or minus the signal) and steps; `at` = 0: nobody dies."""
        job = {"work": work, "folder": str(folder), "at": at, "env": env}
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return answer["status"], answer["steps"]


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    env = {
        **os.environ,
        "SOURCE_DATE_EPOCH": "1760000000",
        "HF_HUB_DISABLE_XET": "1",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "NO_PROXY": "127.0.0.1",
        "HF_TOKEN": TOKEN,
        "MPLBACKEND": "agg",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.crash.nursery"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env, cwd=ROOT,
    )  # fmt: skip
    assert process.stdin
    with process:
        yield Nursery(process)
        process.stdin.close()


@pytest.fixture(scope="session")
def hub() -> Iterator[Hub]:
    with Hub({TOKEN: "org"}) as running:
        yield running


def write_bank(folder: Path, questions: int) -> None:
    """So many single choices of the sample as a bank, with a recipe and keys."""
    rows = json.loads((ROOT / "samples/banks/structured.json").read_text("utf-8"))
    single = [row for row in rows if row["question_type"] == "单项选择题"]
    text = json.dumps(single[:questions], ensure_ascii=False)
    (folder / "structured.json").write_text(text, "utf-8")
    bank = (ROOT / "samples/banks/structured.toml").read_text("utf-8")
    (folder / "bank.toml").write_text(bank.replace("samples/banks/", ""), "utf-8")
    for name in ("split", "salt"):
        (folder / f"{name}.key").write_text(digest(name), "utf-8")
    (folder / "r.toml").write_text(RECIPE, "utf-8")


@dataclass
class Desks:
    """A folder for each work as it lies before it, and as it lies after it was done in peace.

    `build`: nothing is built yet; `rebuild`: built from fewer questions. Not to be changed.
    """

    root: Path
    nursery: Nursery
    _steps: dict[str, int] = field(default_factory=dict)

    def before(self, name: str) -> Path:
        """What a work begins with."""
        folder = self.root / name
        if folder.is_dir():
            return folder
        folder.mkdir()
        if name == "build":
            write_bank(folder, 24)
            shutil.copytree(self.before("rebuild") / ".signing", folder / ".signing")
        elif name == "rebuild":
            write_bank(folder, 20)
            self._do("build", folder)
            write_bank(folder, 24)
        elif name == "known":
            (folder / "old.csv").write_text(BANK + OLD, "utf-8")
            (folder / "new.csv").write_text(BANK + OLD + NEW, "utf-8")
            self._do("index", folder)
        return folder

    def after(self, name: str) -> tuple[Path, int]:
        """What a work leaves that nobody disturbed, and its steps."""
        folder = self.root / f"{name} done"
        if name not in self._steps:
            shutil.copytree(self.before(name), folder)
            self._steps[name] = self._do(work_of(name), folder)
        return folder, self._steps[name]

    def _do(self, work: str, folder: Path) -> int:
        status, steps = self.nursery.do(work, folder)
        assert status == 0, log(folder)
        return steps


@pytest.fixture(scope="session")
def desks(tmp_path_factory: pytest.TempPathFactory, nursery: Nursery) -> Desks:
    return Desks(tmp_path_factory.mktemp("desks"), nursery)


def work_of(name: str) -> str:
    """The work that is done on a desk."""
    return "build" if name == "rebuild" else name


def log(folder: Path) -> str:
    """What the last work in a folder printed."""
    return Path(f"{folder}.log").read_text("utf-8")


def records(folder: Path, below: str = "") -> dict[str, str]:
    """Digests of what is kept: releases, reserve, rows of stages, opinions, the index."""
    kept = ("releases/**/*", "reserve/**/*", "build/**/*.parquet", "reviews/*", "known.index")
    files = {path for pattern in kept for path in folder.glob(pattern) if path.is_file()}
    named = {path.relative_to(folder).as_posix(): digest_file(path) for path in sorted(files)}
    return {name: value for name, value in named.items() if name.startswith(below)}
