"""An environment is filled from a lock by the real uv, from indexes in folders."""

import hashlib
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.lock"))
pytestmark = pytest.mark.skipif(
    not Path(sys.executable).with_name("uv").is_file(), reason="make puts uv into .venv"
)


class Index:
    """A package index in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = folder.as_uri()

    def add(self, name: str, version: str, *needs: str) -> str:
        """A wheel without files, and the line that pins it in a lock."""
        home = self.folder / name
        home.mkdir(parents=True, exist_ok=True)
        wheel = home / f"{name}-{version}-py3-none-any.whl"
        head = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nProvides-Extra: fast\n"
        about = f"{name}-{version}.dist-info"
        with zipfile.ZipFile(wheel, "w") as file:
            file.writestr(
                f"{about}/METADATA", head + "".join(f"Requires-Dist: {n}\n" for n in needs)
            )
            file.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
            file.writestr(f"{about}/RECORD", "")
        links = "".join(f'<a href="{one.name}">{one.name}</a>' for one in home.glob("*.whl"))
        (home / "index.html").write_text(f"<!DOCTYPE html><html>{links}</html>", "utf-8")
        return f"{name}=={version} --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n"


class Desk:
    """Two indexes that pip is told of, a lock, and an environment to fill."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.environment = folder, folder / "env"
        self.index, self.other = Index(folder / "simple"), Index(folder / "other")
        told = f"[global]\nindex-url = {self.index.url}\n[install]\nextra-index-url =\n"
        (folder / "pip.conf").write_text(f"{told}  {self.other.url}\n", "utf-8")

    def fill(self, *lines: str) -> "subprocess.CompletedProcess[str]":
        lock = self.folder / "some.lock"
        lock.write_text("# 2 packages, 3 MB to fetch\n" + "".join(lines), "utf-8")
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("PIP_", "UV_"))}
        kept |= {"PIP_CONFIG_FILE": str(self.folder / "pip.conf")}
        kept |= {"UV_CACHE_DIR": str(self.folder / "cache")}
        command = [sys.executable, str(ROOT / "requirements/install.py"), str(lock)]
        return subprocess.run(
            [*command, str(self.environment)], capture_output=True, text=True, check=False, env=kept
        )

    def installed(self) -> set[str]:
        return {p.name.removesuffix(".dist-info") for p in self.environment.rglob("*.dist-info")}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_a_newer_package_on_the_index_changes_nothing(desk: Desk) -> None:
    """With an extra named in between, pip 23.2 wanted the newer one pinned and gave up."""
    pinned = desk.index.add("quick", "1.0"), desk.index.add("asking", "1.0", "quick[fast]>=1.0")
    desk.index.add("quick", "2.0")
    done = desk.fill(*pinned)
    assert done.returncode == 0, done.stderr
    assert desk.installed() == {"quick-1.0", "asking-1.0"}
    assert "some: installing 2 packages, 3 MB to fetch" in done.stderr.splitlines()[0]
    assert "quick" not in done.stderr, "no line for every package"


def test_indexes_that_pip_is_told_of_are_all_asked(desk: Desk) -> None:
    pinned = desk.other.add("quick", "1.0"), desk.other.add("rare", "1.0")
    desk.index.add("quick", "2.0")
    done = desk.fill(*pinned)
    assert done.returncode == 0, done.stderr
    assert desk.installed() == {"quick-1.0", "rare-1.0"}


def test_a_file_with_another_hash_is_not_installed(desk: Desk) -> None:
    desk.index.add("quick", "1.0")
    done = desk.fill(f"quick==1.0 --hash=sha256:{'0' * 64}\n")
    assert done.returncode != 0
    assert desk.installed() == set()
    assert "Hash mismatch for `quick==1.0`" in done.stderr
    assert "error: some.lock is not installed, see above" in done.stderr.splitlines()[-1]


def test_a_package_without_a_hash_is_not_installed(desk: Desk) -> None:
    desk.index.add("quick", "1.0")
    assert desk.fill("quick==1.0\n").returncode != 0
    assert desk.installed() == set()


def test_a_lock_that_lacks_a_package_is_an_error(desk: Desk) -> None:
    done = desk.fill(desk.index.add("asking", "1.0", "quick>=1.0"))
    assert done.returncode != 0
    assert "requires `quick>=1.0`, but it's not installed" in done.stderr


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_a_lock_says_what_it_brings(lock: Path) -> None:
    first, *lines = lock.read_text("utf-8").splitlines()
    said = re.fullmatch(r"# (\d+) packages, (\d+) MB to fetch", first)
    assert said, "renew it with make lock"
    asked = [Requirement(line.rstrip(" \\")) for line in lines if re.match(r"[\w.-]+==", line)]
    brought = {a.name for a in asked if a.marker is None or a.marker.evaluate()}
    if lock.stem == "dev":  # goes into an environment that has base
        base = (ROOT / "requirements/base.lock").read_text("utf-8")
        brought = {
            a.name for a in asked if a.name in brought and f"{a.name}{a.specifier}" not in base
        }
    assert abs(int(said[1]) - len(brought)) <= len(asked) // 20, "another Python, another platform"


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_every_lock_is_installed_in_the_same_way(lock: Path) -> None:
    if lock.stem in {"uv", "build"}:
        return
    own = lock.stem not in {"base", "dev"}
    folder = f".venv/{lock.stem}" if own else ".venv"
    stamp = f"{folder}/stamp" if own else f"{folder}/{lock.stem}.stamp"
    said = subprocess.run(
        ["make", "-n", "-W", str(lock.relative_to(ROOT)), stamp],
        capture_output=True, text=True, check=True, cwd=ROOT,
    ).stdout  # fmt: skip
    assert f"requirements/install.py requirements/{lock.name} {folder}\ntouch {stamp}" in said


def test_help_is_short_and_leads_to_the_rest() -> None:
    few, all_of_them = (
        subprocess.run(
            ["make", "--no-print-directory", goal],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
        ).stdout
        for goal in ("help", "help-all")
    )
    assert len(few.splitlines()) <= 15
    assert "help-all" in few
    assert {line.split()[0] for line in few.splitlines()} < {
        line.split()[0] for line in all_of_them.splitlines()
    }
