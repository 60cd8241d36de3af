"""Proofs spare a builder checks of the same bytes, and hide nothing from him."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from manifests.audit import Check, audit
from manifests.proofs import Proofs
from tests.manifests.forging import Copy, first

PROVED = ("files", "roots", "bytes", "schema", "answers")


def checks(copy: Copy, proofs: Proofs | None = None) -> list[Check]:
    return audit(copy.folder, only=PROVED, proofs=proofs)


@pytest.fixture(scope="module")
def sound(made: Copy, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What an audit of a sound release found; not to be changed."""
    file = tmp_path_factory.mktemp("sound") / "state.proofs"
    proofs = Proofs(file)
    assert checks(made, proofs) == checks(made)
    proofs.save()
    return file


@pytest.fixture
def kept(sound: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(sound.parent, tmp_path / "kept") / sound.name


def test_are_taken_for_the_same_bytes(made: Copy, kept: Path) -> None:
    before = kept.read_bytes()
    again = Proofs(kept)
    assert checks(made, again) == checks(made)
    again.save()
    assert kept.read_bytes() == before
    path = made.folder / made.shard("train")

    asked = Proofs(kept).asked("schema", (path,), [path.parent.name], lambda: iter(["a problem"]))
    assert list(asked) == []


@pytest.mark.parametrize(
    ("column", "value", "sealed"),
    [("question", "改过的题干？", False), ("answer", "H", True), ("format", "XYZ", True)],
)
def test_forged_records_are_found_as_without_them(
    copy: Copy,
    kept: Path,
    column: str,
    value: str,
    sealed: bool,  # noqa: FBT001
) -> None:
    copy.rewrite(copy.shard("train"), lambda rows: first(rows, column, value))
    if sealed:
        copy.reseal()
    proofs = Proofs(kept)
    found = checks(copy, proofs)
    assert found == checks(copy)
    assert any(not check.ok for check in found)
    proofs.save()
    assert checks(copy, Proofs(kept)) == found  # nothing that failed was kept


def test_other_bytes_of_the_same_rows_are_found(copy: Copy, kept: Path) -> None:
    path = copy.folder / copy.shard("train")
    pl.read_parquet(path).write_parquet(path, compression="snappy")
    failed = {check.name for check in checks(copy, Proofs(kept)) if not check.ok}
    assert {"files", "bytes"} <= failed


def test_a_shard_with_the_provenance_of_another_is_found(copy: Copy, kept: Path) -> None:
    one, two = (copy.folder / s["provenance"] for s in copy.manifest["shards"][:2])
    one.write_bytes(two.read_bytes())
    assert checks(copy, Proofs(kept)) == checks(copy)


def test_a_damaged_file_is_none(made: Copy, kept: Path, tmp_path: Path) -> None:
    file = tmp_path / "state.proofs"
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join(lines[:-1]), "utf-8")
    path = made.folder / made.shard("train")
    assert list(Proofs(file).asked("schema", (path,), [path.parent.name], lambda: iter("x")))


LEAKS = ("leak: names", "leak: texts")
STEM = "教师在课堂上观察到的注意分配现象应当怎样解释才算妥当"
KEY = "cd" * 16


def reserve_the_stem(copy: Copy) -> None:
    path = next(copy.reserve.glob("data/GEE/*.parquet"))
    first(pl.read_parquet(path), "question", STEM).write_parquet(path)


def take_the_key(copy: Copy) -> None:
    keys = json.loads((copy.reserve / "keys.json").read_text("utf-8"))
    (copy.reserve / "keys.json").write_text(json.dumps({**keys, "salt_key": KEY}))


@pytest.mark.parametrize(
    ("later", "check"), [(reserve_the_stem, "leak: texts"), (take_the_key, "leak: names")]
)
def test_what_is_reserved_since_is_found_in_the_same_bytes(
    copy: Copy, tmp_path: Path, later: Callable[[Copy], None], check: str
) -> None:
    file = tmp_path / "cache" / "proofs" / "state.txt"

    def leaks() -> list[Check]:
        return audit(copy.folder, reserve=copy.reserve, only=LEAKS, proofs=Proofs(file))

    def kept() -> dict[str, bytes]:
        paths = (tmp_path / "cache").glob("searched_*/state/*")
        return {str(path): path.read_bytes() for path in paths}

    copy.edit("README.md", lambda text: f"{text}\n{STEM}\n\n{KEY}\n")
    copy.reseal()
    assert all(one.ok for one in leaks())
    before = kept()
    assert before
    assert all(one.ok for one in leaks())
    assert kept() == before  # nothing was searched again
    later(copy)
    found = leaks()
    assert found == audit(copy.folder, reserve=copy.reserve, only=LEAKS)
    assert [one.name for one in found if not one.ok] == [check]
    assert leaks() == found  # a search that found something is not kept


def test_those_of_other_code_go(tmp_path: Path) -> None:
    old, new = Proofs(tmp_path / "old.proofs"), Proofs(tmp_path / "new.proofs")
    old.save()
    new.save()
    assert [path.name for path in tmp_path.iterdir()] == ["new.proofs"]
