"""A question that an earlier version reserved, made public by hand: the audit says no."""

import shutil
from pathlib import Path

import polars as pl
import pytest

from cpsyexam.errors import ReleaseError
from cpsyexam.identity import question_ids
from manifests.audit import Check, audit
from tests.publishing.conftest import build_release, make_release, sealed
from tests.shared import made_once


@pytest.fixture
def root(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Path:
    """A copy of build, releases and reserve of a made-up version 0.1.0."""
    made = made_once(tmp_path_factory, "release-small", make_release)
    for name in ("build", "releases", "reserve"):
        shutil.copytree(made / name, tmp_path / name)
    return tmp_path


def inherits(root: Path, version: str) -> Check:
    label = f"made-up-{version}"
    folders = root / "releases" / label, root / "reserve" / label
    checks = audit(folders[0], reserve=folders[1], only=("inheritance",))
    return next(check for check in checks if check.name == "inheritance")


def opened(root: Path, *, same_print: bool) -> None:
    """The reserve's pages made training text, in other words; as if printed there, or elsewhere."""
    path = root / "build/split/kept.parquet"
    rows = pl.read_parquet(path)
    held = pl.col("split") == "reserved"
    rows = rows.with_columns(
        pl.when(held).then(pl.format("{}呢", "stem")).otherwise("stem").alias("stem")
    )
    rows = rows.with_columns(question_ids(rows))
    if not same_print:
        for name in ("raw_id", "lineage"):
            other = pl.when(held).then(pl.format("{}z", name)).otherwise(name)
            rows = rows.with_columns(other.alias(name))
    spared = pl.col("exam") == "SSE"  # some stay reserved
    opened = pl.when(held & ~spared).then(pl.lit("train")).otherwise("split").alias("split")
    rows.with_columns(opened).write_parquet(path)


@pytest.mark.parametrize(
    ("same_print", "said"),
    [(True, "made-up-0.1.0 had it in reserved as q"), (False, "is a near copy of what made-up-0")],
)
def test_an_edited_reserved_question_in_train_is_seen(
    root: Path, said: str, *, same_print: bool
) -> None:
    opened(root, same_print=same_print)
    if same_print:  # a build that sees the version before refuses it
        with pytest.raises(ReleaseError, match=r"that made-up-0\.1\.0 reserved would be public"):
            build_release(root, "1.0.0")
    for name in ("releases", "reserve"):
        (root / name).rename(root / f"{name}-away")
    sealed(root, "1.0.0")
    for name in ("releases", "reserve"):
        (root / f"{name}-away/made-up-0.1.0").rename(root / name / "made-up-0.1.0")
    check = inherits(root, "1.0.0")
    assert not check.ok
    assert any(said in problem for problem in check.problems), check.problems


def test_an_edited_table_of_lineages_is_seen(root: Path) -> None:
    assert inherits(root, "0.1.0").ok
    path = root / "reserve/made-up-0.1.0/lineage/questions.parquet"
    table = pl.read_parquet(path)
    table.with_columns(split=pl.lit("train")).write_parquet(path)
    check = inherits(root, "0.1.0")
    assert "is not what RELEASE.json commits to" in check.detail


def test_without_the_version_before_it_is_not_checked(root: Path) -> None:
    sealed(root, "0.1.1")
    assert inherits(root, "0.1.1").ok
    assert not inherits(root, "0.1.1").skipped
    shutil.rmtree(root / "releases/made-up-0.1.0")
    assert inherits(root, "0.1.1").skipped
