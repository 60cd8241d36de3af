"""Pushing to a Hub that fails: either nothing public changed, or the release is whole."""

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from huggingface_hub import CommitOperationAdd

from bench.hub.faults import Fault
from bench.hub.server import Hub
from cpsyexam.errors import ReleaseError, RemoteError
from publishing.hub import Remote
from publishing.push import compare, push
from tests.hub.conftest import CHECKS, make_release
from tests.hub.repository import NAME, public_files, remote, whole

pytestmark = pytest.mark.parametrize("hub", ["lfs", "xet"], indirect=True)  # both in every run


def test_a_release_goes_up_in_one_commit(hub: Hub, release: Path) -> None:
    done = push(release, remote(hub), CHECKS)
    assert whole(hub, release)
    assert len(hub.state.repos[NAME].commits) == 2
    assert hub.state.repos[NAME].tags == {"v1.0.0": done.commit}
    assert "sha256 of RELEASE.json" in hub.state.repos[NAME].head.message
    public = next(i for i, line in enumerate(hub.log) if line.endswith("/settings"))
    assert any("/resolve/" in line for line in hub.log[:public]), "verified before it was public"


def test_a_second_push_changes_nothing(hub: Hub, release: Path) -> None:
    first = push(release, remote(hub), CHECKS)
    assert push(release, remote(hub), CHECKS) == first
    assert len(hub.state.repos[NAME].commits) == 2


PASSING = [
    Fault(r"POST .*/commit/", 503),
    Fault(r"POST .*/commit/", 429, retry_after="1"),
    Fault(r"POST .*/commit/", 0),
    Fault(r"GET .*/revision/|GET .*/exam$", 500),
    Fault(r"POST .*/tag/", 502),
    Fault(r"POST .*/tag/", 0),
    Fault(r"PUT .*/settings", 503),
    Fault(r"PUT .*/settings", 0),
    Fault(r"POST /api/repos/create", 0),
    Fault(r"POST .*/preupload/", 503),
]


@pytest.mark.parametrize("fault", PASSING, ids=lambda f: f"{f.route}-{f.status}")
def test_passing_faults_are_survived(hub: Hub, release: Path, fault: Fault) -> None:
    hub.faults = [Fault(fault.route, fault.status, 1, fault.retry_after)]
    push(release, remote(hub), CHECKS)
    assert hub.faults[0].times == 0, "the fault was met"
    assert whole(hub, release)
    assert len(hub.state.repos[NAME].commits) == 2


LASTING = [
    (r"GET /api/whoami", 401),
    (r"POST /api/repos/create", 403),
    (r"POST .*/preupload/", 403),
    (r"POST .*/commit/", 403),
    (r"POST .*/commit/", 503),
    (r"POST .*/tag/", 403),
    (r"PUT .*/settings", 403),
    (r"GET .*/resolve/", 500),
]


