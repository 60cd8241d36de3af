"""Every locked package has a licence that this project may build on."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench.licences import licences, locked, main, refused


@pytest.mark.parametrize("lock", ["base", "dev"])
def test_licences_of_the_locks_are_on_the_list(lock: str) -> None:
    assert len(locked(lock)) > 100
    assert list(refused(lock, licences())) == []


@pytest.mark.parametrize(
    ("licence", "said"),
    [("", "no licence told"), ("AGPL-3.0-only", "AGPL-3.0-only"), ("MIT AND SSPL-1.0", "SSPL")],
)
def test_another_licence_is_named_with_its_package(licence: str, said: str) -> None:
    (found,) = refused("base", {**licences(), "click": licence})
    assert found.startswith("click ")
    assert said in found


def test_an_exception_holds_for_its_lock_only() -> None:
    told = licences()
    assert told["krippendorff"] == "GPL-3.0-or-later"
    assert "krippendorff" not in {package.name for package in locked("base")}
    assert any(refused("dev", {**told, "krippendorff": "SSPL-1.0"}))


def test_every_locked_file_has_a_digest() -> None:
    assert all(package.sha256 for package in locked("base"))


def checked(monkeypatch: pytest.MonkeyPatch, lock: str, environment: Path) -> None:
    monkeypatch.setattr(sys, "argv", ["licences", lock, str(environment)])
    main()


def test_lock_of_another_environment_is_checked_before_its_tests(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    checked(monkeypatch, "base", Path(sys.prefix))
    with pytest.raises(SystemExit, match="no environment"):
        checked(monkeypatch, "sft", tmp_path)
    (tmp_path / "lib/python3/site-packages").mkdir(parents=True)
    with pytest.raises(SystemExit, match=r"torch .*: no licence told"):
        checked(monkeypatch, "sft", tmp_path)


@pytest.mark.parametrize("name", ["eval", "sft", "harnesses"])
def test_target_with_an_environment_of_its_own_asks_for_the_licences_first(name: str) -> None:
    said = subprocess.run(
        ["make", "-n", f"test-{name}"], capture_output=True, text=True, check=True
    ).stdout
    assert f"-m bench.licences {name} .venv/{name}" in said
