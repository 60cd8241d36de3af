"""The wheel: what is in it, and a user's own recipe built with it, far from our checkout."""

import json
import os
import secrets
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
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
# the packages of this environment, but not our checkout, which is installed in it for development
CODE = """
import sys
wheel, checkout, *arguments = sys.argv[1:]
sys.path[:] = [wheel, *(p for p in sys.path if p not in ("", checkout))]
import cpsyexam, pipeline.cli
assert cpsyexam.__file__.startswith(wheel), cpsyexam.__file__
sys.argv = ["cpsyexam", *arguments]
pipeline.cli.main()
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built without a network."""
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel alone, inside a checkout of something else."""
    other = tmp_path_factory.mktemp("other")
    target = other / "site-packages"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*command, "--target", str(target), str(wheel)], check=True)
    who = ("-c", "user.name=me", "-c", "user.email=me@example.invalid")
    for step in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "other"]):
        subprocess.run(["git", *who, *step], cwd=other, check=True)
    return target


@pytest.fixture
def user(tmp_path: Path) -> Path:
    """A folder with a recipe, a bank and keys of its own."""
    for name in ("split.key", "salt.key"):
        (tmp_path / name).write_text(secrets.token_hex(32))
    shutil.copy(ROOT / "samples/banks/structured.json", tmp_path)
    bank = (ROOT / "samples/banks/structured.toml").read_text("utf-8")
    (tmp_path / "bank.toml").write_text(bank.replace("samples/banks/", ""), "utf-8")
    (tmp_path / "recipe.toml").write_text(RECIPE, "utf-8")
    return tmp_path


def call(installed: Path, user: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "SOURCE_DATE_EPOCH")}
    ceiling = {"GIT_CEILING_DIRECTORIES": str(user.parent), "COLUMNS": "80"}
    return subprocess.run(
        [sys.executable, "-I", "-c", CODE, str(installed), str(ROOT), *arguments],
        cwd=user, env={**kept, **ceiling}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_it_holds_the_product_and_nothing_of_samples_tests_and_benchmarks(wheel: Path) -> None:
    inside = {Path(name).parts[0] for name in zipfile.ZipFile(wheel).namelist()}
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    ours = set(config["importlinter"]["root_packages"]) - {"samples", "bench"}
    assert {name for name in inside if not name.endswith(".dist-info")} == ours
    assert not [name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".key")]
    assert wheel.stat().st_size < 2_200_000


@pytest.mark.slow
def test_a_user_s_recipe_is_built_audited_and_built_again(installed: Path, user: Path) -> None:
    done = call(installed, user, "build", "recipe.toml")
    assert done.returncode == 0, done.stderr
    manifest = json.loads((user / "releases/mine-0.1.0/RELEASE.json").read_text("utf-8"))
    assert manifest["builder"]["commit"] == ""  # not that of the folder the wheel lies in
    assert manifest["builder"]["lock_sha256"] == ""
    assert call(installed, user, "audit").returncode == 0
    again = call(installed, user, "build", "recipe.toml")
    assert "Nothing changed since the last build" in again.stdout
    assert call(installed, user, "stages").returncode == 0
