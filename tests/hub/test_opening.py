"""A repository that changes while a push opens it."""

import dataclasses
import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from bench.hub.faults import Fault
from bench.hub.server import Hub
from cpsyexam.errors import ReleaseError, RemoteError
from publishing.hub import Remote
from publishing.push import push
from tests.hub.conftest import CHECKS, make_release
from tests.hub.repository import CONVERTED, NAME, PLACES, SECRET, public_files, remote, whole


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


def test_what_the_hub_converts_by_itself_is_no_change(hub: Hub, release: Path) -> None:
    hub.state.create(NAME, private=True)
    rows = pl.read_parquet(release / "data/GEE/train-00000-of-00001.parquet")
    # the Hub groups and sorts otherwise, and widens types
    turned = rows.reverse().select("question", "id")
    converted(hub, turned)
    push(release, moving(hub, lambda: converted(hub, turned)), CHECKS)
    assert whole(hub, release)


@pytest.mark.parametrize("what", ["patients", "one more row", "no table"])
def test_what_it_converted_of_a_mistaken_upload_is_found(
    hub: Hub, release: Path, what: str
) -> None:
    """Main forgot it, and its history was given up; refs/convert still shows the rows."""
    hub.state.create(NAME, private=True)
    rows = pl.read_parquet(release / "data/GEE/train-00000-of-00001.parquet")
    more = pl.DataFrame({"id": ["p1"], "question": ["求助者，女性，33岁"]})
    converted(
        hub,
        {"patients": more, "one more row": pl.concat([rows, more]), "no table": None}[what],
    )
    said = "cannot be read" if what == "no table" else "1 rows of no sealed release"
    with pytest.raises(ReleaseError, match=rf"{CONVERTED}: {said}"):
        push(release, remote(hub), CHECKS)
    assert not public_files(hub)


def test_what_it_converted_of_a_former_release_is_no_leak(hub: Hub, release: Path) -> None:
    """Its rows were sealed once, though the new version has others."""
    hub.faults = [Fault(r"PUT .*/settings", 403, 99)]
    with pytest.raises(RemoteError):
        push(release, remote(hub), CHECKS)
    hub.faults = []
    converted(hub, pl.read_parquet(release / "data/GEE/train-00000-of-00001.parquet"))
    newer = make_release(release.parent / "newer", "1.1.0", "情绪")
    push(newer, remote(hub), CHECKS)
    assert whole(hub, newer, tag="v1.1.0")


def converted(hub: Hub, rows: pl.DataFrame | None) -> None:
    """The Hub's own branch, with one file of these rows, or one that is no table."""
    repo = hub.state.repos[NAME]
    new = hub.state.by_somebody_else(NAME, CONVERTED, ref="refs/convert/parquet")
    entry = new.tree[CONVERTED]
    if rows is not None:
        stream = io.BytesIO()
        rows.write_parquet(stream)
        entry = type(entry)(CONVERTED, len(stream.getvalue()), stream.getvalue())
    repo.beside["refs/convert/parquet"] = dataclasses.replace(new, tree={CONVERTED: entry})


@pytest.mark.parametrize("opened", [NAME, "org/staging"])
def test_nothing_is_sent_into_one_that_somebody_opened_meanwhile(
    hub: Hub, release: Path, opened: str
) -> None:
    class Opened(Remote):
        def create(self) -> None:
            super().create()
            hub.state.repos[self.repo].private = self.repo != opened

    both = [Opened(name, endpoint=hub.url) for name in (NAME, "org/staging")]
    with pytest.raises(RemoteError, match=f"{opened}: has become public meanwhile"):
        push(release, both[0], CHECKS, staging=both[1])
    assert not any(f"{opened}/commit/" in line for line in hub.log)


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
