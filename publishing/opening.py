"""Make a private repository public at the commit that was verified, or not at all."""

import time
from collections.abc import Mapping

from cpsyexam.errors import CpsyexamError, RemoteError
from publishing.history import is_converted
from publishing.hub import Remote

_MAIN = "refs/heads/main"


def open_at(remote: Remote, commit: str, known: Mapping[str, str]) -> None:
    """Make a repository public whose head is the verified commit; private again where it moved.

    `known` are the branches, tags and pull requests whose past was looked through. Raises
    RemoteError where it moved, with what strangers could have seen and for how long.
    """
    before = _by_people(remote.refs())
    if before.get(_MAIN) != commit or before != _by_people(known):
        raise RemoteError(
            "somebody else committed after the check; nothing was made public",
            where=remote.repo,
            remedy="look at their commit, then push again",
        )
    began = time.monotonic()
    remote.show(public=True)
    try:
        after = _by_people(remote.refs())
        moved = sorted(n for n in {*before, *after} if before.get(n) != after.get(n))
        strange = _strange_files(remote, commit, [after[n] for n in moved if n in after])
    except BaseException:
        _close(remote, "could not be looked at after it was opened")
        raise
    if not moved:
        return
    names = ", ".join(moved)
    _close(remote, f"was changed while it was opened ({names})")
    seconds = time.monotonic() - began
    raise RemoteError(
        f"somebody else changed {names} while it was opened; strangers could see for "
        f"{seconds:.1f} s: {strange or 'no other file'}; it is private again",
        where=remote.repo,
        remedy="look at what they did, then push again",
    )


def _by_people(refs: Mapping[str, str]) -> dict[str, str]:
    """Refs without those that the Hub makes by itself, at any time, of what main holds."""
    return {name: sha for name, sha in refs.items() if not is_converted(name)}


def _close(remote: Remote, why: str) -> None:
    try:
        remote.show(public=False)
    except CpsyexamError as error:
        raise RemoteError(
            f"{why}, and could not be made private again",
            where=remote.repo,
            remedy="make it private by hand, at once",
        ) from error


def _strange_files(remote: Remote, commit: str, others: list[str]) -> str:
    """Files of other commits that the verified one does not hold."""
    known = set(remote.tree(commit).items()) if others else set()
    trees = (remote.tree(other).items() for other in others)
    strange = sorted({path for tree in trees for path, sha in tree if (path, sha) not in known})
    more = f" and {len(strange) - 10} more" if len(strange) > 10 else ""
    return ", ".join(strange[:10]) + more
