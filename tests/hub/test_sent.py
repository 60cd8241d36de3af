"""What does not go up, and transfers that break off."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from bench.hub.faults import Fault
from bench.hub.server import Hub
from cpsyexam.errors import ReleaseError, RemoteError
from publishing import patience
from publishing.hub import Remote
from publishing.push import push
from tests.hub.conftest import CHECKS
from tests.hub.repository import NAME, public_files, remote, whole

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
    later = format_datetime(datetime.now(UTC) + timedelta(days=1), usegmt=True)
    assert 80_000 < patience.seconds(later, 0.7) <= 86_400  # whenever it is read


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
