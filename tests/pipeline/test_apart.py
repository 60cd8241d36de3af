"""Recipes that share a folder: each keeps its build, and leaves the other's decisions alone."""

import shutil
from pathlib import Path

import polars as pl
import pytest

from cpsyexam import stage
from tests.pipeline.test_shortfalls import BANK, SECRETS, table
from tests.shared import called

RECIPE = """\
name = "{0}"
version = "0.1.0"
keys = {{ split = "split.key", salt = "salt.key" }}
[banks]
sources = ["{0}.toml"]
[split]
share = 0.2
min_train = 1
"""


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two banks, two recipes, both built: `one`, then `two`, each after a decision on `one`."""
    folder = tmp_path_factory.mktemp("desk")
    for key in ("split.key", "salt.key"):
        shutil.copy(SECRETS / key, folder)
    for name, title in (("one", "书"), ("two", "卷")):
        (folder / name).mkdir()
        (folder / name / "a.csv").write_text(table(title), "utf-8")
        (folder / f"{name}.toml").write_text(BANK.format(name), "utf-8")
        (folder / f"{name}-recipe.toml").write_text(RECIPE.format(name), "utf-8")
    build(folder, "one")
    row = stage.read(folder / "build", "split").sort("raw_id").row(0, named=True)
    key = "B" if row["answer"] != [1] else "A"
    decided = called(
        "decide", row["raw_id"], "--key", key, "--why", "校勘", "--by", "林", cwd=folder
    )
    assert decided.returncode == 0, decided.stderr
    build(folder, "one", "--replace")
    return folder


@pytest.fixture
def desk(both: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(both, tmp_path / "desk")


def build(folder: Path, name: str, *more: str) -> str:
    done = called("build", f"{name}-recipe.toml", *more, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_recipe_finds_its_build_as_it_was(desk: Path) -> None:
    before = stage.read(desk / "build", "split")
    said = build(desk, "two")
    assert "stale" not in said
    assert "Decisions applied: 0" in said
    assert stage.read(desk / "build", "reviewed/decisions")["status"].to_list() == ["elsewhere"]
    shown = called(
        "show", "split", "--recipe", "one-recipe.toml", "--limit", "0", "--json", cwd=desk
    )
    assert shown.stdout.count("\n") == before.height
    of_one = ("--recipe", "one-recipe.toml")
    looked = called("review", "status", *of_one, cwd=desk)
    assert looked.returncode == 0, looked.stderr
    assert (desk / "build/others/one/review/desk.sqlite").is_file()
    name = before["raw_id"][0]
    told = ("decide", name, "--accept", "--why", "对照原书", "--by", "林", "--decisions", "apart")
    assert "no question" in called(*told, cwd=desk).stderr
    assert called(*told, *of_one, cwd=desk).returncode == 0
    audited = called("audit", "releases/one-0.1.0", "--json", cwd=desk)
    assert audited.returncode == 0, audited.stdout
    assert "needs the build folder" not in audited.stdout
    said = build(desk, "one")
    assert "Nothing changed since the last build" in said
    assert "Decisions applied: 1" in said
    assert stage.read(desk / "build", "split").equals(before)
    assert "Nothing changed" in build(desk, "two")


def test_a_decision_on_a_text_that_its_source_no_longer_prints_is_stale(desk: Path) -> None:
    bank = desk / "one/a.csv"
    row = pl.read_csv(bank, infer_schema=False)
    decided = called(
        "show", "reviewed/decisions", "--recipe", "one-recipe.toml", "--json", cwd=desk
    )
    assert '"applied"' in decided.stdout
    row.with_columns(pl.col("题干").str.replace("的观点是", "最重要的贡献在于")).write_csv(bank)
    said = build(desk, "one", "--replace")
    assert "stale: " in said
