"""What must hold before anything is sent: whose repository it is, which version lies there."""

import re
from collections.abc import Callable, Collection
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from cpsyexam.characters import FILLERS, LOST, STEERING, among
from cpsyexam.config import Terms
from cpsyexam.errors import ReleaseError
from cpsyexam.files import parsed_json, read_json
from publishing.hub import Remote, State, local_tree

_NAME = re.compile(rf"(?:(?!{among(STEERING, FILLERS, LOST)})[^\n\t\\]){{1,200}}")
_TOLD = ("owner", "licence", "terms_url", "decided_by", "decided_on")
_TAG = re.compile(r"v(\d+)\.(\d+)\.(\d+)")


def manifest_of(folder: Path) -> dict[str, Any]:
    """RELEASE.json of a release. Raises ReleaseError where there is none with name and version."""
    path = folder / "RELEASE.json"
    found = _manifest(lambda: read_json(path))
    if found is None:
        raise ReleaseError(
            "no readable RELEASE.json", where=str(folder), remedy="run `make dataset`"
        )
    return found


def refuse_terms(folder: Path) -> None:
    """Raises ReleaseError where a source of a release has no settled owner, licence and terms."""
    unsettled = []
    for source in manifest_of(folder).get("sources", []):
        found = Terms.model_validate({**dict.fromkeys(_TOLD, ""), **source.get("terms", {})})
        if found.unsettled:
            unsettled.append(f"{source['source']}: {', '.join(found.unsettled)}")
    if unsettled:
        raise ReleaseError(
            f"terms of {len(unsettled)} sources are not settled; {'; '.join(unsettled[:5])}",
            where=str(folder),
            remedy='fill in [terms] of each source\'s TOML (status = "cleared" once it may be '
            "published), and build again",
        )


def refuse_missing() -> None:
    """Raises ReleaseError where a package is missing that a push needs after the upload."""
    if find_spec("datasets") is None:
        raise ReleaseError(
            "needs the package datasets, to load what was uploaded",
            remedy="pip install 'cpsyexam[push]', in a checkout make .venv/dev.stamp",
        )


def refuse_names(folder: Path) -> None:
    """Raises ReleaseError where a file of a release has a name that misleads or breaks clients."""
    for path in local_tree(folder):
        try:
            path.encode()
            fit = _NAME.fullmatch(path) is not None
        except UnicodeEncodeError:
            fit = False
        if not fit:
            raise ReleaseError("no name for a file of a release", where=ascii(path))


def refuse_staging(remote: Remote, staging: Remote, state: State | None) -> None:
    """Raises ReleaseError where the private repository is the public one, or is not private."""
    if staging.repo.casefold() == remote.repo.casefold():
        raise ReleaseError(
            "is REPO itself, and no private repository to pass through",
            where=staging.repo,
            remedy="name another one",
        )
    if state is not None and not state.private:
        raise ReleaseError(
            "is public; a release passes through a private repository",
            where=staging.repo,
            remedy="name a private one, or one that does not exist yet",
        )


def refuse_head(
    folder: Path, remote: Remote, state: State | None, replace: Collection[str]
) -> None:
    """Raises ReleaseError where a repository holds other data, or a higher version of these.

    `replace` names repositories whose data the owner gives up.
    """
    if state is None:
        return
    ours = manifest_of(folder)
    data = remote.read(state.head, "RELEASE.json") if "RELEASE.json" in state.files else b""
    theirs = _manifest(lambda: parsed_json(data))
    other = bool(state.files) and (theirs is None or theirs["name"] != ours["name"])
    if other and remote.repo not in replace:
        what = (
            f"the release {theirs['name']}" if theirs else f"{len(state.files)} files of no release"
        )
        raise ReleaseError(
            f"holds other data: {what}, first {min(state.files)}",
            where=remote.repo,
            remedy=f"push elsewhere, or give them up with --replace {remote.repo}",
        )
    there = [tuple(map(int, m.groups())) for t in state.tags if (m := _TAG.fullmatch(t))]
    if theirs and not other:
        there.append(_version(theirs["version"]))
    if not other and there and max(there) > _version(ours["version"]):
        shown = ".".join(map(str, max(there)))
        raise ReleaseError(
            f"holds version {shown}, which is higher than {ours['version']}",
            where=remote.repo,
            remedy="raise the version",
        )


def refuse_tags(remote: Remote, state: State | None) -> None:
    """Raises ReleaseError where a tag of a version leads to the files of another one."""
    for tag, commit in sorted(state.tags.items() if state else ()):
        if not _TAG.fullmatch(tag):
            continue
        data = remote.read(commit, "RELEASE.json")
        told = _manifest(partial(parsed_json, data))
        if told and f"v{told['version']}" != tag:
            raise ReleaseError(
                f"tag {tag} leads to version {told['version']}: its readers get another one",
                where=remote.repo,
                remedy="delete the tag",
            )


def _manifest(read: Callable[[], Any]) -> dict[str, Any] | None:
    try:
        found = read()
        _version(found["version"])
        return found if isinstance(found["name"], str) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _version(text: str) -> tuple[int, ...]:
    found = _TAG.fullmatch(f"v{text}")
    if found is None:
        raise ValueError(text)
    return tuple(map(int, found.groups()))
