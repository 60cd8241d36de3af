"""The Hub as a release sees it: a repository's state, and steps that survive lost answers."""

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi
from huggingface_hub.errors import (
    EntryNotFoundError,
    HfHubHTTPError,
    LocalTokenNotFoundError,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)
from huggingface_hub.hf_api import RepoFile
from huggingface_hub.utils import httpx  # type: ignore[attr-defined]  # 1.x: httpx, 2.x: httpx2

from cpsyexam.errors import RemoteError
from cpsyexam.files import digest_file
from publishing.patience import TRIES, patiently, status, wait_or_raise

T = TypeVar("T")
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

    def _try(self, step: Callable[[], T]) -> T:
        return patiently(step, self.repo)

    def writable(self) -> None:
        """Raises RemoteError where there is no token, it is refused, or it may not write here."""
        make = "make one at https://huggingface.co/settings/tokens and set HF_TOKEN"
        try:
            told = self._try(self._api.whoami)
        except (LocalTokenNotFoundError, HfHubHTTPError) as error:
            raise RemoteError(
                "no token, or the Hub refuses it", where=self.repo, remedy=make
            ) from error
        space = self.repo.partition("/")[0]
        own = [told["name"], *(org["name"] for org in told.get("orgs", ()))]
        if space.casefold() not in {name.casefold() for name in own}:
            raise RemoteError(
                f"the token writes to {', '.join(own)}, not to {space}",
                where=self.repo,
                remedy="push elsewhere, or set HF_TOKEN to a token of a member",
            )
        if told.get("auth", {}).get("accessToken", {}).get("role") == "read":
            raise RemoteError("the token may only read", where=self.repo, remedy=make)

    def state(self) -> State | None:
        """The repository's head, files and tags; None where it does not exist."""
        try:
            info = self._try(lambda: self._api.dataset_info(self.repo))
        except RepositoryNotFoundError:
            return None
        tags = self._try(lambda: self._api.list_repo_refs(self.repo, repo_type="dataset")).tags
        head = str(info.sha)
        return State(
            head, bool(info.private), self.tree(head), {t.name: t.target_commit for t in tags}
        )

    def tree(self, revision: str) -> dict[str, str]:
        """Path → digest of every file of a revision, the Hub's own file left out."""
        listed = self._try(
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
        self._try(
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
                if now is None or now.head != before.head or status(error) == 412:
                    raise RemoteError(
                        "somebody else committed in between; nothing of ours was changed",
                        where=self.repo,
                        remedy="look at their commit, then push again",
                    ) from error
                wait_or_raise(error, attempt, self.repo)
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
        """Fetch a revision into an empty folder. Raises RemoteError where it comes in part."""
        self._try(
            lambda: self._api.snapshot_download(
                self.repo, repo_type="dataset", revision=revision, local_dir=folder
            )
        )
        shutil.rmtree(folder / ".cache", ignore_errors=True)  # the client's own notes

    def tag(self, name: str, revision: str) -> None:
        """Tag a commit; fine where the tag is there already and means the same commit."""
        self._try(
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

    def read(self, revision: str, path: str) -> bytes:
        """A file of a revision, b"" where it is not there."""
        with tempfile.TemporaryDirectory(prefix="cpsyexam-hub-") as folder:
            fetch = partial(
                self._api.hf_hub_download,
                self.repo, path, repo_type="dataset", revision=revision, local_dir=folder,
            )  # fmt: skip
            try:
                return Path(self._try(fetch)).read_bytes()
            except EntryNotFoundError:
                return b""

    def refs(self) -> dict[str, str]:
        """Every name by which a stranger reaches a commit once the repository is open → commit."""
        found = self._try(
            lambda: self._api.list_repo_refs(
                self.repo, repo_type="dataset", include_pull_requests=True
            )
        )
        groups = (found.branches, found.tags, found.converts, found.pull_requests or [])
        return {item.ref: item.target_commit for group in groups for item in group}

    def commits(self, revision: str) -> dict[str, str]:
        """Commit → its title and message, of a revision and all before it."""
        listed = self._try(
            lambda: self._api.list_repo_commits(self.repo, repo_type="dataset", revision=revision)
        )
        return {c.commit_id: f"{c.title}\n{c.message}".strip() for c in listed}

    def squash(self) -> str:
        """Leave the head's files as the only commit, and no other branch or tag; its sha."""
        for ref in self.refs():
            kind, _, name = ref.removeprefix("refs/").partition("/")
            if kind == "tags":
                self._try(partial(self._api.delete_tag, self.repo, tag=name, repo_type="dataset"))
            elif kind == "heads" and name != "main":
                self._try(
                    partial(self._api.delete_branch, self.repo, branch=name, repo_type="dataset")
                )
        self._try(
            lambda: self._api.super_squash_history(
                self.repo, repo_type="dataset", commit_message="Release"
            )
        )
        return self.refs()["refs/heads/main"]

    def show(self, *, public: bool) -> None:
        """Make the repository public, or private again."""
        self._try(
            lambda: self._api.update_repo_settings(
                self.repo, repo_type="dataset", visibility="public" if public else "private"
            )
        )

    def seen_by_anybody(self, revision: str) -> str:
        """The sha that a stranger gets for a revision; "" where there is nothing to see."""
        stranger = HfApi(endpoint=self._endpoint, token=False)
        try:
            return str(self._try(lambda: stranger.dataset_info(self.repo, revision=revision)).sha)
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
