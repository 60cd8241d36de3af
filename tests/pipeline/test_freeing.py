"""What `cpsyexam clean` lists and deletes: only what can be made again."""

import os
import time
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from cpsyexam.memo import Memo
from cpsyexam.stage import build_lock
from pipeline.cli import cli

READING = "build/cache/ocr/onnxruntime-x-4/ab/abcd.json"
KEPT = ("build/split/kept.parquet", "releases/a-0.1.0/RELEASE.json", "evaluations/m/replies.jsonl")
LEFT = "build/.cleaned.draft/kept.parquet"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in (READING, READING.replace("abcd", "abce"), LEFT, *KEPT):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x" * 500_000)
        aged(path, 40)
    aged(tmp_path / READING, 3)
    return tmp_path


def aged(path: Path, days: float) -> None:
    then = time.time() - days * 86_400
    os.utime(path, (then, then))


def said(root: Path, *options: str, code: int = 0) -> str:
    done = CliRunner().invoke(cli, ["clean", "--cache", "--out", str(root), *options])
    assert done.exit_code == code, done.output
    return done.output


def files(root: Path) -> set[str]:
    found = {str(p.relative_to(root)) for p in root.rglob("*") if p.is_file()}
    return found - {"build/.lock"}


def test_nothing_goes_before_it_was_listed(root: Path) -> None:
    before = files(root)
    told = said(root, "--older-than", "30d")
    assert "cached readings" in told
    assert "files: 1, 0.5 MB; its pages are read again" in told
    assert "left by stopped runs" in told
    assert told.endswith("nothing was deleted; --yes deletes it\n")
    assert files(root) == before


def test_what_is_young_or_cannot_be_made_again_stays(root: Path) -> None:
    assert "freed 1.0 MB" in said(root, "--older-than", "30d", "--yes")
    assert files(root) == {READING, *KEPT}
    assert not (root / LEFT).parent.exists()
    assert "nothing to free below" in said(root)
    said(root, "--older-than", "0d", "--yes")
    assert files(root) == set(KEPT)


def test_a_folder_without_a_build_and_wrong_ages(tmp_path: Path) -> None:
    assert said(tmp_path).startswith("nothing to free")
    assert "'soon' is not a number of days such as 30d" in said(
        tmp_path, "--older-than", "soon", code=2
    )


def test_nothing_goes_behind_a_link(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    place = tmp_path_factory.mktemp("place")
    (place / "build").symlink_to(root / "build")
    done = CliRunner().invoke(cli, ["clean", "--cache", "--yes", "--out", str(place)])
    assert "nothing is deleted behind links" in str(done.exception)
    (place / "build").unlink()
    (place / "build/cache").mkdir(parents=True)
    (place / "build/cache/ocr").symlink_to(root / "build/cache/ocr")
    assert "nothing to free below" in said(place, "--older-than", "0d", "--yes")
    assert len(files(root)) == 6


def test_not_while_a_build_runs(root: Path) -> None:
    with build_lock(root / "build"):
        done = CliRunner().invoke(cli, ["clean", "--cache", "--yes", "--out", str(root)])
    assert "another run is building here" in str(done.exception)
    assert len(files(root)) == 6


def test_kept_results_are_listed_and_go(tmp_path: Path) -> None:
    memo = Memo(tmp_path / "build/cache/cleaning", "state of the code", least=1)
    memo.rows("questions", pl.DataFrame({"stem": ["记忆"]}), lambda rows: rows)
    (path,) = tmp_path.rglob("*.parquet")
    aged(path, 40)
    assert "kept results" in said(tmp_path)
    assert "worked out again when a build needs them" in said(tmp_path, "--yes")
    assert files(tmp_path) == set()
