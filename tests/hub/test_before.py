"""What is checked before the first byte goes up, by a dry run, too."""

import json
import sys
from pathlib import Path

import pytest

from bench.hub.faults import Fault
from bench.hub.server import Hub
from cpsyexam.config import Terms
from cpsyexam.errors import CpsyexamError, ReleaseError, RemoteError
from publishing.push import push, ready
from tests.hub.conftest import CHECKS
from tests.hub.repository import remote

SETTLED = {
    "owner": "某大学", "licence": "CC-BY-4.0", "terms_url": "", "decided_by": "林",
    "decided_on": "2026-11-20", "status": "cleared", "note": "",
}  # fmt: skip


def _with_terms(release: Path, **terms: str) -> Path:
    file = release / "RELEASE.json"
    manifest = json.loads(file.read_text())
    sources = [
        {"source": "mine", "terms": SETTLED},
        {"source": "bank", "terms": {**SETTLED, **terms}},
    ]
    file.write_text(json.dumps({**manifest, "sources": sources}))
    return release


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        ({"owner": ""}, "bank: owner"),
        ({"owner": "not stated", "licence": "unknown"}, "bank: owner, licence"),
        ({"status": "unclear"}, "bank: status"),
        ({"decided_by": " ", "decided_on": ""}, "bank: decided_by, decided_on"),
    ],
)
def test_nothing_is_sent_while_terms_are_open(
    hub: Hub, release: Path, terms: dict[str, str], told: str
) -> None:
    with pytest.raises(ReleaseError, match=f"terms of 1 sources are not settled; {told};"):
        push(_with_terms(release, **terms), remote(hub), CHECKS)
    assert not hub.log, "the Hub was not even asked"


def test_settled_terms_go_up(hub: Hub, release: Path) -> None:
    assert push(_with_terms(release), remote(hub), CHECKS).tag == "v1.0.0"


def test_a_missing_package_is_told_before(
    hub: Hub, release: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)  # as where it is not installed
    with pytest.raises(ReleaseError, match="needs the package datasets"):
        push(release, remote(hub), CHECKS)
    assert not hub.state.repos


@pytest.mark.parametrize("trouble", ["token", "stranger", "terms", "audit"])
def test_a_dry_run_checks_what_a_push_checks(hub: Hub, release: Path, trouble: str) -> None:
    token = "hf_other" if trouble == "stranger" else None
    if trouble == "token":
        hub.faults = [Fault(r"GET /api/whoami", 401, 99)]
    elif trouble == "terms":
        _with_terms(release, status="unclear")
    elif trouble == "audit":
        (release / "README.md").write_text("changed")
    said = []
    for step in (ready, push):
        with pytest.raises(CpsyexamError) as error:
            step(release, remote(hub, token=token), CHECKS)
        said.append(error.value.line())
    assert said[0] == said[1]
    ours = trouble in ("terms", "audit")
    assert isinstance(error.value, ReleaseError if ours else RemoteError)
    assert not hub.state.repos


def test_nothing_is_cleared_unless_somebody_says_so() -> None:
    bare = Terms(owner="某大学", licence="CC0-1.0", terms_url="", decided_by="", decided_on="")
    assert bare.status == "unclear"
    assert bare.unsettled == ("decided_by", "decided_on", "status")
    assert Terms.model_validate(SETTLED).unsettled == ()
    assert Terms.model_validate({**SETTLED, "owner": "不明"}).unsettled == ("owner",)
