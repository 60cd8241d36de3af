"""A place in an object store, here fsspec's own in memory; tests/ray has one that speaks S3."""

import pickle
from collections.abc import Iterator
from pathlib import Path

import fsspec
import pytest

from cpsyexam.errors import ConfigError, RemoteError
from cpsyexam.files import digest
from cpsyexam.store import Remote


@pytest.fixture
def place() -> Iterator[Remote]:
    yield Remote("memory://bucket/exam") / "ocr"
    fsspec.filesystem("memory").store.clear()


def test_what_is_put_there_is_found_there(place: Remote, tmp_path: Path) -> None:
    (place / "ab" / "one.json").write_text("读数")
    same = pickle.loads(pickle.dumps(place))
    assert (same / "ab" / "one.json").read_text(largest=99) == "读数"
    (tmp_path / "scan.pdf").write_bytes(b"x" * 9_000_000)
    (place / "scans" / "name").put(tmp_path / "scan.pdf")
    assert (place / "scans").names() == {"name"}
    (place / "scans" / "name").fetch(tmp_path / "new" / "scan.pdf", digest(b"x" * 9_000_000))
    assert (tmp_path / "new" / "scan.pdf").read_bytes() == b"x" * 9_000_000
    (place / "scans" / "name").delete()
    assert (place / "scans").names() == set()
    assert str(place / "scans") == "memory://bucket/exam/ocr/scans"


def test_what_is_missing_or_other_bytes_is_said(place: Remote, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        (place / "none").read_text(largest=99)
    with pytest.raises(RemoteError, match="memory://bucket/exam/ocr/none: is missing; run again"):
        (place / "none").fetch(tmp_path / "file", "0" * 64)
    (place / "other").write_text("other")
    with pytest.raises(RemoteError, match="ocr/other: is damaged; delete it"):
        (place / "other").fetch(tmp_path / "file", "0" * 64)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("root", ["nowhere://bucket", "s3://"])
def test_a_store_that_nothing_speaks_to_is_named(root: str) -> None:
    with pytest.raises(ConfigError, match=f"no store that can be used: '{root}'"):
        Remote(root).names()
