"""A push against a past, a neighbour or a Hub that would make public what must not be."""

import dataclasses
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from cpsyexam.errors import ReleaseError, RemoteError
from publishing import patience
from publishing.hub import Remote
from publishing.push import push
from tests.hub.conftest import CHECKS, make_release
from tests.hub.faults import Fault
from tests.hub.server import Hub
from tests.hub.test_push import NAME, public_files, remote, whole

SECRET = "reserve/keys.json"


@pytest.fixture
def private(hub: Hub) -> Hub:
    """A Hub where the repository is there already, private and empty."""
    hub.state.create(NAME, private=True)
    return hub


def mistake(hub: Hub, path: str = SECRET) -> None:
    hub.state.by_somebody_else(NAME, path)
    hub.state.without(NAME, path)


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


PLACES = ["refs/heads/draft", "refs/pr/1", "refs/convert/parquet"]


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


class Moving(Remote):
    """A repository that another client changes at a moment of the push."""

    hub: Hub
    change: Callable[[], object]

    def show(self, *, public: bool) -> None:
        super().show(public=public)
        if public:
            self.change()


def moving(hub: Hub, change: Callable[[], object]) -> Moving:
    found = Moving(NAME, endpoint=hub.url)
    found.hub, found.change = hub, change
    return found


def test_a_commit_while_it_is_opened_closes_it_again(hub: Hub, release: Path) -> None:
    late = moving(hub, lambda: hub.state.by_somebody_else(NAME, "patients.csv"))
    with pytest.raises(RemoteError, match=r"strangers could see for \d.*patients\.csv") as told:
        push(release, late, CHECKS)
    assert hub.state.repos[NAME].private
    assert "it is private again" in told.value.line()


@pytest.mark.parametrize("ref", ["refs/heads/x", "refs/pr/7"])
def test_so_does_a_branch(hub: Hub, release: Path, ref: str) -> None:
    late = moving(hub, lambda: hub.state.by_somebody_else(NAME, "patients.csv", ref=ref))
    with pytest.raises(RemoteError, match=r"patients\.csv"):
        push(release, late, CHECKS)
    assert hub.state.repos[NAME].private


