"""A release of a made-up build, and questions of every format with known keys."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from bench import builds
from cpsyexam.taxonomy import positions
from evaluation.releases import record
from tests.publishing.conftest import build_release


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a sealed release with open test answers; not to be changed."""
    root = tmp_path_factory.mktemp("evaluation")
    builds.make(root / "build", 480)
    return build_release(root)


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
