"""A revision on the Hub is audited by the command line, with what the Hub and its client write."""

from collections.abc import Iterator
from pathlib import Path

import huggingface_hub.constants
import pytest
from huggingface_hub import CommitOperationAdd, HfApi
from huggingface_hub._local_folder import get_local_download_paths, write_download_metadata
from huggingface_hub._tree_cache import TreeCacheEntry, write_tree_cache

from bench.hub.server import Hub
from cpsyexam.errors import ConfigError
from cpsyexam.files import digest_file
from manifests import verify
from manifests.audit import audit
from manifests.locate import fetch, label, newest
from tests.manifests.forging import LABEL, Copy, duplicate
from tests.shared import called_apart


@pytest.fixture
def pushed(made: Copy, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Hub, str]]:
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_DISABLE_XET", True)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with Hub({"hf_test": "org"}) as hub:
        api = HfApi(endpoint=hub.url, token="hf_test")
        api.create_repo("org/made-up", repo_type="dataset")
        files = [p for p in made.folder.rglob("*") if p.is_file()]
        adds = [
            CommitOperationAdd(p.relative_to(made.folder).as_posix(), p.read_bytes()) for p in files
        ]
        commit = api.create_commit("org/made-up", adds, commit_message="x", repo_type="dataset")
        yield hub, commit.oid


def test_revision_on_the_hub_is_audited(
    pushed: tuple[Hub, str], made: Copy, tmp_path: Path
) -> None:
    hub, commit = pushed
    env = {
        "HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path), "HF_TOKEN": "hf_test",
        "HF_HUB_DISABLE_XET": "1", "HF_HUB_DISABLE_PROGRESS_BARS": "1", "NO_PROXY": "127.0.0.1",
    }  # fmt: skip
    root = str(made.folder.parent.parent)
    calls = [("audit", f"org/made-up@{which}", "--out", root) for which in (commit, "v9")]
    (code, said, errors), absent = called_apart(*calls, env=env)
    assert code == 0, said + errors
    assert f"Audit of {LABEL}" in said
    assert "needs the reserve" not in said
    assert absent[0] == 2
    assert "org/made-up@v9: cannot be downloaded" in absent[2]


def test_what_is_no_release_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no such folder; give a release folder or org/name@"):
        fetch("releases/nowhere", tmp_path)
    with pytest.raises(ConfigError, match="no release here; run cpsyexam build"):
        newest(tmp_path)
    assert label(tmp_path) == tmp_path.name


def test_newest_release_is_taken(made: Copy) -> None:
    assert newest(made.folder.parent) == made.folder
    assert label(made.folder) == LABEL


def test_what_the_hub_and_its_client_write_is_no_problem(withheld: Copy, tmp_path: Path) -> None:
    copy = duplicate(withheld, tmp_path)
    (copy.folder / ".gitattributes").write_text("*.parquet filter=lfs diff=lfs merge=lfs -text\n")
    place = write_local_dir(copy)
    assert verify.verify(copy.folder) == []
    assert [check.problems for check in audit(copy.folder) if not check.ok] == []
    (place / "download/README.md.metadata").write_bytes(b"\xff\0")
    (copy.folder / ".gitattributes").write_text("\n" * 5_000_000)
    failed = {check.name: len(check.problems) for check in audit(copy.folder) if not check.ok}
    assert failed == {"files": 2}  # no reader of texts falls over what the release does not list


def write_local_dir(copy: Copy) -> Path:
    """What the Hub's own client leaves beside a download; its folder."""
    listed = {e["path"]: TreeCacheEntry(e["size"], "b" * 40) for e in copy.manifest["files"]}
    for name, entry in listed.items():
        etag = digest_file(copy.folder / name)
        write_download_metadata(copy.folder, name, "a" * 40, etag)
        get_local_download_paths(copy.folder, name).lock_path.touch()
        listed[name] = TreeCacheEntry(entry.size, "b" * 40, etag, entry.size)
    place = copy.folder / ".cache/huggingface"
    write_tree_cache(str(place), "a" * 40, listed)
    return place


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("download/README.md.metadata", "a message to a reader\n"),
        ("download/README.md.metadata", f"{'a' * 40}\n{'c' * 64}\n1.0\n"),
        ("download/which questions are reserved.metadata", f"{'a' * 40}\n{'b' * 40}\n1.0\n"),
        ("download/README.md.lock", "the key is B"),
        (f"trees/{'b' * 40}.json", '{\n "format_version": 1,\n "files": {},\n "said": "B"\n}'),
        (f"trees/{'b' * 40}.json", "[" * 100_000),
        ("CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n# the key is B\n"),
        (".gitignore", "*\n# the key is B\n"),
        ("../../.gitattributes", "# the key is B\n"),
        ("../../.gitattributes", "q03b91c5b41a35c0d9c35 filter=lfs diff=lfs merge=lfs -text\n"),
        ("../../.gitattributes", "# Audio files - compressed\n" * 3),
        ("../../.gitattributes", "\n" * 5_000_000),
    ],
)
def test_nothing_else_is_taken_for_theirs(download: Copy, name: str, text: str) -> None:
    path = download.folder / ".cache/huggingface" / name
    before = path.read_bytes() if path.exists() else None
    path.write_text(text, "utf-8")
    place = path.resolve().relative_to(download.folder.resolve()).as_posix()
    (problem,) = verify.verify(download.folder)
    assert problem.startswith(f"{place}: not listed in RELEASE.json")
    path.unlink()
    if before is not None:
        path.write_bytes(before)


@pytest.fixture(scope="module")
def download(made: Copy, tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy with what the Hub's client leaves; who changes it puts it back."""
    copy = duplicate(made, tmp_path_factory.mktemp("download"))
    write_local_dir(copy)
    assert verify.verify(copy.folder) == []
    return copy
