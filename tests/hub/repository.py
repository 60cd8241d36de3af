"""The repository that pushes of these tests go to: what is in it, and what others left there."""

from pathlib import Path

from bench.hub.messages import tree_of
from bench.hub.server import Hub
from publishing.hub import Remote, local_tree, same

NAME = "org/exam"
SECRET = "reserve/keys.json"
PLACES = ["refs/heads/draft", "refs/pr/1", "refs/convert/parquet"]
CONVERTED = "GEE/train/0000.parquet"  # what a Hub makes of a shard by itself


def remote(hub: Hub, name: str = NAME, token: str | None = None) -> Remote:
    return Remote(name, endpoint=hub.url, token=token)


def whole(hub: Hub, release: Path, name: str = NAME, tag: str = "v1.0.0") -> bool:
    repo = hub.state.repos[name]
    tree = {p: d for p, d in tree_of(repo.at(tag)).items() if p != ".gitattributes"}
    return not repo.private and same(tree, local_tree(release), release)


def public_files(hub: Hub, name: str = NAME) -> set[str]:
    repo = hub.state.repos.get(name)
    return set() if repo is None or repo.private else set(repo.head.tree) - {".gitattributes"}


def mistake(hub: Hub, path: str = SECRET) -> None:
    """An upload that was taken back: gone from the head, not from the history."""
    hub.state.by_somebody_else(NAME, path)
    hub.state.without(NAME, path)
