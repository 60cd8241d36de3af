"""Killed at any step, a work leaves the last good state, and done again it ends as if undisturbed.

A few steps of each work here; `make test-slow` takes them evenly from all.
"""

import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.hub.messages import tree_of
from bench.hub.server import Hub
from publishing.hub import local_tree, same
from tests.crash.conftest import Desks, Nursery, log, records, work_of
from tests.hub.conftest import TOKEN, make_release

LAST = (
    0.97  # bytes are sent in a few pieces more or less, so that a push may end before such a point
)
RELEASE = "releases/small-1.0.0/"
POINTS = {"build": 0, "rebuild": 1, "known": 1, "review": 2, "push": 2}  # in every run
ALL = {"build": 120, "rebuild": 80, "known": 6, "review": 41, "push": 160}  # an index is six steps


def points(work: str) -> pytest.MarkDecorator:
    """Places in a work as parts of a whole, evenly: a few, and those of `make test-slow`."""
    few, number = POINTS[work], ALL[work]
    parts = [(n + 0.5) / few for n in range(few)]
    more = [(n + 0.5) / number for n in range(number)]
    slow = [pytest.param(part, marks=pytest.mark.slow) for part in more if part not in parts]
    return pytest.mark.parametrize("part", [*parts, *slow])


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Path]:
    """Where a work is disturbed."""
    yield tmp_path / "desk"
    shutil.rmtree(tmp_path, ignore_errors=True)


def killed(nursery: Nursery, name: str, desk: Path, steps: int, part: float) -> None:
    status, _ = nursery.do(work_of(name), desk, at=1 + int(part * steps))
    assert status == -signal.SIGKILL, log(desk)


def done_again(nursery: Nursery, name: str, desk: Path, wanted: Path) -> None:
    status, _ = nursery.do(work_of(name), desk)
    assert status == 0, log(desk)
    assert records(desk) == records(wanted)
    hidden = [p for place in ("releases", "reserve", "build") for p in desk.glob(f"{place}/.*")]
    assert [p.name for p in hidden if p.name != ".lock"] == [], "nothing half written is left"


@points("build")
def test_a_killed_build(part: float, nursery: Nursery, desks: Desks, desk: Path) -> None:
    shutil.copytree(desks.before("build"), desk)
    wanted, steps = desks.after("build")
    killed(nursery, "build", desk, steps, part)
    assert records(desk, RELEASE) in ({}, records(wanted, RELEASE))
    done_again(nursery, "build", desk, wanted)


@points("rebuild")
def test_a_killed_build_over_an_earlier_release(
    part: float, nursery: Nursery, desks: Desks, desk: Path
) -> None:
    shutil.copytree(desks.before("rebuild"), desk)
    wanted, steps = desks.after("rebuild")
    killed(nursery, "rebuild", desk, steps, part)
    for kept in ("releases/small-1.0.0/", "reserve/small-1.0.0/"):
        assert records(desk, kept) in (
            records(desks.before("rebuild"), kept),
            records(wanted, kept),
        )
    done_again(nursery, "rebuild", desk, wanted)


@points("known")
def test_a_killed_index_of_known_questions(
    part: float, nursery: Nursery, desks: Desks, desk: Path
) -> None:
    shutil.copytree(desks.before("known"), desk)
    wanted, steps = desks.after("known")
    killed(nursery, "known", desk, steps, part)
    assert records(desk) in (records(desks.before("known")), records(wanted))
    done_again(nursery, "known", desk, wanted)


@points("review")
def test_a_killed_review(part: float, nursery: Nursery, desks: Desks, desk: Path) -> None:
    shutil.copytree(desks.before("review"), desk)
    wanted, steps = desks.after("review")
    killed(nursery, "review", desk, steps, part)
    said = "".join(path.read_text("utf-8") for path in desk.glob("reviews/*"))
    for opinion in (desk / "answered").read_text("utf-8").split():
        assert opinion in said, "what was answered is on the disk"
    done_again(nursery, "review", desk, wanted)


@pytest.fixture(scope="session")
def pushed_steps(nursery: Nursery, hub: Hub, tmp_path_factory: pytest.TempPathFactory) -> int:
    """Steps of a push in peace."""
    folder = tmp_path_factory.mktemp("pushed")
    make_release(folder / "release")
    status, steps = nursery.do("push", folder, HUB=hub.url, REPO="org/peace")
    assert status == 0, log(folder)
    assert is_whole(hub, "org/peace", folder / "release")
    return steps


def is_whole(hub: Hub, repo: str, release: Path) -> bool:
    found = hub.state.repos[repo]
    tree = {p: d for p, d in tree_of(found.at("v1.0.0")).items() if p != ".gitattributes"}
    return not found.private and same(tree, local_tree(release), release)


@points("push")
def test_a_killed_push(
    part: float, nursery: Nursery, hub: Hub, pushed_steps: int, desk: Path
) -> None:
    repo = f"org/exam{int(part * 1e6)}"
    release = make_release(desk / "release")
    env = {"HUB": hub.url, "REPO": repo, "HF_TOKEN": TOKEN}
    status, _ = nursery.do("push", desk, 1 + int(part * pushed_steps), **env)
    if status == 0 and part > LAST:
        assert is_whole(hub, repo, release)
        return
    assert status == -signal.SIGKILL, log(desk)
    found = hub.state.repos.get(repo)
    if found is not None and not found.private:
        assert is_whole(hub, repo, release), "nothing public is half of a release"
    status, _ = nursery.do("push", desk, 0, **env)
    assert status == 0, log(desk)
    assert is_whole(hub, repo, release)
    assert len(hub.state.repos[repo].commits) == 2
