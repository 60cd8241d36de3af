"""Splits of an earlier release."""

import json
from pathlib import Path

import polars as pl
import pytest

from cpsyexam.errors import ConfigError
from cpsyexam.files import digest
from cpsyexam.lineage import Lineages
from pipeline.paths import Paths
from pipeline.previous import earlier_lineages, previous_lineages, refuse_renamed


def shard(folder: Path, name: str, ids: list[str], split: str) -> None:
    path = folder / "provenance" / "GEE" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = {"id": ids, "raw_id": [f"r{name}" for name in ids], "source": "s", "split": split}
    pl.DataFrame(rows).write_parquet(path)


def parts(found: Lineages) -> list[tuple[str, str]]:
    return [(name, part) for name, part in found.questions.select("id", "split").sort("id").rows()]


def test_no_earlier_release() -> None:
    assert previous_lineages("", Paths(Path())) is None


def test_a_release_and_its_reserve(tmp_path: Path) -> None:
    paths = Paths(tmp_path)
    shard(paths.release("x-1.0.0"), "train-0.parquet", ["b"], "train")
    with pytest.raises(ConfigError, match=r"not whole here; bring both"):
        previous_lineages("x-1.0.0", paths)
    shard(paths.reserve("x-1.0.0"), "reserved-0.parquet", ["a"], "reserved")
    found = previous_lineages("x-1.0.0", paths)
    assert found is not None
    assert parts(found) == [("a", "reserved"), ("b", "train")]
    assert previous_lineages(str(paths.release("x-1.0.0")), paths) is not None


def test_a_release_without_provenance(tmp_path: Path) -> None:
    paths = Paths(tmp_path)
    paths.release("x-1.0.0").mkdir(parents=True)
    paths.reserve("x-1.0.0").mkdir(parents=True)
    with pytest.raises(ConfigError, match="holds no provenance"):
        previous_lineages("x-1.0.0", paths)


def test_the_newest_lower_version_is_found_by_itself(tmp_path: Path) -> None:
    paths = Paths(tmp_path)
    assert earlier_lineages("", "x", "2.0.0", paths) is None
    for version in ("1.2.0", "1.10.0", "3.0.0"):
        shard(paths.release(f"x-{version}"), "train-0.parquet", [version], "train")
        paths.release(f"x-{version}").joinpath("RELEASE.json").write_text("{}")
        shard(paths.reserve(f"x-{version}"), "reserved-0.parquet", [f"h{version}"], "reserved")
    paths.release("x-y-1.11.0").mkdir()  # another release

    def named(asked: str, version: str) -> list[str]:
        found = earlier_lineages(asked, "x", version, paths)
        return [name for name, split in parts(found) if split == "train"] if found else []

    assert named("", "2.0.0") == ["1.10.0"]
    assert named("", "1.10.0") == ["1.2.0"]
    assert named("", "1.0.0") == []
    assert named("none", "2.0.0") == []
    assert named("x-1.2.0", "2.0.0") == ["1.2.0"]


def test_without_its_reserve_the_earlier_release_stops_a_build(tmp_path: Path) -> None:
    paths = Paths(tmp_path)
    shard(paths.release("x-1.0.0"), "train-0.parquet", ["b"], "train")
    paths.release("x-1.0.0").joinpath("RELEASE.json").write_text("{}")
    with pytest.raises(ConfigError, match=r"'x-1.0.0' is not whole here; bring both"):
        earlier_lineages("", "x", "1.1.0", paths)


def test_the_reserve_of_a_release_that_is_gone_stops_a_build(tmp_path: Path) -> None:
    paths = Paths(tmp_path)
    shard(paths.reserve("x-1.0.0"), "reserved-0.parquet", ["a"], "reserved")
    paths.reserve("x-1.0.0").joinpath("RELEASE.json").write_text("{}")
    with pytest.raises(ConfigError, match=r"'x-1.0.0' is not whole here; bring both"):
        earlier_lineages("", "x", "1.1.0", paths)
    assert earlier_lineages("", "x", "1.0.0", paths) is None


def test_a_recipe_that_was_renamed_is_refused(tmp_path: Path) -> None:
    paths, key = Paths(tmp_path), bytes(range(32))
    for version in ("1.2.0", "1.10.0"):
        folder = paths.reserve(f"x-{version}")
        folder.mkdir(parents=True)
        stated = {"name": "x", "version": version, "split": {"key_sha256": digest(key)}}
        (folder / "RELEASE.json").write_text(json.dumps(stated))
    with pytest.raises(ConfigError, match=r"x-1.10.0 was drawn with the split key of y"):
        refuse_renamed("y", key, paths)
    refuse_renamed("x", key, paths)
    refuse_renamed("y", bytes(32), paths)


def test_a_table(tmp_path: Path) -> None:
    table = tmp_path / "splits.csv"
    table.write_text("id,split\nqa,test\n")
    found = previous_lineages(str(table), Paths(tmp_path))
    assert found is not None
    assert parts(found) == [("qa", "test")]
    with pytest.raises(ConfigError, match="not whole here"):
        previous_lineages("nowhere", Paths(tmp_path))