@pytest.mark.parametrize(("route", "status"), LASTING)
def test_lasting_faults_leave_nothing_public_and_are_resumed(
    hub: Hub, release: Path, route: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    hub.faults = [Fault(route, status, 99)]
    with pytest.raises((RemoteError, ReleaseError)):
        push(release, remote(hub), CHECKS)
    assert not public_files(hub)
    hub.faults = []
    push(release, remote(hub), CHECKS)
    assert whole(hub, release)


def test_a_commit_by_somebody_else_is_not_overwritten(hub: Hub, release: Path) -> None:
    push(release, remote(hub), CHECKS)
    newer = make_release(release.parent / "newer", "1.1.0", "情绪")
    hub.state.create("org/staging", private=True)

    class Slow(Remote):
        def _commit(self, *args: object) -> None:
            hub.state.by_somebody_else(NAME)
            super()._commit(*args)  # type: ignore[arg-type]

    with pytest.raises(RemoteError, match="somebody else committed in between"):
        push(newer, Slow(NAME, endpoint=hub.url), CHECKS, staging=remote(hub, "org/staging"))
    assert hub.state.repos[NAME].head.title == "a note"
    assert whole(hub, release)


def test_a_new_version_of_a_public_release_passes_through_staging(hub: Hub, release: Path) -> None:
    push(release, remote(hub), CHECKS)
    newer = make_release(release.parent / "newer", "1.1.0", "情绪")
    (newer / "extra.md").write_text("x")
    with pytest.raises(ReleaseError, match="is public already"):
        push(newer, remote(hub), CHECKS)
    assert compare(newer, remote(hub).state()).added == ("extra.md",)
    push(newer, remote(hub), CHECKS, staging=remote(hub, "org/staging"))
    assert whole(hub, newer, tag="v1.1.0")
    assert whole(hub, release, tag="v1.0.0")
    assert hub.state.repos["org/staging"].private
    assert len(hub.state.repos[NAME].commits) == 3


def test_files_that_are_gone_are_deleted_in_the_same_commit(hub: Hub, release: Path) -> None:
    (release / "old.md").write_text("x")
    push(release, remote(hub), CHECKS, staging=remote(hub, "org/staging"))
    (release / "old.md").unlink()
    newer = make_release(release, "1.0.1")
    push(newer, remote(hub), CHECKS, staging=remote(hub, "org/staging"))
    assert "old.md" not in hub.state.repos[NAME].head.tree


def test_shards_that_are_there_already_are_not_sent_again(
    hub: Hub, release: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    push(release, remote(hub), CHECKS, staging=remote(hub, "org/staging"))
    newer = make_release(release, "1.0.1")
    pl.DataFrame({"id": ["q9"]}).write_parquet(newer / "data/GEE/train-new.parquet")
    sent: list[str] = []

    def add(path: str, file: str) -> CommitOperationAdd:
        sent.append(path)
        return CommitOperationAdd(path, file)

    monkeypatch.setattr("publishing.hub.CommitOperationAdd", add)
    push(newer, remote(hub), CHECKS, staging=remote(hub, "org/staging"))
    assert sent == ["RELEASE.json", "data/GEE/train-new.parquet"] * 2  # to either repository
    assert whole(hub, newer, tag="v1.0.1")


def test_a_tag_never_moves(hub: Hub, release: Path) -> None:
    push(release, remote(hub), CHECKS)
    other = make_release(release.parent / "other", "1.0.0", "动机")
    with pytest.raises(ReleaseError, match=r"tag v1\.0\.0 exists and means other files"):
        push(other, remote(hub), CHECKS, staging=remote(hub, "org/staging"))
    assert whole(hub, release)


def test_a_tag_that_leads_to_another_version_is_refused(hub: Hub, release: Path) -> None:
    push(release, remote(hub), CHECKS)
    hub.state.repos[NAME].tags["v0.9.0"] = hub.state.repos[NAME].tags["v1.0.0"]
    with pytest.raises(ReleaseError, match=r"tag v0\.9\.0 leads to version 1\.0\.0"):
        push(release, remote(hub), CHECKS)


def test_a_failing_audit_stops_before_anything_is_sent(hub: Hub, release: Path) -> None:
    (release / "README.md").write_text("edited")
    with pytest.raises(ReleaseError, match=r"1 checks failed, first: README.md differs"):
        push(release, remote(hub), CHECKS)
    assert hub.log == []


def test_a_release_that_does_not_load_stays_private(hub: Hub, release: Path) -> None:
    with pytest.raises(ReleaseError, match="config GEE: broken"):
        push(release, remote(hub), replace(CHECKS, load=lambda _: ["config GEE: broken"]))
    assert hub.state.repos[NAME].private
    assert not hub.state.repos[NAME].tags


def test_without_a_token_it_says_how_to_get_one(
    hub: Hub, release: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HF_TOKEN")
    monkeypatch.setattr("huggingface_hub.constants.HF_TOKEN_PATH", str(release / "none"))
    with pytest.raises(RemoteError, match="set HF_TOKEN"):
        push(release, remote(hub), CHECKS)


def test_a_token_without_rights_changes_nothing(hub: Hub, release: Path) -> None:
    with pytest.raises((RemoteError, ReleaseError)):
        push(release, remote(hub, token="hf_other"), CHECKS)
    assert not public_files(hub)


def test_a_folder_without_a_manifest_is_refused(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ReleaseError, match=r"no readable RELEASE\.json"):
        push(tmp_path / "empty", remote(hub), CHECKS)


def test_what_came_back_is_audited_before_anything_is_public(hub: Hub, release: Path) -> None:
    def doubting(folder: Path) -> list[str]:
        return ["a row is odd"] if folder != release else []

    with pytest.raises(ReleaseError, match="a row is odd"):
        push(release, remote(hub), replace(CHECKS, audit=doubting))
    assert public_files(hub) == set()
    assert hub.state.repos[NAME].tags == {}


class Elsewhere(Remote):
    """A repository of which strangers are shown another commit."""

    def seen_by_anybody(self, revision: str) -> str:
        return super().seen_by_anybody("main")[::-1] if revision else ""


def test_a_stranger_who_gets_another_commit_is_an_error(hub: Hub, release: Path) -> None:
    with pytest.raises(RemoteError, match="a stranger does not get the pushed commit"):
        push(release, Elsewhere(NAME, endpoint=hub.url), CHECKS)
    assert push(release, remote(hub), CHECKS).commit, "pushed again it is whole"
    assert whole(hub, release)
