"""A push over what others keep under the same or another name."""

from pathlib import Path

import pytest

from bench.hub.server import Hub
from cpsyexam.errors import ReleaseError
from publishing.push import push
from tests.hub.conftest import CHECKS, make_release
from tests.hub.repository import NAME, remote, whole


def test_other_data_is_not_replaced_unless_named(private: Hub, release: Path) -> None:
    private.state.by_somebody_else(NAME, "patients.csv")
    with pytest.raises(ReleaseError, match=r"holds other data.*--replace org/exam"):
        push(release, remote(private), CHECKS)
    assert "patients.csv" in private.state.repos[NAME].head.tree
    with pytest.raises(ReleaseError, match="history would become public"):
        push(release, remote(private), CHECKS, replace=[NAME])
    push(release, remote(private), CHECKS, replace=[NAME], squash_history=True)
    assert whole(private, release)


def test_another_release_is_not_replaced(hub: Hub, release: Path) -> None:
    push(release, remote(hub), CHECKS)
    other = make_release(release.parent / "other", "9.0.0")
    path = other / "RELEASE.json"
    path.write_text(path.read_text().replace('"exam"', '"law"'))
    with pytest.raises(ReleaseError, match="the release exam"):
        push(other, remote(hub), CHECKS, staging=remote(hub, "org/staging"))
    assert whole(hub, release)
    assert "org/staging" not in hub.state.repos


@pytest.mark.parametrize("lower", ["1.9.9", "0.1.0", "1.10.0"])
def test_a_lower_version_does_not_land_over_a_higher(hub: Hub, tmp_path: Path, lower: str) -> None:
    push(make_release(tmp_path / "two", "2.0.0"), remote(hub), CHECKS)
    with pytest.raises(ReleaseError, match=rf"2\.0\.0, which is higher than {lower}"):
        push(make_release(tmp_path / "one", lower, "情绪"), remote(hub), CHECKS,
             staging=remote(hub, "org/staging"))  # fmt: skip
    assert "org/staging" not in hub.state.repos


def test_nor_in_the_private_repository(hub: Hub, tmp_path: Path, release: Path) -> None:
    staging = remote(hub, "org/staging")
    push(release, remote(hub), CHECKS)
    push(make_release(tmp_path / "two", "2.0.0", "a"), remote(hub), CHECKS, staging=staging)
    hub.state.repos[NAME].tags.pop("v2.0.0")
    hub.state.repos[NAME].commits.pop()
    with pytest.raises(ReleaseError, match=r"org/staging: holds version 2\.0\.0"):
        push(make_release(tmp_path / "b", "1.1.0", "b"), remote(hub), CHECKS, staging=staging)


@pytest.mark.parametrize("name", [NAME, "ORG/exam", "Org/Exam"])
def test_the_private_repository_is_not_the_public_one(
    hub: Hub, release: Path, tmp_path: Path, name: str
) -> None:
    push(release, remote(hub), CHECKS)
    newer = make_release(tmp_path / "newer", "1.1.0", "情绪")
    with pytest.raises(ReleaseError, match="is REPO itself"):
        push(newer, remote(hub), CHECKS, staging=remote(hub, name))
    assert whole(hub, release)


@pytest.mark.parametrize("mine", [True, False])
def test_a_public_one_is_refused_before_anything_is_sent(
    hub: Hub, release: Path, *, mine: bool
) -> None:
    hub.state.create("org/staging", private=False)
    if not mine:
        hub.state.by_somebody_else("org/staging", "law.csv")
    with pytest.raises(ReleaseError, match="is public"):
        push(release, remote(hub), CHECKS, staging=remote(hub, "org/staging"))
    assert not any("preupload" in line or "/commit/" in line for line in hub.log)


def test_another_dataset_is_refused_as_private_repository(hub: Hub, release: Path) -> None:
    hub.state.create("org/staging", private=True)
    hub.state.by_somebody_else("org/staging", "law.csv")
    with pytest.raises(ReleaseError, match="holds other data"):
        push(release, remote(hub), CHECKS, staging=remote(hub, "org/staging"))


NOT_MANIFESTS = ["", "[]", "null", "5", '{"name": "exam"}']


@pytest.mark.parametrize("text", NOT_MANIFESTS, ids=lambda t: t[:30])
def test_neither_is_a_manifest_on_the_hub(private: Hub, release: Path, text: str) -> None:
    repo = private.state.repos[NAME]
    entry = repo.head.tree[".gitattributes"]
    added = type(entry)("RELEASE.json", len(text), text.encode())
    private.state.commit(repo, {"summary": "x"}, [added], [])
    with pytest.raises(ReleaseError, match="holds other data"):
        push(release, remote(private), CHECKS)
