"""A unit keeps its split from release to release."""

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from bench.population import KEY, frame, row
from cpsyexam.errors import ConfigError
from cpsyexam.lineage import TEXTS, of_splits
from splitting.previous_release import read_previous
from splitting.settings import SplitSettings
from splitting.stage import split
from splitting.strata import straddling

CHOSEN = SplitSettings.model_validate(
    {"reserve_unit": "group", "test": {"GEE": {"SCQ": 0.2}}, "min_train": 1}
)


def _rows(count: int) -> pl.DataFrame:
    return frame(row("KG", "GEE", "人格心理学", "SCQ") for _ in range(count))


def test_old_units_stay_and_new_ones_fill_up() -> None:
    before = split({"shuffled": _rows(100)}, CHOSEN, key=KEY).kept.select("id", "split")
    after = split(
        {"shuffled": _rows(200)}, CHOSEN, key=b"even another key", previous=of_splits(before)
    )
    joined = before.join(after.kept.select("id", now="split"), on="id")
    assert (joined["split"] == joined["now"]).all()
    assert after.tables["plan"].select("test", "reserved").row(0) == (40, 40)


def test_units_that_merge_take_the_split_that_shows_least() -> None:
    rows = _rows(2).with_columns(group=pl.lit("g"))
    before = pl.DataFrame({"id": ["q0", "q1"], "split": ["test", "train"]})
    outcome = split({"shuffled": rows}, CHOSEN, key=KEY, previous=of_splits(before))
    assert outcome.kept["split"].to_list() == ["test", "test"]
    assert straddling(outcome.kept, "group").is_empty()
    assert "had train+test before" in " ".join(outcome.tables["problems"]["problem"])


def test_what_was_public_leaves_where_it_meets_the_reserve() -> None:
    rows = _rows(3).with_columns(group=pl.lit("g"))
    before = pl.DataFrame({"id": ["q0", "q1"], "split": ["reserved", "train"]})
    outcome = split({"shuffled": rows}, CHOSEN, key=KEY, previous=of_splits(before))
    assert outcome.kept.select("id", "split").rows() == [("q0", "reserved"), ("q2", "reserved")]
    assert outcome.rejected.select("parent", "rule").rows() == [("r1", "withdrawn")]


def test_what_explains_with_a_reserved_question_that_has_gone_leaves() -> None:
    """A row taken from the file and put into the explanation of another is not published there."""
    stem = "在教学开始之前用来摸清学生现有水平的评价称为"
    known = of_splits(pl.DataFrame({"id": ["q0", "q9"], "split": ["train", "reserved"]}))
    held = known.questions.filter(split="reserved")
    texts = held.select("lineage", "id", material=pl.lit(""), stem=pl.lit(stem),
                        options=pl.lit(["形成性评价", "诊断性评价"]))  # fmt: skip
    earlier = replace(known, texts=texts.cast(pl.Schema(TEXTS)))
    for said, parts in ((f"见教材：{stem}。", []), (f"见教材：{stem[:15]}。", ["train"])):
        rows = _rows(1).with_columns(explanation=pl.lit(said))
        outcome = split({"shuffled": rows}, CHOSEN, key=KEY, previous=earlier)
        assert outcome.kept["split"].to_list() == parts
        assert outcome.rejected["rule"].to_list() == ([] if parts else ["withdrawn"])


def test_a_new_question_on_a_reserved_page_is_reserved() -> None:
    rows = _rows(2).with_columns(capture=pl.lit("page"))
    before = pl.DataFrame({"id": ["q0"], "split": ["reserved"]})
    pages = CHOSEN.model_copy(update={"reserve_unit": "page"})
    outcome = split({"shuffled": rows}, pages, key=KEY, previous=of_splits(before))
    assert outcome.kept["split"].to_list() == ["reserved", "reserved"]


def test_earlier_splits_are_read_from_a_build_or_a_csv(tmp_path: Path) -> None:
    before = split({"shuffled": _rows(10)}, CHOSEN, key=KEY).kept
    before.write_parquet(tmp_path / "kept.parquet")
    before.select("id", "split").write_csv(tmp_path / "splits.csv")
    first, second = (read_previous(tmp_path / n) for n in ("kept.parquet", "splits.csv"))
    assert first.names.equals(second.names)
    assert first.questions.equals(second.questions)


@pytest.mark.parametrize("text", ["", "id,where\nq1,test\n", "id,split\nq1,exam\n"])
def test_unusable_earlier_splits_are_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "splits.csv").write_text(text)
    with pytest.raises(ConfigError, match=r"splits\.csv: .*give the earlier build"):
        read_previous(tmp_path / "splits.csv")


def test_what_is_revealed_is_tested_with() -> None:
    before = pl.DataFrame({"id": ["q0", "q1", "q2"], "split": ["reserved", "reserved", "train"]})
    named = CHOSEN.model_copy(update={"reveal": ("q0", "q2")})
    kept = split({"shuffled": _rows(3)}, named, key=KEY, previous=of_splits(before)).kept
    assert kept["split"].to_list() == ["test", "reserved", "train"]
