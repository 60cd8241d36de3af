"""On the real released questions: no case and no duplicate cluster in two splits."""

import polars as pl
import pytest

from bench.population import KEY, frame
from bench.released import ABSENT, FOLDER, case_groups, load
from splitting.settings import SplitSettings
from splitting.stage import split
from splitting.strata import straddling

pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason=ABSENT)


@pytest.fixture(scope="module")
def questions() -> pl.DataFrame:
    """Released rows with `case` (30-grams shared) and `normal` (exact duplicates)."""
    found = load()
    cases = found.filter(task="CA")
    numbers = pl.Series("case", [f"case{n}" for n in case_groups(cases["stem"].to_list())])
    knowledge = found.filter(task="KG").with_columns(case=pl.concat_str(pl.lit("kg"), "normal"))
    return pl.concat([cases.with_columns(numbers), knowledge])


def test_no_case_and_no_duplicate_is_torn(questions: pl.DataFrame) -> None:
    # copies of one question may stand in several cases' files: join those too
    first = pl.col("case").min().over("normal")
    grouped = questions.with_columns(first.alias("case")).with_columns(
        pl.col("case").min().over("normal").alias("group")
    )
    place = pl.when(pl.col("task") == "CA")
    grouped = grouped.with_columns(
        place.then(pl.lit("PCE")).otherwise("exam").alias("exam"),
        place.then(pl.lit("心理咨询师二级")).otherwise("subject").alias("subject"),
    )
    columns = ["task", "exam", "subject", "category", "group"]
    rows = grouped.select(*columns, pl.col("declared").alias("format")).to_dicts()
    outcome = split(
        {"shuffled": frame(rows)}, SplitSettings(quotas="cpsyexam", reserve_unit="group"), key=KEY
    )
    result = grouped.with_columns(outcome.kept["split"])
    assert straddling(result, "normal").is_empty()
    assert straddling(result.filter(task="CA"), "case").is_empty()
    assert outcome.metrics["straddling_units"] == 0
    assert set(result["split"]) == {"train", "dev", "test", "reserved"}


def test_the_published_parts_do_share_cases(questions: pl.DataFrame) -> None:
    parts = questions.with_columns(pl.col("part").alias("split"))
    assert straddling(parts.filter(task="CA"), "case").height > 20
    assert straddling(parts, "normal").height > 100
