"""What the local Hub remembers: repositories, commits, large files."""

import hashlib
import itertools
from dataclasses import dataclass, field, replace


class Refused(Exception):  # noqa: N818 - an answer of the server, not a failure of it
    """An HTTP error that the Hub gives on purpose."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


@dataclass(frozen=True)
class Entry:
    """One file of a commit: its bytes (regular files) or its sha256 (large ones)."""

    path: str
    size: int
    content: bytes | None = None
    sha256: str = ""

    @property
    def oid(self) -> str:
        """Git blob id, of the pointer text for a large file."""
        data = self.content if self.content is not None else self.pointer
        return hashlib.sha1(b"blob %d\x00" % len(data) + data).hexdigest()

    @property
    def pointer(self) -> bytes:
        """Pointer text that git stores in place of a large file."""
        head = "version https://git-lfs.github.com/spec/v1"
        return f"{head}\noid sha256:{self.sha256}\nsize {self.size}\n".encode()


@dataclass(frozen=True)
class Commit:
    """A tree and how it came about."""

    sha: str
    title: str
    message: str
    tree: dict[str, Entry]


@dataclass
class Repo:
    """A dataset repository: one branch `main`, tags."""

    name: str
    private: bool
    commits: list[Commit] = field(default_factory=list)
    tags: dict[str, str] = field(default_factory=dict)
    beside: dict[str, Commit] = field(default_factory=dict)  # other branches, pull requests

    @property
    def head(self) -> Commit:
        """Newest commit."""
        return self.commits[-1]

    def at(self, revision: str) -> Commit:
        """The commit of a branch, tag or sha. Raises Refused 404 where there is none."""
        sha = self.tags.get(revision, revision)
        if revision in ("main", "refs/heads/main"):
            return self.head
        for commit in (*self.commits, *self.beside.values()):
            if commit.sha == sha:
                return commit
        raise Refused(404, "RevisionNotFound", f"Invalid rev id: {revision}")


class State:
    """All of the Hub. `tokens` maps a token to its user's name."""

    def __init__(self, tokens: dict[str, str]) -> None:
        self.tokens = tokens
        self.repos: dict[str, Repo] = {}
        self.large: dict[str, bytes] = {}
        self._count = itertools.count(1)

    def create(self, name: str, *, private: bool) -> Repo:
        """Make a repository with an empty first commit. Raises Refused 409 where it exists."""
        if name in self.repos:
            raise Refused(409, "", "You already created this dataset repo")
        attributes = Entry(".gitattributes", 1, b"\n")
        first = self._commit("initial commit", "", {attributes.path: attributes})
        self.repos[name] = Repo(name, private, [first])
        return self.repos[name]

    def commit(
        self, repo: Repo, header: dict[str, str], added: list[Entry], deleted: list[str]
    ) -> Commit:
        """Add a commit to main. Raises Refused 412 where the parent is not the head."""
        parent = header.get("parentCommit")
        if parent and parent != repo.head.sha:
            raise Refused(412, "", "A commit has happened since. Please refresh and try again.")
        gone = tuple(deleted)
        tree = {
            path: entry
            for path, entry in repo.head.tree.items()
            if path not in gone and not path.startswith(tuple(f"{d}/" for d in gone))
        }
        tree.update({entry.path: entry for entry in added})
        if tree == repo.head.tree:
            return repo.head
        new = self._commit(header["summary"], header.get("description", ""), tree)
        repo.commits.append(new)
        return new

    def by_somebody_else(self, name: str, path: str = "notes.txt", *, ref: str = "") -> Commit:
        """Another person's commit, e.g. while a push is under way; on main, or on another ref."""
        repo = self.repos[name]
        entry = Entry(path, 4, b"note")
        new = self._commit("a note", "", {**repo.head.tree, path: replace(entry)})
        if ref:
            repo.beside[ref] = new
        else:
            repo.commits.append(new)
        return new

    def without(self, name: str, path: str) -> None:
        """A commit on main that deletes a file."""
        repo = self.repos[name]
        tree = {p: e for p, e in repo.head.tree.items() if p != path}
        repo.commits.append(self._commit("delete", "", tree))

    def squash(self, repo: Repo, message: str) -> None:
        """Leave the head's files as the only commit of main."""
        repo.commits = [self._commit(message, "", repo.head.tree)]

    def _commit(self, title: str, message: str, tree: dict[str, Entry]) -> Commit:
        sha = hashlib.sha1(f"{next(self._count)}{title}".encode()).hexdigest()
        return Commit(sha, title, message, tree)
