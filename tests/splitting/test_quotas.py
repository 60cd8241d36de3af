"""Water-filling, quotas, and the paper's Table 1."""

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.population import KEY, frame, released, released_rows, row
from splitting.plan import thin
from splitting.quotas import plan_quotas, round_up, shift, water_fill
from splitting.settings import SplitSettings
from splitting.stage import split

CAPS = st.lists(st.integers(0, 50), max_size=12)


@settings(max_examples=100)
@given(CAPS, st.integers(0, 400))
def test_water_fills_evenly_up_to_the_caps(caps: list[int], quota: int) -> None:
    shares = water_fill(caps, quota)
    assert sum(shares) == min(quota, sum(caps))
    assert all(0 <= share <= cap for share, cap in zip(shares, caps, strict=True))
    open_ = [s for s, cap in zip(shares, caps, strict=True) if s < cap]
    assert not open_ or max(shares) - min(open_) <= 1


@settings(max_examples=50)
@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75]), max_size=12), st.integers(-2, 12))
def test_the_largest_remainders_are_rounded_up(remainders: list[float], missing: int) -> None:
    more = round_up([0] * len(remainders), remainders, missing)
    assert sum(more) == max(0, min(missing, sum(r > 0 for r in remainders)))
    up = [r for r, n in zip(remainders, more, strict=True) if n]
    down = [r for r, n in zip(remainders, more, strict=True) if not n]
    assert not up or not down or min(up) >= max(down)


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=9))
def test_what_a_cap_takes_goes_to_the_others(pairs: list[tuple[int, int]]) -> None:
    quotas, caps = [q for q, _ in pairs], [c for _, c in pairs]
    moved = shift(quotas, caps)
    assert sum(moved) == min(sum(quotas), sum(caps))
    assert all(min(pair) <= m <= pair[1] for m, pair in zip(moved, pairs, strict=True))


def _small(sizes: list[int], **more: object) -> pl.DataFrame:
    """Quotas of one pool whose strata have these sizes."""
    counts = pl.DataFrame(
        {
            "pool": "SSE",
            "task": "KG",
            "exam": "SSE",
            "subject": [f"subject {i:02}" for i in range(len(sizes))],
            "format": "MAQ",
            "population": sizes,
        }
    )
    return plan_quotas(
        counts, SplitSettings.model_validate({"quotas": "cpsyexam", **more, "few_shot": 0})
    )


def test_a_pool_of_small_strata_gives_what_it_can_as_a_whole() -> None:
    found = _small([2] * 20, min_train=1, reserved=1.0)  # no stratum can give to both
    assert (found["test_quota"].sum(), found["reserved_quota"].sum()) == (10, 10)
    assert (found["test_quota"] + found["reserved_quota"]).max() == 1
    assert set(found["test_quota"].head(10)) != {1}  # no end of the alphabet is preferred


def test_strata_too_small_for_train_give_one_at_most() -> None:
    found = _small([4, 3, 1, 2, 5, 5], min_train=5)
    assert (found["test_quota"].sum(), found["reserved_quota"].sum()) == (2, 2)
    assert (found["test_quota"] + found["reserved_quota"]).to_list()[2] == 0
    assert found["keep"].unique().to_list() == [1]
    one = _small([4, 3, 1, 2, 5, 6], min_train=5)
    assert one["keep"].unique().to_list() == [5]


def test_dev_gets_its_tenth_of_small_strata_too() -> None:
    found = _small([4] * 20, min_train=1, test={"SSE": {"MAQ": 0.2}}, reserved=0.5)
    assert found.select("test_quota", "reserved_quota", "dev_quota").sum().row(0) == (16, 8, 6)


@settings(max_examples=50)
@given(
    st.lists(st.integers(1, 12), min_size=1, max_size=30),
    st.sampled_from([0.1, 0.2, 40, 600]),
    st.sampled_from([0.0, 0.5, 0.7, 1.0, 2.0]),
    st.integers(0, 5),
)
def test_quotas_leave_train_its_least(
    sizes: list[int], quota: float, reserved: float, least: int
) -> None:
    found = _small(sizes, min_train=least, reserved=reserved, test={"SSE": {"MAQ": quota}})
    drawn = found["test_quota"] + found["reserved_quota"]
    assert (found["population"] - drawn >= found.select(pl.min_horizontal("population", "keep"))
            .to_series()).all()  # fmt: skip
    spare = sum(max(0, n - least) for n in sizes)
    asked = round(quota * sum(sizes)) if quota < 1 else round(quota)
    possible = int(spare / (1 + reserved))
    if spare:
        assert found["test_quota"].sum() >= min(asked, possible)
    assert found["test_quota"].sum() <= asked


def test_open_questions_may_be_asked_for_by_exam() -> None:
    rows = [row("KG", e, "x", "QA") for e in ("GEE", "SSE") for _ in range(20)]
    asked = {"test": {"QA": {"QA": {"GEE": 0.2, "SSE": 2}}}, "reserve_unit": "group", "few_shot": 0}
    plan = split({"shuffled": frame(rows)}, SplitSettings.model_validate(asked), key=KEY)
    assert plan.tables["plan"].select("exam", "test").rows() == [("GEE", 4), ("SSE", 2)]


@pytest.fixture(scope="module")
def plan() -> pl.DataFrame:
    """The plan for the population with the released counts."""
    settings_ = SplitSettings(quotas="cpsyexam", reserve_unit="group")
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
        {"shuffled": frame(rows)},
        SplitSettings(quotas="cpsyexam", reserve_unit="group", few_shot=0),
        key=KEY,
    )
    small = outcome.tables["plan"].filter(subject="人格心理学").row(0, named=True)
    assert (small["test"], small["reserved"], small["dev"], small["train"]) == (5, 5, 0, 5)
    assert "gives 5" in small["note"]
    assert outcome.tables["problems"].filter(subject="*")["done"][0].startswith("gives 252")


def test_a_quota_of_one_is_one_question_and_less_than_one_a_share() -> None:
    one = _small([20, 20], test={"SSE": {"MAQ": 1}}, reserved=0, dev=0)
    assert one["asked"].to_list() == [1, 1]
    assert sum(one["test_quota"]) == 1
    assert sum(_small([20, 20], test={"SSE": {"MAQ": 0.5}}, reserved=0)["test_quota"]) == 20
    named = _small([20], test={"SSE": {"MAQ": {"subject 00": 1}}}, reserved=0, dev=0)
    assert named["test_quota"].to_list() == [1]


def test_strata_that_give_though_train_has_not_its_least_are_told() -> None:
    part = _small([3, 3], test={"SSE": {"MAQ": 1}}, reserved=1.0, min_train=5)
    given = part.select("test_quota", "reserved_quota").rows()
    assert sorted(given) == [(0, 1), (1, 0)]
    assert thin(part, 5).height == 2
    assert thin(part, 1).is_empty()


def test_a_share_is_rounded_up_where_most_was_cut_off() -> None:
    shares = _small([41, 19], quotas="proportional", share=0.1, reserved=0, dev=0, min_train=0)
    assert shares["test_quota"].to_list() == [4, 2], "4.1 and 1.9 of six"


@settings(max_examples=60)
@given(st.lists(st.integers(0, 12), min_size=1, max_size=6), st.integers(0, 6))
def test_dev_takes_nothing_that_train_must_keep(sizes: list[int], least: int) -> None:
    part = _small(sizes, test={"SSE": {"MAQ": 0}}, reserved=0, dev=0.5, min_train=least)
    for size, dev in zip(part["population"], part["dev_quota"], strict=True):
        assert 0 <= dev <= max(0, size - least)
