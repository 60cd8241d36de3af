"""Water-filling, quotas, and the paper's Table 1."""

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from splitting.filling import water_fill
from splitting.settings import SplitSettings
from splitting.stage import split
from tests.splitting.population import KEY, frame, released, released_rows, row

CAPS = st.lists(st.integers(0, 50), max_size=12)


@settings(deadline=None, max_examples=100)
@given(CAPS, st.integers(0, 400))
def test_water_fills_evenly_up_to_the_caps(caps: list[int], quota: int) -> None:
    shares = water_fill(caps, quota)
    assert sum(shares) == min(quota, sum(caps))
    assert all(0 <= share <= cap for share, cap in zip(shares, caps, strict=True))
    open_ = [s for s, cap in zip(shares, caps, strict=True) if s < cap]
    assert not open_ or max(shares) - min(open_) <= 1


@pytest.fixture(scope="module")
def plan() -> pl.DataFrame:
    """The plan for the population with the released counts."""
    settings_ = SplitSettings(reserve_unit="group")
    return split({"shuffled": frame(released_rows())}, settings_, key=KEY).tables["plan"]


def test_table_1_of_the_paper_within_one_percent(plan: pl.DataFrame) -> None:
    paper = {
        ("KG", "SCQ"): 2321,
        ("KG", "MAQ"): 781,
        ("KG", "QA"): 100,
        ("CA", "SCQ"): 600,
        ("CA", "MAQ"): 200,
        ("CA", "QA"): 100,
    }
    for (task, form), want in paper.items():
        part = plan.filter(task=task, format=form)
        for name in ("test", "reserved"):
            assert part[name].sum() == pytest.approx(want, rel=0.01), (task, form, name)


def test_subjects_get_what_the_released_sets_hold(plan: pl.DataFrame) -> None:
    got = {(r["task"], r["exam"], r["subject"], r["format"]): r for r in plan.iter_rows(named=True)}
    for cell in released():
        want = int(cell["test"])
        have = got[cell["task"], cell["exam"], cell["subject"], cell["format"]]["test"]
        assert abs(have - want) <= max(2, 0.05 * want), cell


def test_every_stratum_keeps_its_least_for_train(plan: pl.DataFrame) -> None:
    assert plan.filter(pl.col("population") >= 5)["train"].min() == 5


def test_a_share_is_taken_of_the_population() -> None:
    rows = [row("KG", "GEE", "人格心理学", "SCQ") for _ in range(100)]
    some = SplitSettings.model_validate(
        {"test": {"GEE": {"SCQ": 0.2}}, "reserved": 0.5, "reserve_unit": "group"}
    )
    plan = split({"shuffled": frame(rows)}, some, key=KEY).tables["plan"]
    assert plan.select("test", "reserved", "dev").row(0) == (20, 10, 7)


def test_a_small_subject_is_capped_and_reported() -> None:
    rows = [row("KG", "GEE", "人格心理学", "SCQ") for _ in range(15)]
    rows += [row("KG", "GEE", "社会心理学", "SCQ") for _ in range(500)]
    outcome = split(
        {"shuffled": frame(rows)}, SplitSettings(reserve_unit="group", few_shot=0), key=KEY
    )
    small = outcome.tables["plan"].filter(subject="人格心理学").row(0, named=True)
    assert (small["test"], small["reserved"], small["dev"], small["train"]) == (5, 5, 0, 5)
    assert "gives 5" in small["note"]
    assert outcome.tables["problems"].filter(subject="*")["done"][0].startswith("gives 252")
