"""The Hub as a release sees it: a repository's state, and steps that survive lost answers."""

import hashlib
import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi
from huggingface_hub.errors import (
    HfHubHTTPError,
    LocalTokenNotFoundError,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)
from huggingface_hub.hf_api import RepoFile
from huggingface_hub.utils import httpx  # type: ignore[attr-defined]  # 1.x: httpx, 2.x: httpx2

from cpsyexam.errors import RemoteError
from cpsyexam.files import digest_file

T = TypeVar("T")
TRIES = 4
_PATIENCE = 60.0  # longest wait that a Retry-After may ask for, in seconds
_PASSING = frozenset({408, 429, 500, 502, 503, 504})
_OWN = ".gitattributes"  # kept by the Hub itself


@dataclass(frozen=True)
class State:
    """A repository as it is now; `files` maps paths of the head to digests (git blob or sha256)."""

    head: str
    private: bool
    files: Mapping[str, str]
    tags: Mapping[str, str]


class Remote:
    """One dataset repository on the Hub, through the real client."""

    def __init__(self, repo: str, *, endpoint: str | None = None, token: str | None = None) -> None:
        self.repo = repo
        self._api = HfApi(endpoint=endpoint, token=token)
        self._endpoint = endpoint

    def owner(self) -> str:
        """Who the token belongs to. Raises RemoteError where there is none or it is refused."""
        try:
            return str(_patiently(self._api.whoami)["name"])
        except (LocalTokenNotFoundError, HfHubHTTPError) as error:
            raise RemoteError(
                "no token, or the Hub refuses it",
                where=self.repo,
                remedy="make one at https://huggingface.co/settings/tokens and set HF_TOKEN",
            ) from error

    def state(self) -> State | None:
        """The repository's head, files and tags; None where it does not exist."""
        try:
            info = _patiently(lambda: self._api.dataset_info(self.repo))
        except RepositoryNotFoundError:
            return None
        tags = _patiently(lambda: self._api.list_repo_refs(self.repo, repo_type="dataset")).tags
        head = str(info.sha)
        return State(
            head, bool(info.private), self.tree(head), {t.name: t.target_commit for t in tags}
        )

    def tree(self, revision: str) -> dict[str, str]:
        """Path → digest of every file of a revision, the Hub's own file left out."""
        listed = _patiently(
            lambda: list(
                self._api.list_repo_tree(
                    self.repo, recursive=True, revision=revision, repo_type="dataset"
                )
            )
        )
        files = {}
        for item in listed:
            if isinstance(item, RepoFile) and item.path != _OWN:
                files[item.path] = item.lfs.sha256 if item.lfs else item.blob_id
        return files

    def create(self) -> None:
        """Make the repository, private; fine where it exists."""
        _patiently(
            lambda: self._api.create_repo(
                self.repo, repo_type="dataset", private=True, exist_ok=True
            )
        )

    def commit(self, folder: Path, before: State, message: str, description: str) -> str:
        """Make the head equal a folder, in one commit on `before.head`; returns the commit's sha.

        A lost answer is resolved by looking at what the Hub has. Raises RemoteError where somebody
        else committed in between.
        """
        wanted = local_tree(folder)
        for attempt in range(TRIES):
            try:
                self._commit(folder, before, message, description)
            except (HfHubHTTPError, httpx.HTTPError, RuntimeError) as error:  # RuntimeError: upload
                now = self.state()
                if now and same(now.files, wanted, folder):
                    return now.head
                if now is None or now.head != before.head or _status(error) == 412:
                    raise RemoteError(
                        "somebody else committed in between; nothing of ours was changed",
                        where=self.repo,
                        remedy="look at their commit, then push again",
                    ) from error
                _wait_or_raise(error, attempt, self.repo)
            else:
                break
        now = self.state()
        if now is None or not same(now.files, wanted, folder):
            raise RemoteError(
                "the head is not what was pushed", where=self.repo, remedy="push again"
            )
        return now.head

    def _commit(self, folder: Path, before: State, message: str, description: str) -> None:
        wanted = local_tree(folder)
        adds = [
            CommitOperationAdd(path, str(folder / path))
            for path in sorted(wanted)
            if not _equal(before.files.get(path), folder / path)
        ]
        gone = sorted(set(before.files) - set(wanted))
        self._api.create_commit(
            self.repo,
            [*adds, *(CommitOperationDelete(path) for path in gone)],
            commit_message=message,
            commit_description=description,
            repo_type="dataset",
            parent_commit=before.head,
        )

    def download(self, revision: str, folder: Path) -> None:
        """Fetch a revision into an empty folder."""
        _patiently(
            lambda: self._api.snapshot_download(
                self.repo, repo_type="dataset", revision=revision, local_dir=folder
            )
        )
        shutil.rmtree(folder / ".cache", ignore_errors=True)  # the client's own notes

    def tag(self, name: str, revision: str) -> None:
        """Tag a commit; fine where the tag is there already and means the same commit."""
        _patiently(
            lambda: self._api.create_tag(
                self.repo, tag=name, revision=revision, repo_type="dataset", exist_ok=True
            )
        )
        now = self.state()
        found = now.tags.get(name) if now else None
        if found != revision:
            raise RemoteError(
                f"tag {name} means {found}, not {revision}",
                where=self.repo,
                remedy="raise the version",
            )

    def open(self) -> None:
        """Make the repository public."""
        _patiently(
            lambda: self._api.update_repo_settings(
                self.repo, repo_type="dataset", visibility="public"
            )
        )

    def seen_by_anybody(self, revision: str) -> str:
        """The sha that a stranger gets for a revision; "" where there is nothing to see."""
        stranger = HfApi(endpoint=self._endpoint, token=False)
        try:
            return str(_patiently(lambda: stranger.dataset_info(self.repo, revision=revision)).sha)
        except (RepositoryNotFoundError, RevisionNotFoundError):
            return ""


