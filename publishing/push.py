"""Push a release so that either nothing public changes or the release is whole.

audit → private repository → one commit on the head seen before → download that commit into an empty
folder → audit and load it → tag → make public → look at it as a stranger. Every step first looks at
what is there, so running again carries on.
"""

import json
import logging
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cpsyexam.errors import ReleaseError, RemoteError
from cpsyexam.files import digest_file
from publishing.hub import Remote, State, local_tree, same

Audit = Callable[[Path], list[str]]  # folder → what is wrong with it
Load = Callable[[Path], list[str]]  # folder → what does not load

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Checks:
    """How a folder is checked; the same before and after it went over the wire."""

    audit: Audit
    load: Load


@dataclass(frozen=True)
class Change:
    """What a push would do to a repository's files."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    deleted: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.deleted)


@dataclass(frozen=True)
class Pushed:
    """Where a release lies now."""

    repo: str
    commit: str
    tag: str


def compare(folder: Path, state: State | None) -> Change:
    """Files of a release against the present head."""
    wanted = local_tree(folder)
    there = dict(state.files) if state else {}
    changed = (p for p in wanted if p in there and not same({p: there[p]}, {p: wanted[p]}, folder))
    return Change(
        tuple(sorted(set(wanted) - set(there))),
        tuple(sorted(changed)),
        tuple(sorted(set(there) - set(wanted))),
    )


def push(folder: Path, remote: Remote, checks: Checks, *, staging: Remote | None = None) -> Pushed:
    """Publish a release folder. `staging` is a private repository that it passes through first.

    Raises ReleaseError where the release fails a check, a tag would move, or what came back is not
    what went up; RemoteError where the Hub or the network fails.
    """
    _demand(checks.audit(folder), folder)
    remote.owner()
    tag = tag_of(folder)
    state = remote.state()
    _refuse_moving_tag(remote, state, tag, folder)
    if staging is not None:
        _land(folder, staging, checks)
    elif (
        state is not None
        and not state.private
        and not same(state.files, local_tree(folder), folder)
    ):
        raise ReleaseError(
            "is public already; a new release must pass through a private repository first",
            where=remote.repo,
            remedy="name one: make push REPO=… PRIVATE_REPO=org/staging",
        )
    commit = _land(folder, remote, checks)
    log.info("tag %s", tag)
    remote.tag(tag, commit)
    remote.open()
    if remote.seen_by_anybody(tag) != commit:
        raise RemoteError(
            "a stranger does not get the pushed commit",
            where=f"{remote.repo}@{tag}",
            remedy="push again",
        )
    return Pushed(remote.repo, commit, tag)


def tag_of(folder: Path) -> str:
    """The tag of a release: `v` + its version. Raises ReleaseError where it has no manifest."""
    try:
        version = json.loads((folder / "RELEASE.json").read_text("utf-8"))["version"]
    except (OSError, ValueError, KeyError) as error:
        raise ReleaseError(
            "no readable RELEASE.json", where=str(folder), remedy="run `make dataset`"
        ) from error
    return f"v{version}"


def _land(folder: Path, remote: Remote, checks: Checks) -> str:
    """Bring a folder to a repository's head and prove that it arrived; returns the commit."""
    remote.create()
    state = remote.state()
    if state is None:
        raise RemoteError("was made but cannot be seen", where=remote.repo, remedy="push again")
    commit = state.head
    if compare(folder, state):
        seal = digest_file(folder / "RELEASE.json")
        commit = remote.commit(
            folder, state, f"Release {tag_of(folder)}", f"sha256 of RELEASE.json: {seal}"
        )
    log.info("%s: verify %s", remote.repo, commit)
    with tempfile.TemporaryDirectory(prefix="cpsyexam-push-") as empty:
        back = Path(empty) / "back"
        remote.download(commit, back)
        if local_tree(back) != local_tree(folder):
            raise ReleaseError("what came back differs from what went up", where=remote.repo)
        _demand(checks.audit(back), back)
        _demand(checks.load(back), back)
    return commit


def _demand(failures: list[str], folder: Path) -> None:
    if failures:
        raise ReleaseError(
            f"{len(failures)} checks failed, first: {failures[0]}",
            where=str(folder),
            remedy="see `cpsyexam audit`; nothing was made public",
        )


def _refuse_moving_tag(remote: Remote, state: State | None, tag: str, folder: Path) -> None:
    commit = state.tags.get(tag) if state else None
    if commit and not same(remote.tree(commit), local_tree(folder), folder):
        raise ReleaseError(
            f"tag {tag} exists and means other files", where=remote.repo, remedy="raise the version"
        )