def test_so_does_a_hub_that_no_longer_answers(
    hub: Hub, release: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    late = moving(hub, lambda: hub.faults.append(Fault(r"GET .*/refs", 503, 4)))
    with pytest.raises(RemoteError):
        push(release, late, CHECKS)
    assert hub.state.repos[NAME].private


def test_where_it_cannot_be_closed_it_says_so(hub: Hub, release: Path) -> None:
    def change() -> None:
        hub.state.by_somebody_else(NAME, "patients.csv")
        hub.faults.append(Fault(r"PUT .*/settings", 403, 99))

    with pytest.raises(RemoteError, match="make it private by hand, at once"):
        push(release, moving(hub, change), CHECKS)


def test_a_commit_between_check_and_opening_leaves_it_private(hub: Hub, release: Path) -> None:
    class Late(Remote):
        def tag(self, name: str, revision: str) -> None:
            super().tag(name, revision)
            hub.state.by_somebody_else(NAME, "patients.csv")

    with pytest.raises(RemoteError, match="nothing was made public"):
        push(release, Late(NAME, endpoint=hub.url), CHECKS)
    assert not public_files(hub)


@pytest.mark.parametrize("ref", PLACES[:2])
def test_so_does_a_branch_that_nobody_looked_through(hub: Hub, release: Path, ref: str) -> None:
    class Late(Remote):
        def tag(self, name: str, revision: str) -> None:
            super().tag(name, revision)
            hub.state.by_somebody_else(NAME, SECRET, ref=ref)

    with pytest.raises(RemoteError, match="nothing was made public"):
        push(release, Late(NAME, endpoint=hub.url), CHECKS)
    assert not public_files(hub)


CONVERTED = "GEE/train/0000.parquet"


def test_what_the_hub_converts_by_itself_is_no_change(hub: Hub, release: Path) -> None:
    def convert() -> None:
        repo = hub.state.repos[NAME]
        new = hub.state.by_somebody_else(NAME, CONVERTED, ref="refs/convert/parquet")
        only = {CONVERTED: new.tree[CONVERTED]}
        repo.beside["refs/convert/parquet"] = dataclasses.replace(new, tree=only)

    hub.state.create(NAME, private=True)
    convert()
    push(release, moving(hub, convert), CHECKS)
    assert whole(hub, release)


def test_the_same_name_on_main_is_a_mistaken_upload(private: Hub, release: Path) -> None:
    mistake(private, CONVERTED)
    with pytest.raises(ReleaseError, match=CONVERTED):
        push(release, remote(private), CHECKS)


def test_what_is_public_already_is_said(
    hub: Hub, release: Path, caplog: pytest.LogCaptureFixture
) -> None:
    push(release, remote(hub), CHECKS)
    assert not caplog.text
    hub.state.by_somebody_else(NAME, "patients.csv", ref="refs/heads/draft")
    leaking = replace(CHECKS, former=lambda _: ["holds a patient"])
    push(release, remote(hub), leaking)
    assert "1 public commits that may not be" in caplog.text
    assert "holds a patient" in caplog.text


NAMES = ["a\nb.md", "a\x1b[2J.md", "a\u202egnp.md", "a\\b.md", "a\x7f", "\x9b.md", "x" * 201]


@pytest.mark.parametrize("name", NAMES)
def test_names_that_mislead_do_not_go_up(hub: Hub, release: Path, name: str) -> None:
    (release / name).write_text("x")
    with pytest.raises(ReleaseError, match="no name for a file"):
        push(release, remote(hub), CHECKS)
    assert hub.log == []


def test_nor_does_one_that_is_no_text(hub: Hub, release: Path) -> None:
    (release / "\udcff.md").write_text("x")
    with pytest.raises(ReleaseError, match="no name for a file"):
        push(release, remote(hub), CHECKS)


MANIFESTS = ["", "[]", "null", "5", '{"name": "exam"}', '{"version": "1.0.0"}',
             '{"name": 5, "version": "1.0.0"}', '{"name": "exam", "version": 5}',
             '{"name": "exam", "version": "1.0"}', '{"name": "exam", "version": "../x"}',
             "\x00", "[" * 5000]  # fmt: skip


@pytest.mark.parametrize("text", MANIFESTS, ids=lambda t: t[:30])
def test_a_manifest_that_is_none_is_refused(release: Path, text: str) -> None:
    (release / "RELEASE.json").write_text(text)
    with pytest.raises(ReleaseError, match="no readable RELEASE"):
        push(release, Remote(NAME, endpoint="http://127.0.0.1:1", token="x"), CHECKS)


@pytest.mark.parametrize("text", MANIFESTS[:5], ids=lambda t: t[:30])
def test_neither_is_a_manifest_on_the_hub(private: Hub, release: Path, text: str) -> None:
    repo = private.state.repos[NAME]
    entry = repo.head.tree[".gitattributes"]
    added = type(entry)("RELEASE.json", len(text), text.encode())
    private.state.commit(repo, {"summary": "x"}, [added], [])
    with pytest.raises(ReleaseError, match="holds other data"):
        push(release, remote(private), CHECKS)


@pytest.mark.parametrize("times", [1, 2])
def test_a_download_cut_short_is_tried_again(
    hub: Hub, release: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    hub.faults = [Fault(r"GET .*/resolve/.*README", 0, times, cut=5)]
    push(release, remote(hub), CHECKS)
    assert whole(hub, release)


def test_one_always_cut_short_is_one_line(
    hub: Hub, release: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    hub.faults = [Fault(r"GET .*/resolve/.*README", 0, 999, cut=5)]
    with pytest.raises((RemoteError, ReleaseError)):
        push(release, remote(hub), CHECKS)
    assert not public_files(hub)


UNREAD = ["²", "", "-5", "1e9", "inf", "nan", "٣", "Mon, 32 Foo 20xx", "0x10", "5, 6", "5.5"]
WAITS = [
    *((text, 0.7) for text in UNREAD),
    ("5", 5.0),
    (" 7 ", 7.0),
    ("9" * 400, 999_999_999.0),
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0),
]


@pytest.mark.parametrize(("asked", "wait"), WAITS, ids=lambda v: str(v)[:20])
def test_an_odd_retry_after(asked: str, wait: float) -> None:
    assert patience.seconds(asked, 0.7) == wait


def test_a_date_in_retry_after() -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=50), usegmt=True)
    assert 0 < patience.seconds(later, 0.7) <= 50


def test_an_odd_retry_after_on_the_wire(
    hub: Hub, release: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr("time.sleep", waited.append)
    hub.faults = [Fault(r"POST .*/commit/", 429, 1, retry_after="9" * 30)]
    push(release, remote(hub), CHECKS)
    assert whole(hub, release)
    assert max(waited) <= 60


@pytest.mark.parametrize("name", ["a", "a/b/c", "a b/c", "org/na\nme", "../x", "org/", "/x"])
def test_a_name_that_is_none(hub: Hub, release: Path, name: str) -> None:
    with pytest.raises((RemoteError, ReleaseError)):
        push(release, remote(hub, name), CHECKS)
    assert not hub.state.repos


def test_the_manifest_is_what_it_says() -> None:
    assert json.loads(MANIFESTS[4]) == {"name": "exam"}
