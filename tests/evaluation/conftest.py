"""A release of a made-up build, and questions of every format with known keys."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner, Result

from bench import builds
from cpsyexam.errors import CpsyexamError
from cpsyexam.taxonomy import positions
from evaluation.releases import record
from pipeline.cli import cli
from tests import strangers
from tests.publishing.conftest import make_release
from tests.shared import made_once

Call = Callable[..., Result]


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a sealed release with open test answers; not to be changed."""
    root = made_once(tmp_path_factory, "release-480", partial(make_release, questions=480))
    return builds.spec(root).folder


@pytest.fixture(scope="session")
def law(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a stranger's second version: cases of law, from JSON lines."""
    return _stranger(tmp_path_factory, "law")


@pytest.fixture(scope="session")
def nursing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a stranger's second version: A1 to B1 of nursing, from a sheet."""
    return _stranger(tmp_path_factory, "nursing")


def _stranger(factory: pytest.TempPathFactory, name: str) -> Path:
    def make(root: Path) -> None:
        strangers.first_version(root, name)
        strangers.corrected(root, name)

    return made_once(factory, name, make) / f"releases/{name}-0.2.0"


@pytest.fixture
def call(release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Runs a verb on the release, with runs below tmp_path."""
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    def run(*args: str, folder: Path = release) -> Result:
        common = ["--release", str(folder), "--out", str(tmp_path)]
        return CliRunner().invoke(cli, [*args, *common])

    return run


def line(result: Result) -> str:
    """The one line that a person sees of an error."""
    if isinstance(result.exception, CpsyexamError):
        assert result.exception.exit_code == 2
        return result.exception.line()
    assert result.exit_code == 2
    return " ".join(result.output.split())


def question(name: str, answer: str | None = "B", **given: Any) -> dict[str, Any]:
    """A public row with its derived columns."""
    row = {
        "id": name, "exam": "GEE", "subject": "普通心理学", "format": "SCQ", "task": "KG",
        "category": "", "material": "", "question": f"问题{name}", "reference": "",
        "options": ["感觉", "知觉", "记忆", "思维"], "answer": answer, "explanation": "",
        "cluster": name, **given,
    }  # fmt: skip
    row["key"] = None if answer is None else positions(answer)
    return {**row, "record": record(row)}


def frame(*rows: dict[str, Any]) -> pl.DataFrame:
    types: dict[str, Any] = {
        "key": pl.List(pl.Int8),
        "options": pl.List(pl.String),
        **dict.fromkeys(("answer", "reference"), pl.String),
    }
    return pl.DataFrame(list(rows), schema_overrides=types)


def answer(name: str, said: str = "", **given: Any) -> dict[str, Any]:
    """An answer row to the question of this name."""
    return {
        "run": "e1", "id": name, "record": question(name)["record"], "model": "m",
        "engine": "file", "release": "r-1", "manifest": "f", "split": "test",
        "said": positions(said), "rule": "answer" if said else "none", **given,
    }  # fmt: skip
