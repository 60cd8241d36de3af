"""The reserve in whole pages: pools first, strata bent as little as need be."""

import random

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.population import KEY, Row, frame, row
from cpsyexam.lineage import of_splits
from splitting.settings import SplitSettings
from splitting.stage import split
from splitting.strata import shared_captures, straddling

PAGES = SplitSettings.model_validate(
    {
        "reserve_unit": "page",
        "test": {
            **{exam: {"SCQ": 0.2, "MAQ": 0.2} for exam in ("GEE", "PCE", "SSE", "TQE")},
            "QA": {"QA": 0.2},
        },
        "reserved": 0.5,
        "min_train": 1,
        "few_shot": 0,
        "spare_subjects": False,  # see test_reserve.py for what is spared
    }
)
CELL = ["exam", "format"]


def _subject_pages(subjects: int, pages: int, seed: int = 1) -> list[Row]:
    """Per subject some pages of four single-choice, two multiple-choice and one open question."""
    rnd = random.Random(seed)
    rows = [
        row("KG", "SSE", f"subject {s:02}", form, capture=f"page {s:02}.{p}", raw_id=f"{s}.{p}.{i}")
        for s in range(subjects)
        for p in range(pages)
        for i, form in enumerate(["SCQ"] * 4 + ["MAQ"] * 2 + ["QA"])
    ]
    return rnd.sample(rows, len(rows))


def _random_pages(seed: int) -> list[Row]:
    rnd = random.Random(seed)
    rows = []
    for page in range(rnd.randint(1, 60)):
        exam, subject = rnd.choice(["SSE", "TQE"]), f"subject {rnd.randint(0, 9)}"
        for i in range(rnd.randint(1, 15)):
            form = rnd.choice(["SCQ", "SCQ", "MAQ", "QA"])
            more = {"capture": f"page {page}", "raw_id": f"{page}.{i}", "id": f"q{page}.{i}"}
            rows.append(row("KG", exam, subject, form, group=f"{page}.{i // 2}", **more))
    return rows


def _distance(kept: pl.DataFrame, plan: pl.DataFrame) -> int:
    """The sum over exams and formats of |got - quota| of the reserve."""
    wanted = plan.group_by(CELL).agg(pl.col("reserved_quota").sum().alias("quota"))
    got = kept.group_by(CELL).agg((pl.col("split") == "reserved").sum().alias("got"))
    both = wanted.join(got, on=CELL)
    return int((both["got"].cast(pl.Int64) - both["quota"]).abs().sum())


def test_a_subject_on_a_single_page_does_not_keep_the_reserve_empty() -> None:
    outcome = split({"shuffled": frame(_subject_pages(20, 1))}, PAGES, key=KEY)
    kept, plan = outcome.kept, outcome.tables["plan"]
    assert _distance(kept, plan) <= 3
    for form, least in (("SCQ", 6), ("MAQ", 3), ("QA", 1)):
        assert kept.filter(split="reserved", format=form).height >= least
        assert (
            kept.filter(split="test", format=form).height
            == plan.filter(format=form)["test_quota"].sum()
        )
    gone = kept.filter(split="reserved")["subject"].unique()
    assert kept.filter(
        pl.col("split") != "reserved", pl.col("subject").is_in(gone.implode())
    ).is_empty()
    told = outcome.tables["problems"].filter(pl.col("done") == "0 stay public")["subject"]
    assert set(told) == set(gone)


def test_strata_are_bent_only_where_others_cannot_give() -> None:
    rows = _subject_pages(20, 1) + [
        {**r, "subject": f"large {r['subject']}", "raw_id": f"large {r['raw_id']}",
         "capture": f"large {r['capture']}"}
        for r in _subject_pages(4, 8)
    ]  # fmt: skip
    outcome = split({"shuffled": frame(rows)}, PAGES, key=KEY)
    reserved = outcome.kept.filter(split="reserved")["subject"].unique()
    assert len(reserved)
    assert all(name.startswith("large") for name in reserved)
    assert "stay public" not in " ".join(outcome.tables["problems"]["done"])


@settings(max_examples=25)
@given(st.integers(0, 10_000))
def test_no_further_page_would_bring_the_reserve_nearer(seed: int) -> None:
    rows = _random_pages(seed)
    outcome = split({"shuffled": frame(rows)}, PAGES, key=KEY)
    kept, plan = outcome.kept, outcome.tables["plan"]
    assert straddling(kept, "unit").is_empty()
    assert shared_captures(kept).is_empty()
    reached = _distance(kept, plan)
    assert reached <= plan["reserved_quota"].sum()  # never farther than an empty reserve
    for page in kept.filter(pl.col("split") != "reserved")["capture"].unique():
        here = pl.when(pl.col("capture") == page).then(pl.lit("reserved")).otherwise("split")
        assert _distance(kept.with_columns(here.alias("split")), plan) >= reached


@settings(max_examples=10)
@given(st.integers(0, 10_000))
def test_the_order_of_rows_and_pages_has_no_say(seed: int) -> None:
    shuffled = frame(_random_pages(seed))
    mixed = shuffled.sample(fraction=1, shuffle=True, seed=seed)
    first = split({"shuffled": shuffled}, PAGES, key=KEY)
    second = split({"shuffled": mixed}, PAGES, key=KEY)
    assert first.kept.sort("raw_id").equals(second.kept.sort("raw_id"))
    assert first.tables["problems"].equals(second.tables["problems"])


def test_an_earlier_reserve_counts_towards_the_pools_quota() -> None:
    shuffled = frame(_subject_pages(20, 1)).with_columns(pl.col("raw_id").alias("id"))
    before = split({"shuffled": shuffled}, PAGES, key=KEY).kept.select("id", "split")
    again = split({"shuffled": shuffled}, PAGES, key=b"another key", previous=of_splits(before))
    assert before.sort("id").equals(again.kept.select("id", "split").sort("id"))
    part = before.filter(pl.col("split") == "reserved")
    filled = split({"shuffled": shuffled}, PAGES, key=b"another key", previous=of_splits(part)).kept
    assert filled.filter(split="reserved").height == part.height


@settings(max_examples=10)
@given(st.integers(0, 10_000))
def test_what_is_bent_is_told(seed: int) -> None:
    outcome = split({"shuffled": frame(_random_pages(seed))}, PAGES, key=KEY)
    plan, problems = outcome.tables["plan"], outcome.tables["problems"]
    more = plan.filter(pl.col("reserved") > pl.col("reserved_quota"))
    told = problems.filter(pl.col("split") == "reserved")
    keys = ["task", "exam", "subject", "format"]
    assert more.join(told, on=keys, how="anti").is_empty()
    assert plan.filter(
        pl.col("reserved") > pl.col("reserved_quota"), pl.col("note") == ""
    ).is_empty()
