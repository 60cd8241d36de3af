"""A stage runs again where its code, its libraries or what it made beside its rows is another."""

from dataclasses import replace
from importlib import metadata
from pathlib import Path

import pytest

from cpsyexam import files, runner
from cpsyexam.errors import StageError
from cpsyexam.runner import run
from cpsyexam.stage import Frames, Stage, StageResult
from tests.cpsyexam.test_stage import Choice, Row, source, world


def test_an_unknown_package_is_named(tmp_path: Path) -> None:
    with pytest.raises(StageError, match="no package named 'nowhere'"):
        run(Stage("web", world("a"), Choice(), Row, ("nowhere",)), tmp_path)


@pytest.mark.parametrize("name", ["code.py", "words.toml", "page.html.j2"])
def test_a_change_of_the_package_runs_its_stage_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    package = tmp_path / "made_up_package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / name).write_text("a = 1")
    monkeypatch.syspath_prepend(str(tmp_path))
    made = Stage("web", world("a"), Choice(), Row, ("made_up_package",))
    run(made, tmp_path / "build")
    assert run(made, tmp_path / "build").skipped
    (package / name).write_text("a = 2")
    runner.code_digest.cache_clear()  # as in a new process
    assert not run(made, tmp_path / "build").skipped


def test_without_a_lock_file_the_installed_versions_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "LOCK", tmp_path / "none")
    runner.code_digest.cache_clear()
    run(source("a"), tmp_path)
    assert run(source("a"), tmp_path).skipped
    there = metadata.version
    newer = lambda name: "99" if name == "polars" else there(name)  # noqa: E731
    monkeypatch.setattr(metadata, "version", newer)
    runner.code_digest.cache_clear()
    assert not run(source("a"), tmp_path).skipped
    runner.code_digest.cache_clear()


def test_a_change_of_the_lock_file_runs_a_stage_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = tmp_path / "base.lock"
    monkeypatch.setattr(runner, "LOCK", lock)
    for text, skipped in (
        ("polars==2.1.0", False),
        ("polars==2.1.0", True),
        ("polars==2.2.0", False),
    ):
        lock.write_text(text, "utf-8")
        runner.code_digest.cache_clear()  # as in a new process
        assert run(source("a"), tmp_path / "build").skipped is skipped
    runner.code_digest.cache_clear()


def test_a_change_in_a_folder_that_a_stage_made_runs_it_again(tmp_path: Path) -> None:
    made, first = tmp_path / "out", world("a")

    def writes(frames: Frames, settings: Choice) -> StageResult:
        (files.fresh_draft(made) / "README.md").write_text("whole", "utf-8")
        return replace(first(frames, settings), folders=(made,))

    stage = Stage("web", writes, Choice(), Row, ("cpsyexam",), parent="raw_id")
    assert not run(stage, tmp_path / "build").skipped
    assert run(stage, tmp_path / "build").skipped
    (made / "README.md").write_text("edited", "utf-8")
    assert not run(stage, tmp_path / "build").skipped
    assert (made / "README.md").read_text("utf-8") == "whole"
    assert run(stage, tmp_path / "build").skipped
