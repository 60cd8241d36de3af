"""The stage: units, keys, order, the reserve's pages, few-shot."""

import hashlib
import hmac
import random

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.population import KEY, Row, frame, row
from cpsyexam.records import SplitQuestion
from splitting.settings import SplitSettings
from splitting.stage import split
from splitting.strata import shared_captures, straddling

GROUPS = SplitSettings.model_validate(
    {
        "reserve_unit": "group",
        "test": {
            **{exam: {"SCQ": 0.2, "MAQ": 0.2} for exam in ("GEE", "PCE", "SSE", "TQE")},
            "CA": {"SCQ": 0.2, "MAQ": 0.2, "QA": 0.2},
            "QA": {"QA": 0.2},
        },
        "min_train": 1,
        "few_shot": 0,
    }
)
PAGES = GROUPS.model_copy(update={"reserve_unit": "page"})


def _population(seed: int, count: int = 300) -> list[Row]:
    rnd = random.Random(seed)
    rows = []
    for i in range(count):
        case = rnd.random() < 0.3
        rows.append(
            row(
                "CA" if case else "KG",
                "GEE",
                rnd.choice(["人格心理学", "社会心理学", "普通心理学"]),
                rnd.choice(["SCQ", "MAQ", "QA"]),
                category=rnd.choice(["reasoning", "application"]) if case else "",
                group=f"g{i // rnd.randint(1, 6)}",
                capture=f"c{i // 10}",
            )
        )
    return rows


@settings(max_examples=25)
@given(st.integers(0, 10_000), st.sampled_from([GROUPS, PAGES]))
def test_no_unit_is_torn_and_no_row_is_lost(seed: int, chosen: SplitSettings) -> None:
    shuffled = frame(_population(seed))
    outcome = split({"shuffled": shuffled}, chosen, key=KEY)
    SplitQuestion.validate(outcome.kept)
    assert outcome.kept["raw_id"].to_list() == shuffled["raw_id"].to_list()
    assert outcome.rejected.is_empty()
    assert straddling(outcome.kept, "unit").is_empty()
    assert straddling(outcome.kept, "group").is_empty()
    if chosen is PAGES:
        assert shared_captures(outcome.kept).is_empty()


@settings(max_examples=10)
@given(st.integers(0, 10_000), st.sampled_from([GROUPS, PAGES]))
def test_the_order_of_rows_has_no_say(seed: int, chosen: SplitSettings) -> None:
    shuffled = frame(_population(seed))
    mixed = shuffled.sample(fraction=1, shuffle=True, seed=seed)
    first = split({"shuffled": shuffled}, chosen, key=KEY).kept.sort("raw_id")
    second = split({"shuffled": mixed}, chosen, key=KEY).kept.sort("raw_id")
    assert first.equals(second)


def test_the_draw_is_a_keyed_hash_of_the_unit() -> None:
    outcome = split({"shuffled": frame(_population(1))}, GROUPS, key=KEY)
    first = outcome.kept.row(0, named=True)
    assert first["draw"] == hmac.new(KEY, first["unit"].encode(), "sha256").hexdigest()
    assert outcome.metrics["key_sha256"] == hashlib.sha256(KEY).hexdigest()


def test_another_key_draws_other_units() -> None:
    shuffled = frame(_population(1))
    one = split({"shuffled": shuffled}, GROUPS, key=KEY).kept["split"]
    two = split({"shuffled": shuffled}, GROUPS, key=b"another key for the same rows").kept["split"]
    assert (one != two).sum() > 30


def test_single_questions_meet_their_quotas_exactly() -> None:
    rows = [row("KG", "GEE", "人格心理学", "SCQ") for _ in range(100)]
    plan = split({"shuffled": frame(rows)}, GROUPS, key=KEY).tables["plan"]
    assert plan.select("test", "reserved", "dev", "train").row(0) == (20, 20, 6, 54)


def test_a_unit_larger_than_its_quota_is_reported_and_stays_whole() -> None:
    rows = [row("KG", "GEE", "人格心理学", "SCQ", group="g") for _ in range(20)]
    outcome = split({"shuffled": frame(rows)}, GROUPS, key=KEY)
    assert outcome.kept["split"].unique().to_list() == ["train"]
    assert "do not add up" in outcome.tables["problems"]["problem"][0]


def test_a_page_of_a_reserved_question_is_reserved_whole() -> None:
    rows = [row("KG", "GEE", "人格心理学", "SCQ", capture=f"page{i // 4}") for i in range(400)]
    kept = split({"shuffled": frame(rows)}, PAGES, key=KEY).kept
    assert (kept["split"] == "reserved").sum() == 80
    assert shared_captures(kept).is_empty()
    loose = split({"shuffled": frame(rows)}, GROUPS, key=KEY).kept
    assert shared_captures(loose).height > 20


def test_a_page_that_printed_a_dropped_copy_is_not_public_either() -> None:
    rows = [row("KG", "GEE", "人格心理学", "SCQ", capture=f"p{i}") for i in range(100)]
    rows += [row("KG", "GEE", "人格心理学", "SCQ", capture=f"copy{i}") for i in range(50)]
    for i in range(50):
        rows[i]["also"] = [f"dropped{i}"]
    parsed = pl.DataFrame(
        {
            "raw_id": [f"dropped{i}" for i in range(50)],
            "capture": [f"copy{i}" for i in range(50)],
            **dict.fromkeys(("url", "material", "stem"), [""] * 50),
            "options": [[f"{i}"] for i in range(50)],
        }
    )
    kept = split({"shuffled": frame(rows), "parsed": parsed}, PAGES, key=KEY).kept
    for i in range(50):
        one, two = kept["split"][i], kept["split"][100 + i]
        assert (one == "reserved") == (two == "reserved")


@pytest.mark.parametrize("wanted", [3, 5])
def test_dev_holds_exemplars_of_every_exam_and_format(wanted: int) -> None:
    chosen = GROUPS.model_copy(update={"few_shot": wanted, "min_train": 5})
    rows = _population(7)
    outcome = split({"shuffled": frame(rows)}, chosen, key=KEY)
    counts = outcome.kept.filter(split="dev").group_by("exam", "format").len()
    assert counts.height == 3
    assert counts["len"].min() >= wanted  # type: ignore[operator]
    assert straddling(outcome.kept, "group").is_empty()


def test_exemplars_that_cannot_be_found_are_reported() -> None:
    rows = [row("KG", "GEE", "人格心理学", "SCQ") for _ in range(3)]
    chosen = GROUPS.model_copy(update={"few_shot": 5, "min_train": 1})
    problems = split({"shuffled": frame(rows)}, chosen, key=KEY).tables["problems"]
    assert "of 5" in " ".join(problems["problem"])


def test_an_empty_table_is_split_into_nothing() -> None:
    empty = frame(_population(1, 1)).clear()
    outcome = split({"shuffled": empty}, SplitSettings(), key=KEY)
    assert outcome.kept.is_empty()
    assert outcome.metrics["counts"] == {}
