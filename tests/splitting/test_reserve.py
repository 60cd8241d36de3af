"""What is reserved is not told by what is missing, and comes from unpublished sources first."""

import random

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.population import KEY, Row, frame, row
from cpsyexam.lineage import of_splits
from splitting.settings import SplitSettings
from splitting.stage import split
from splitting.strata import shared_captures, straddling
from tests.splitting.test_pages import PAGES

SPARING = PAGES.model_copy(update={"spare_subjects": True})
SUBJECT = ["exam", "subject"]


def _pages(seed: int, *, most: int = 40) -> list[Row]:
    """Pages of some subjects, cases among them; some subjects have one page only."""
    rnd = random.Random(seed)
    rows = []
    for page in range(rnd.randint(2, most)):
        exam, subject = rnd.choice(["SSE", "PCE"]), f"subject {rnd.randint(0, 9)}"
        task = "CA" if exam == "PCE" and rnd.random() < 0.5 else "KG"
        for i in range(rnd.randint(1, 12)):
            form = rnd.choice(["SCQ", "SCQ", "MAQ", "QA"])
            more = {"capture": f"page {page}", "raw_id": f"{page}.{i}", "id": f"q{page}.{i}"}
            category = "reasoning" if task == "CA" else ""
            rows.append(row(task, exam, subject, form, **{**more, "category": category}))
    return rows


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.sampled_from(["page", "group"]))
def test_no_subject_is_reserved_whole(seed: int, unit: str) -> None:
    asked = SPARING.model_copy(update={"reserve_unit": unit, "reserved": 3.0})
    kept = split({"shuffled": frame(_pages(seed))}, asked, key=KEY).kept
    public = kept.filter(pl.col("split") != "reserved")
    assert kept.select(SUBJECT).join(public, on=SUBJECT, how="anti").is_empty()
    assert straddling(kept, "unit").is_empty()


def test_what_can_be_spared_is_still_reserved() -> None:
    rows = [r | {"subject": f"{r['subject']} {i % 2}"} for i, r in enumerate(_pages(3, most=60))]
    asked = SPARING.model_copy(update={"reserved": 1.0})
    outcome = split({"shuffled": frame(rows)}, asked, key=KEY)
    plan = outcome.tables["plan"]
    assert 2 * outcome.kept.filter(split="reserved").height > int(plan["reserved_quota"].sum())


def test_pages_of_one_paper_are_reserved_together() -> None:
    rows = [
        row(
            "KG", "SSE", f"subject {paper % 3}", "SCQ",
            capture=f"{paper}.{page}", raw_id=f"{paper}.{page}.{i}",
            url=f"https://x.invalid/{paper}{'' if page == 1 else f'_{page}'}.html",
        )
        for paper in range(30)
        for page in (1, 2, 3)
        for i in range(4)
    ]  # fmt: skip
    kept = split({"shuffled": frame(rows)}, SPARING, key=KEY).kept
    papers = kept.with_columns(paper=pl.col("raw_id").str.extract(r"^(\d+)"))
    held = pl.col("split") == "reserved"
    torn = papers.group_by("paper").agg((held.any() & ~held.all()).alias("torn"))
    assert not torn["torn"].any()
    assert kept.filter(held).height >= 12
    assert shared_captures(kept).is_empty()


def test_unpublished_sources_are_reserved_first() -> None:
    rows = [
        row(
            "KG", "SSE", f"subject {page % 5}", "SCQ", source="own" if page % 4 == 0 else "web",
            capture=f"p{page}", raw_id=f"{page}.{i}",
        )
        for page in range(80)
        for i in range(5)
    ]  # fmt: skip
    shuffled = {"shuffled": frame(rows)}
    without = split(shuffled, SPARING, key=KEY).kept.filter(split="reserved")
    chosen = SPARING.model_copy(update={"unpublished": ("own",)})
    held = split(shuffled, chosen, key=KEY).kept.filter(split="reserved")
    assert held.height == without.height
    assert set(held["source"]) == {"own"}
    assert set(without["source"]) == {"own", "web"}


def test_a_paper_s_later_pages_follow_an_earlier_reserve() -> None:
    rows = [
        row("KG", "SSE", "s", "SCQ", raw_id=f"r{i}", id=f"q{i}", capture=f"c{i}", url=url)
        for i, url in enumerate(["https://x.invalid/1.html", "https://x.invalid/1_2.html"])
    ]
    before = pl.DataFrame({"id": ["q0"], "split": ["reserved"]})
    asked = SplitSettings.model_validate({"reserve_unit": "page"})
    kept = split({"shuffled": frame(rows)}, asked, key=KEY, previous=of_splits(before)).kept
    assert kept["split"].to_list() == ["reserved", "reserved"]


def test_decoys_are_held_back_besides() -> None:
    rows = [
        row("KG", "SSE", f"subject {page % 5}", "SCQ", capture=f"p{page}", raw_id=f"{page}.{i}")
        for page in range(160)
        for i in range(5)
    ]
    shuffled = {"shuffled": frame(rows)}
    held = [
        split(shuffled, SPARING.model_copy(update=more), key=KEY).kept.filter(split="reserved")
        for more in ({}, {"decoys": 0.5})
    ]
    assert held[1].height == 2 * held[0].height
    assert set(held[0]["capture"]) < set(held[1]["capture"])
