"""The release as a stage: what makes it anew, and which checkout it names."""

import json
import shutil
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from rich.console import Console

from bench import builds
from cpsyexam import runner
from cpsyexam.errors import StageError
from cpsyexam.records import ReleasedQuestion
from cpsyexam.stage import Stage
from pipeline.build import Built, build
from pipeline.paths import Paths
from pipeline.release import release
from tests.crash.conftest import write_bank
from tests.matrix import some

RECIPE = """name = "mine"
version = "0.1.0"
keys = { split = "split.key", salt = "salt.key" }

[banks]
sources = ["bank.toml"]

[split]
reserved = 0.2
min_train = 1
few_shot = 1
"""


def git(folder: Path, *args: str) -> str:
    who = ("-c", "user.name=me", "-c", "user.email=me@example.invalid")
    done = subprocess.run(
        ["git", *who, *args], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's folder, a git checkout, with a recipe that was built."""
    folder = tmp_path_factory.mktemp("user") / "mine"
    folder.mkdir()
    write_bank(folder, 20)
    (folder / "r.toml").rename(folder / "recipe.toml").write_text(RECIPE, "utf-8")
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "first")
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SOURCE_DATE_EPOCH", raising=False)
        patch.chdir(folder)
        again(folder)
    return folder


@pytest.fixture
def user(first: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, moved to another place, and the current folder."""
    folder = tmp_path / "moved"
    shutil.copytree(first, folder)
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    monkeypatch.chdir(folder)
    return folder


def again(folder: Path) -> Built:
    return build(folder / "recipe.toml", Paths(folder), Console(quiet=True))


def ran(built: Built) -> list[str]:
    return [report.stage for report in built.reports if not report.skipped]


def manifest(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        (folder / "releases/mine-0.1.0/RELEASE.json").read_text("utf-8")
    )
    return found


def test_nothing_changed_nothing_is_done(user: Path) -> None:
    assert ran(again(user)) == []
    assert manifest(user)["builder"]["commit"] == git(user, "rev-parse", "HEAD")
    when = subprocess.run(
        ["git", "log", "-1", "--date=format-local:%Y-%m-%dT%H:%M:%SZ", "--format=%cd"],
        env={"TZ": "UTC", "PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert manifest(user)["created"] == when.stdout.strip()


def test_another_commit_and_a_changed_recipe_seal_anew(user: Path) -> None:
    before = manifest(user)
    with Path("recipe.toml").open("a") as recipe:
        recipe.write("# a comment\n")
    assert ran(again(user)) == ["release"]
    dirty = manifest(user)
    assert dirty["builder"]["recipe_sha256"] != before["builder"]["recipe_sha256"]
    assert dirty["builder"]["commit"] == before["builder"]["commit"] + "-dirty"
    assert dirty["builder"]["swhid"] == ""
    git(user, "commit", "-q", "-a", "-m", "second")
    assert ran(again(user)) == ["release"]
    after = manifest(user)
    assert after["builder"]["commit"] == git(user, "rev-parse", "HEAD")
    assert after["builder"]["swhid"] == f"swh:1:rev:{after['builder']['commit']}"
    assert after["root"] == before["root"]


HARMS = ("edited", "deleted", "damaged", "added", "reserve", "hidden")


@pytest.mark.parametrize("harm", some(HARMS, 2))
def test_a_release_that_is_not_as_it_was_written_is_written_anew(user: Path, harm: str) -> None:
    folder = Path("releases/mine-0.1.0")
    before = manifest(user)
    if harm == "edited":
        (folder / "LICENSE").write_text("mine")
    elif harm == "deleted":
        (folder / "README.md").unlink()
    elif harm == "added":
        (folder / "notes.txt").write_text("mine")
    elif harm == "hidden":
        (folder / ".huggingface.yaml").write_text("configs: []")
    elif harm == "damaged":
        shard = min(Path("reserve").rglob("*.parquet"))
        shard.write_bytes(shard.read_bytes()[:-9])
    else:
        shutil.rmtree("reserve")
    assert ran(again(user)) == ["release"]
    assert manifest(user) == before
    assert not (folder / "notes.txt").exists()
    assert not (folder / ".huggingface.yaml").exists()
    assert Path("reserve/mine-0.1.0/keys.json").exists()


def test_another_signing_key_signs_anew(user: Path) -> None:
    before = (user / "releases/mine-0.1.0/allowed_signers").read_text()
    for path in (user / ".signing").glob("release.key*"):
        path.unlink()
    assert ran(again(user)) == ["release"]
    assert (user / "releases/mine-0.1.0/allowed_signers").read_text() != before
    assert ran(again(user)) == []


def test_a_source_beside_the_commit_makes_it_dirty(user: Path) -> None:
    Path("notes.txt").write_text("no source")
    assert ran(again(user)) == []
    Path("more.toml").write_text("")
    assert ran(again(user)) == ["release"]
    assert manifest(user)["builder"]["commit"].endswith("-dirty")


def test_a_folder_that_is_no_checkout_has_no_commit(
    user: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(user.parent))
    shutil.rmtree(".git")
    assert ran(again(user)) == ["release"]
    assert manifest(user)["builder"]["commit"] == ""
    assert ran(again(user)) == []  # the clock moves on, the release stays


def test_the_recipe_s_checkout_is_named_before_that_of_the_current_folder(
    user: Path, tmp_path: Path
) -> None:
    apart = tmp_path / "recipes"
    apart.mkdir()
    shutil.copy("recipe.toml", apart)
    git(apart, "init", "-q")
    git(apart, "add", ".")
    git(apart, "commit", "-q", "-m", "apart")
    build(apart / "recipe.toml", Paths(Path()), Console(quiet=True))
    assert manifest(user)["builder"]["commit"] == git(apart, "rev-parse", "HEAD")


def test_a_question_in_no_shard_is_lost_and_no_folder_gets_its_name(tmp_path: Path) -> None:
    builds.make(tmp_path / "build", 120)
    spec = builds.spec(tmp_path)
    path = spec.build / "split/kept.parquet"
    rows = pl.read_parquet(path)
    odd = pl.when(pl.col("raw_id") == rows["raw_id"][0]).then(pl.lit("XX")).otherwise("task")
    rows.with_columns(odd.alias("task")).write_parquet(path)
    made = Stage(
        "release",
        partial(release, spec=spec),
        spec.settings,
        ReleasedQuestion,
        (),
        reads=("split",),
    )
    with pytest.raises(StageError, match=f"release: lost 1 rows, first {rows['raw_id'][0]}"):
        runner.run(made, spec.build)
    assert not spec.folder.exists()
    assert not spec.reserve.exists()
