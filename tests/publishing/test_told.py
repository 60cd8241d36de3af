"""What a release tells of its sources, of the people who looked at it, and in its charts."""

import shutil
import stat
from pathlib import Path

import polars as pl
import pytest

from cpsyexam import stage
from cpsyexam.versions import LEVELS
from publishing import charts, differences, reviewed
from publishing.changes import ReleaseDiff
from tests.publishing.conftest import LABEL


def test_the_licence_names_every_source_with_public_questions(made: Path) -> None:
    text = (made / "releases" / LABEL / "LICENSE").read_text("utf-8")
    public = stage.read(made / "build", "split").filter(pl.col("split") != "reserved")["source"]
    told = stage.read(made / "build", "parsed/sources").filter(pl.col("source").is_in(set(public)))
    assert told.height
    for row in told.iter_rows(named=True):
        assert f"- {row['title']} ({row['source']}): CC0-1.0\n  owner: nobody" in text


def test_the_reserve_is_for_its_owner_alone(made: Path) -> None:
    assert stat.S_IMODE((made / "reserve" / LABEL).stat().st_mode) == 0o700


def test_the_looked_at_and_the_corrected_are_counted_apart(made: Path, tmp_path: Path) -> None:
    shutil.copytree(made / "build", tmp_path / "build")
    path = tmp_path / "build/split/kept.parquet"
    rows = pl.read_parquet(path)
    public = rows.filter(pl.col("split") == "train")["id"].sort().to_list()
    notes = {
        public[0]: ["decision:confirm:0123"],
        public[1]: ["decision:correct:0123"],
        public[2]: ["decision:confirm:0123", "decision:which_key:4567"],
        public[3]: ["number:dot"],
        rows.filter(pl.col("split") == "reserved")["id"][0]: ["decision:correct:0123"],
    }
    said = pl.Series([notes.get(name, []) for name in rows["id"]], dtype=rows.schema["notes"])
    rows.with_columns(said.alias("notes")).write_parquet(path)
    found = reviewed.gather(tmp_path / "build")
    assert (found.looked, found.corrected) == (3, 2)
    assert found.public == rows.filter(pl.col("split") != "reserved").height
    assert found.share == 3 / found.public


@pytest.mark.parametrize(
    ("changes", "columns", "level"),
    [
        ((), (), "PATCH"),
        (("changed",), (), "PATCH"),
        (("changed", "added"), (), "MINOR"),
        (("removed",), (), "MINOR"),
        (("added", "moved", "changed"), (), "MAJOR"),
        ((), ("source",), "MINOR"),
    ],
)
def test_how_far_a_version_must_grow(
    changes: tuple[str, ...], columns: tuple[str, ...], level: str
) -> None:
    """A corrected text is a patch; what readers load by is more, the more they must change."""
    rows = pl.DataFrame({"change": changes}, schema={"change": pl.String})
    assert LEVELS[ReleaseDiff("made-up-0.1.0", "", rows, columns).level] == level


def test_a_short_value_that_changes_is_told_whole() -> None:
    [one] = differences.told(
        {"category": "identification"}, {"category": "application"}, ["category"]
    )
    assert (one["before"], one["after"]) == ("identification", "application")


def test_a_chart_of_one_series_has_no_legend() -> None:
    def names(**series: list[float]) -> list[str]:
        svg = charts.grouped(["甲", "乙"], series, title="t", unit="u")
        return [name for name in series if f"<!-- {name} -->" in svg or f">{name}<" in svg]

    assert names(alone=[1.0, 2.0]) == []
    assert names(train=[1.0, 2.0], test=[2.0, 1.0]) == ["train", "test"]