def local_tree(folder: Path) -> dict[str, str]:
    """Path → git blob id of every file of a folder, hidden ones left out."""
    paths = (p for p in sorted(folder.rglob("*")) if p.is_file())
    named = {p.relative_to(folder).as_posix(): p for p in paths}
    return {name: _blob_id(p) for name, p in named.items() if not name.startswith(".")}


def same(remote: Mapping[str, str], wanted: Mapping[str, str], folder: Path) -> bool:
    """Whether a remote tree holds exactly the files of a folder."""
    return set(remote) == set(wanted) and all(_equal(remote[p], folder / p) for p in wanted)


def _equal(remote: str | None, path: Path) -> bool:
    if remote is None:
        return False
    return remote == (digest_file(path) if len(remote) == 64 else _blob_id(path))


def _blob_id(path: Path) -> str:
    data = path.read_bytes()
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _status(error: Exception) -> int:
    response = getattr(error, "response", None)
    return int(response.status_code) if response is not None else 0


def _wait_or_raise(error: Exception, attempt: int, where: str) -> None:
    status = _status(error)
    if (status and status not in _PASSING) or attempt == TRIES - 1:
        raise RemoteError(
            f"the Hub refused ({status or 'no answer'}): {str(error).splitlines()[0]}",
            where=where,
            remedy="nothing public was changed by this step; push again to carry on",
        ) from error
    response = getattr(error, "response", None)
    asked = response.headers.get("Retry-After", "") if response is not None else ""
    time.sleep(min(float(asked) if asked.isdigit() else 0.5 * 2**attempt, _PATIENCE))


def _patiently(step: Callable[[], T]) -> T:
    """Do a step that may be repeated; wait and try again where the fault is a passing one."""
    for attempt in range(TRIES):
        try:
            return step()
        except (RepositoryNotFoundError, RevisionNotFoundError, LocalTokenNotFoundError):
            raise
        except (HfHubHTTPError, httpx.HTTPError) as error:
            if _status(error) == 401:
                raise
            _wait_or_raise(error, attempt, "Hub")
    raise AssertionError
