"""What a repository would show of its past to strangers, once it is public."""

import re
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from publishing.converted import Sealed
from publishing.hub import Remote, local_tree, same

Former = Callable[[Path], list[str]]  # files of a former commit → what keeps them from being public
Words = Callable[[str], list[str]]  # a commit's message → the same
# what the Hub makes of the shards of main by itself, under refs/convert
_CONVERTED = re.compile(r"[\w.-]+/(?:partial-)?[\w.-]+/\d{4}\.parquet")
_ATTRIBUTES = re.compile(
    r"|# [A-Z][a-z]+ files - (?:un)?compressed|[\w.*/\[\]-]+(?: -?[a-z]+(?:=[a-z]+)?)+"
)


@dataclass(frozen=True)
class Past:
    """A commit that may not become public, and why."""

    commit: str
    title: str
    problems: tuple[str, ...]

    def line(self) -> str:
        """The commit in one line."""
        more = f" and {len(self.problems) - 3} more" if len(self.problems) > 3 else ""
        return f"{self.commit[:12]} ({self.title[:40]}): {', '.join(self.problems[:3])}{more}"


def scan(
    remote: Remote, refs: Mapping[str, str], folder: Path, former: Former, words: Words
) -> list[Past]:
    """Commits that these branches, tags and pull requests lead to and that must not be public.

    A commit may that holds the files of `folder`, no files, or those that `former` finds no fault
    with; one that the Hub made of shards by itself, where it has no row but theirs. Raises
    RemoteError where the past cannot be read.
    """
    found: dict[str, str] = {}
    made_by_hub: set[str] = set()
    for name, head in sorted(refs.items(), key=lambda ref: is_converted(ref[0])):
        new = {} if head in found else remote.commits(head)
        if is_converted(name):
            made_by_hub |= set(new) - set(found)
        found |= new
    sealed, past = Sealed(), []
    if made_by_hub:
        sealed.add(folder)
    for commit, message in sorted(found.items(), key=lambda one: one[0] in made_by_hub):
        problems = [*words(message), *_problems(remote, commit, folder, former, sealed)]
        if commit in made_by_hub:
            converted = [p for p in problems if _CONVERTED.fullmatch(p)]
            problems = [p for p in problems if p not in converted]
            problems += _strange(remote, commit, converted, sealed)
        if problems:
            past.append(Past(commit, message.partition("\n")[0], tuple(problems)))
    return past


def is_converted(ref: str) -> bool:
    """Whether a ref is one that the Hub makes by itself, of what main holds."""
    return ref.startswith("refs/convert/")


def _strange(remote: Remote, commit: str, paths: list[str], sealed: Sealed) -> list[str]:
    """Converted files with rows that no sealed release shows."""
    if not paths:
        return []
    with tempfile.TemporaryDirectory(prefix="cpsyexam-past-") as empty:
        files = Path(empty) / "files"
        remote.download(commit, files)
        found = [(path, sealed.strange(files / path)) for path in paths]
    return [f"{path}: {said}" for path, said in found if said]


def _problems(
    remote: Remote, commit: str, folder: Path, former: Former, sealed: Sealed
) -> list[str]:
    own = _attributes(remote.read(commit, ".gitattributes"))
    tree = remote.tree(commit)
    if not tree or same(tree, local_tree(folder), folder):
        return own
    if "RELEASE.json" not in tree:
        return [*own, *sorted(tree)]
    with tempfile.TemporaryDirectory(prefix="cpsyexam-past-") as empty:
        files = Path(empty) / "files"
        remote.download(commit, files)
        problems = former(files)
        if not problems:
            sealed.add(files)
        return [*own, *problems]


def _attributes(data: bytes) -> list[str]:
    """The Hub's own file says how files are kept, and nothing else."""
    try:
        lines = data.decode("ascii").splitlines()
    except UnicodeDecodeError:
        return [".gitattributes: more than the Hub writes"]
    odd = [line for line in lines if not _ATTRIBUTES.fullmatch(line.strip())]
    return [f".gitattributes: {odd[0][:60]!r} is not of the Hub"] if odd else []
