"""Push a release so that either nothing public changes or the release is whole.

audit → private repository → one commit on the head seen before → download that commit into an empty
folder → audit and load it → look through all of history → tag → make public → look at it as a
stranger, and close it again where it moved. Every step first looks at what is there, so running
again carries on.
"""

import logging
import tempfile
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from cpsyexam.errors import ReleaseError, RemoteError
from cpsyexam.files import digest_file
from publishing.history import Former, Past, Words, scan
from publishing.hub import Remote, State, local_tree, same
from publishing.opening import open_at
from publishing.preflight import (
    manifest_of,
    refuse_head,
    refuse_missing,
    refuse_names,
    refuse_staging,
    refuse_tags,
    refuse_terms,
)

Audit = Callable[[Path], list[str]]  # folder → what is wrong with it
Load = Callable[[Path], list[str]]  # folder → what does not load

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Checks:
    """How a folder is checked, the same before and after it went over the wire; and its past."""

    audit: Audit
    load: Load
    former: Former
    words: Words


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


def push(
    folder: Path,
    remote: Remote,
    checks: Checks,
    *,
    staging: Remote | None = None,
    replace: Collection[str] = (),
    squash_history: bool = False,
) -> Pushed:
    """Publish a release folder. `staging` is a private repository that it passes through first.

    `replace` names repositories whose other data may be overwritten; `squash_history` gives up the
    past of a private one where it holds what may not become public. Raises ReleaseError where the
    release fails a check, a tag would move, or what came back is not what went up; RemoteError
    where the Hub or the network fails.
    """
    tag = tag_of(folder)
    state = ready(folder, remote, checks, staging=staging, replace=replace)
    if staging is not None:
        _land(folder, staging, checks, hidden=True)
    hidden = state is None or state.private
    commit = _land(folder, remote, checks, hidden=hidden)
    refs = remote.refs()
    past = _past(folder, remote, checks, refs)
    if past and hidden and squash_history:
        log.warning("%s: %d former commits are given up", remote.repo, len(past))
        remote.squash()
        commit = _land(folder, remote, checks, hidden=True)
        refs = remote.refs()
        past = _past(folder, remote, checks, refs)
    _judge(past, remote, hidden=hidden)
    log.info("tag %s", tag)
    remote.tag(tag, commit)
    if hidden:
        open_at(remote, commit, refs | {f"refs/tags/{tag}": commit})
    if remote.seen_by_anybody(tag) != commit:
        raise RemoteError(
            "a stranger does not get the pushed commit",
            where=f"{remote.repo}@{tag}",
            remedy="push again",
        )
    return Pushed(remote.repo, commit, tag)


def ready(
    folder: Path,
    remote: Remote,
    checks: Checks,
    *,
    staging: Remote | None = None,
    replace: Collection[str] = (),
) -> State | None:
    """All that must hold before the first byte goes up; the repository as it is.

    Raises ReleaseError or RemoteError for the first thing that does not hold.
    """
    refuse_missing()
    refuse_names(folder)
    refuse_terms(folder)
    _demand(checks.audit(folder), folder)
    for one in (remote, staging) if staging else (remote,):
        one.writable()
    state = remote.state()
    _refuse_moving_tag(remote, state, tag_of(folder), folder)
    refuse_head(folder, remote, state, replace)
    refuse_tags(remote, state)
    if staging is not None:
        before = staging.state()
        refuse_staging(remote, staging, before)
        refuse_head(folder, staging, before, replace)
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
    return state


def tag_of(folder: Path) -> str:
    """The tag of a release: `v` + its version. Raises ReleaseError where it has no manifest."""
    return f"v{manifest_of(folder)['version']}"


def _past(folder: Path, remote: Remote, checks: Checks, refs: Mapping[str, str]) -> list[Past]:
    return scan(remote, refs, folder, checks.former, checks.words)


def _judge(past: list[Past], remote: Remote, *, hidden: bool) -> None:
    """Raises ReleaseError where what must not become public would; says where it is already."""
    if not past:
        return
    shown = "; ".join(one.line() for one in past[:5])
    if not hidden:
        log.warning("%s: %d public commits that may not be: %s", remote.repo, len(past), shown)
        return
    raise ReleaseError(
        f"{len(past)} commits of its history would become public that may not: {shown}",
        where=remote.repo,
        remedy="push to a fresh repository, or give the history up with --squash-history; "
        "nothing was made public",
    )


def _land(folder: Path, remote: Remote, checks: Checks, *, hidden: bool) -> str:
    """Bring a folder to a repository's head and prove that it arrived; returns the commit.

    `hidden`: the repository must be private still.
    """
    remote.create()
    state = remote.state()
    if state is None:
        raise RemoteError("was made but cannot be seen", where=remote.repo, remedy="push again")
    if hidden and not state.private:
        raise RemoteError(
            "has become public meanwhile; nothing was sent", where=remote.repo, remedy="push again"
        )
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
