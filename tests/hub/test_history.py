"""A push into a repository whose past must not become public."""

from pathlib import Path

import pytest

from bench.hub.faults import Fault
from bench.hub.server import Hub
from cpsyexam.errors import ReleaseError, RemoteError
from publishing.push import push
from tests.hub.conftest import CHECKS, make_release
from tests.hub.repository import (
    CONVERTED,
    NAME,
    PLACES,
    SECRET,
    mistake,
    public_files,
    remote,
    whole,
)


@pytest.mark.parametrize("path", [SECRET, "patients.csv", "data/x.parquet", ".cache/a.py", "a b"])
def test_a_mistaken_upload_in_the_past_stops_the_push(
    private: Hub, release: Path, path: str
) -> None:
    mistake(private, path)
    with pytest.raises(ReleaseError, match="history would become public") as stopped:
        push(release, remote(private), CHECKS)
    assert path in stopped.value.line()
    assert "--squash-history" in stopped.value.line()
    assert not public_files(private)


@pytest.mark.parametrize("ref", PLACES)
def test_so_does_one_on_a_branch_or_pull_request(private: Hub, release: Path, ref: str) -> None:
    private.state.by_somebody_else(NAME, SECRET, ref=ref)
    with pytest.raises(ReleaseError, match=SECRET):
        push(release, remote(private), CHECKS)
    assert not public_files(private)


def test_so_does_one_under_a_tag(private: Hub, release: Path) -> None:
    private.state.by_somebody_else(NAME, SECRET)
    repo = private.state.repos[NAME]
    repo.tags["old"] = repo.head.sha
    private.state.without(NAME, SECRET)
    with pytest.raises(ReleaseError, match=SECRET):
        push(release, remote(private), CHECKS)


def test_so_does_the_message_of_a_commit(private: Hub, release: Path) -> None:
    repo = private.state.repos[NAME]
    private.state.commit(repo, {"summary": "the secret key is 5"}, [], [".gitattributes"])
    with pytest.raises(ReleaseError, match="names a secret"):
        push(release, remote(private), CHECKS)


def test_so_do_notes_in_the_file_of_the_hub(private: Hub, release: Path) -> None:
    repo = private.state.repos[NAME]
    line = "# q0123456789abcdef is reserved\n*.parquet filter=lfs diff=lfs merge=lfs -text\n"
    state = private.state
    entry = repo.head.tree[".gitattributes"]
    state.commit(repo, {"summary": "x"}, [type(entry)(entry.path, len(line), line.encode())], [])
    with pytest.raises(ReleaseError, match=r"\.gitattributes"):
        push(release, remote(private), CHECKS)


def test_with_consent_the_past_is_squashed(private: Hub, release: Path) -> None:
    mistake(private)
    private.state.by_somebody_else(NAME, SECRET, ref="refs/heads/draft")
    repo = private.state.repos[NAME]
    repo.tags["old"] = repo.commits[1].sha
    private.state.by_somebody_else(NAME, "x.txt", ref="refs/heads/other")
    push(release, remote(private), CHECKS, squash_history=True)
    assert whole(private, release)
    assert len(repo.commits) == 1
    assert not repo.beside
    assert set(repo.tags) == {"v1.0.0"}


def test_a_pull_request_cannot_be_squashed(private: Hub, release: Path) -> None:
    private.state.by_somebody_else(NAME, SECRET, ref="refs/pr/1")
    with pytest.raises(ReleaseError, match="fresh repository"):
        push(release, remote(private), CHECKS, squash_history=True)
    assert not public_files(private)


def test_a_former_release_in_the_past_is_no_obstacle(private: Hub, release: Path) -> None:
    lasting = [Fault(r"PUT .*/settings", 403, 99)]
    private.faults = lasting
    with pytest.raises(RemoteError):
        push(release, remote(private), CHECKS)
    private.faults = []
    newer = make_release(release.parent / "newer", "1.1.0", "情绪")
    push(newer, remote(private), CHECKS)
    assert whole(private, newer, tag="v1.1.0")


def test_a_former_release_that_was_edited_is_one(private: Hub, release: Path) -> None:
    private.faults = [Fault(r"PUT .*/settings", 403, 99)]
    with pytest.raises(RemoteError):
        push(release, remote(private), CHECKS)
    private.faults = []
    private.state.by_somebody_else(NAME, "README.md")
    newer = make_release(release.parent / "newer", "1.1.0", "情绪")
    with pytest.raises(ReleaseError, match=r"README\.md differs"):
        push(newer, remote(private), CHECKS)
    assert not public_files(private)


def test_the_same_name_on_main_is_a_mistaken_upload(private: Hub, release: Path) -> None:
    mistake(private, CONVERTED)
    with pytest.raises(ReleaseError, match=CONVERTED):
        push(release, remote(private), CHECKS)
