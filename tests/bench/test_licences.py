"""Every locked package has a licence that this project may build on."""

import pytest

from bench.licences import licences, locked, refused


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
