"""Proofs spare a builder checks of the same bytes, and hide nothing from him."""

import shutil
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


def test_those_of_other_code_go(tmp_path: Path) -> None:
    old, new = Proofs(tmp_path / "old.proofs"), Proofs(tmp_path / "new.proofs")
    old.save()
    new.save()
    assert [path.name for path in tmp_path.iterdir()] == ["new.proofs"]
