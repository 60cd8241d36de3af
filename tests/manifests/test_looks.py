"""A builder's leak guard opens few files again, and finds what one finds that opens all."""

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from manifests import looks, release_reader
from manifests.audit import Check, audit
from manifests.proofs import Proofs
from tests.manifests.forging import Copy

LEAKS = ("leak: names", "leak: questions", "leak: texts")


def checks(copy: Copy, proofs: Proofs | None = None) -> list[Check]:
    found = audit(copy.folder, reserve=copy.reserve, only=LEAKS, proofs=proofs)
    return [check for check in found if check.name in LEAKS]


@pytest.fixture(autouse=True)
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Releases of any size are looked at file by file."""
    monkeypatch.setattr(release_reader, "FEW", 0)


@pytest.fixture
def kept(made: Copy, tmp_path: Path) -> Path:
    """What a sound audit saw."""
    file = tmp_path / "cache" / "proofs" / "state.txt"
    proofs = Proofs(file)
    assert all(check.ok for check in checks(made, proofs))
    proofs.save()
    return file


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that a guard looks through, told as they are noted."""
    found: list[str] = []
    note = looks.Looks.note

    def told(self: looks.Looks, file: str, *args: object) -> None:
        found.append(file)
        note(self, file, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(looks.Looks, "note", told)
    return found


def test_files_that_stay_are_spared(made: Copy, kept: Path, opened: list[str]) -> None:
    proofs = Proofs(kept)
    assert all(check.ok for check in checks(made, proofs))
    assert not opened
    proofs.save()
    again = Proofs(kept)
    assert all(check.ok for check in checks(made, again))
    assert not opened


def _reserve(
    copy: Copy, change: Callable[[pl.DataFrame], pl.DataFrame], folder: str = "data"
) -> None:
    path = min(copy.reserve.glob(f"{folder}/SSE/*-KG-SCQ-*.parquet"))
    change(pl.read_parquet(path)).write_parquet(path)


def _shown(copy: Copy) -> dict[str, object]:
    return pl.read_parquet(copy.folder / copy.shard("train", exam="SSE")).row(0, named=True)


def question(copy: Copy) -> None:
    shown = _shown(copy)
    same = [pl.lit(shown[name]).alias(name) for name in ("material", "question", "options")]
    _reserve(copy, lambda rows: rows.with_columns(same))


def case_that_is_a_stem(copy: Copy) -> None:
    case = pl.lit(_shown(copy)["question"]).alias("material")
    _reserve(copy, lambda rows: rows.with_columns(case))


def name(copy: Copy) -> None:
    unit = pl.lit(_shown(copy)["group"]).alias("unit")
    _reserve(copy, lambda rows: rows.with_columns(unit), "provenance")


def nothing(copy: Copy) -> None:
    words = pl.lit("这一题问的是谁也没有写过的东西，甲乙丙丁之外还有")
    _reserve(copy, lambda rows: rows.with_columns(question=words + pl.col("id")))


@pytest.mark.parametrize("change", [question, case_that_is_a_stem, name, nothing])
def test_what_is_new_in_the_reserve_is_found(
    copy: Copy, kept: Path, opened: list[str], change: Callable[[Copy], None]
) -> None:
    change(copy)
    proofs = Proofs(kept)
    found = checks(copy, proofs)
    few = len(set(opened))
    assert found == checks(copy)
    assert all(check.ok for check in found) == (change is nothing)
    assert few <= 2 * sum(shard["published"] for shard in copy.manifest["shards"])
    before = kept.parent.parent / "looks" / kept.stem / "index.txt"
    index = before.read_bytes()
    proofs.save()
    assert (before.read_bytes() == index) == (change is not nothing)  # only sound ones are kept


def test_a_damaged_look_is_none(made: Copy, kept: Path, opened: list[str]) -> None:
    for path in (kept.parent.parent / "looks" / kept.stem).glob("*.parquet"):
        data = path.read_bytes()
        path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    assert all(check.ok for check in checks(made, Proofs(kept)))
    assert opened
