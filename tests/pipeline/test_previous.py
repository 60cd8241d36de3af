"""Splits of an earlier release."""

from pathlib import Path

import polars as pl
import pytest

from cpsyexam.errors import ConfigError
from pipeline.paths import Paths
from pipeline.previous import previous_splits


def shard(folder: Path, name: str, ids: list[str], split: str) -> None:
    path = folder / "provenance" / "GEE" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    pl.DataFrame({"id": ids, "split": [split] * len(ids)}).write_parquet(path)


def test_no_earlier_release() -> None:
    assert previous_splits("", Paths(Path())) is None


def test_a_release_and_its_reserve(tmp_path: Path) -> None:
    paths = Paths(tmp_path)
    shard(paths.release("x-1.0.0"), "train-0.parquet", ["b"], "train")
    with pytest.raises(ConfigError, match=r"not whole here; bring both"):
        previous_splits("x-1.0.0", paths)
    shard(paths.reserve("x-1.0.0"), "reserved-0.parquet", ["a"], "reserved")
    found = previous_splits("x-1.0.0", paths)
    assert found is not None
    assert found.rows() == [("a", "reserved"), ("b", "train")]
    assert previous_splits(str(paths.release("x-1.0.0")), paths) is not None


def test_a_release_without_provenance(tmp_path: Path) -> None:
    paths = Paths(tmp_path)
    paths.release("x-1.0.0").mkdir(parents=True)
    paths.reserve("x-1.0.0").mkdir(parents=True)
    with pytest.raises(ConfigError, match="holds no provenance"):
        previous_splits("x-1.0.0", paths)


def test_a_table(tmp_path: Path) -> None:
    table = tmp_path / "splits.csv"
    table.write_text("id,split\nqa,test\n")
    found = previous_splits(str(table), Paths(tmp_path))
    assert found is not None
    assert found.rows() == [("qa", "test")]
    with pytest.raises(ConfigError, match="not whole here"):
        previous_splits("nowhere", Paths(tmp_path))
