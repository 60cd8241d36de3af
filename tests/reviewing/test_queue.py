"""The queue: what wants a person is in it, most worth first, and a fair share of the rest."""

from typing import Any

import polars as pl
import pytest

from cpsyexam.config import Settings, parse
from cpsyexam.errors import ConfigError
from reviewing.items import payloads
from reviewing.kinds import RESCUABLE, strictest
from reviewing.queue import queue
from reviewing.sample import drawn
from reviewing.settings import QueueSettings, ReviewSettings
from tests.reviewing.tables import frames, question

OFF: dict[str, Any] = {"control": 0.0, "gold": 0.0}


def made(rows: list[dict[str, Any]], edges: Any = (), **settings: Any) -> pl.DataFrame:
    return queue(frames(rows, edges), QueueSettings(**{**OFF, **settings}))


def test_keys_come_before_commas_and_test_before_train() -> None:
    rows = [
        question(1, flags=["ocr_slip: l9世纪"], split="train"),
        question(2, flags=["ocr_slip: l9世纪"], split="test"),
        question(3, answer="", rule="missing_answer"),
        question(4, flags=["category_doubtful", "ocr_slip: 197B年"]),
        question(5),
    ]
    found = made(rows)
    assert found["raw_id"].to_list() == ["r0003", "r0002", "r0004", "r0001"]
    several = found.filter(raw_id="r0004").row(0, named=True)
    assert several["kinds"] == ["doubtful_text", "category"]
    assert several["details"] == ["ocr_slip: 197B年", "category_doubtful"]
    assert (several["exam"], several["subject"]) == ("GEE", "教育心理学")


def test_what_is_held_is_asked_about_before_what_is_released() -> None:
    rows = [
        question(1, held="reading", detail="confidence 0.71"),
        question(2, held="key", detail="answers_disagree A/B"),
        question(3, flags=["ocr_slip: l9世纪"], split="test"),
        question(4),
    ]
    found = made(rows)
    assert sorted(found["raw_id"].head(2)) == ["r0001", "r0002"]
    assert found["raw_id"].tail(1).item() == "r0003"
    first = found.filter(raw_id="r0001").row(0, named=True)
    assert (first["kinds"], first["details"]) == (["held"], ["reading: confidence 0.71"])
    assert (first["split"], first["exam"]) == ("", "GEE")


def test_an_alarm_of_a_page_is_asked_about_with_its_first_question() -> None:
    tables = frames([question(1, rule="missing_answer"), question(2), question(3)])
    alarm = {"capture": ["c1", "c2"], "details": [["number_missing: 5 after 4"], ["text_unread"]]}
    found = queue({**tables, "alarms": pl.DataFrame(alarm)}, QueueSettings(**OFF))
    pages = found.filter(pl.col("kinds").list.contains("page"))
    assert pages.select("raw_id", "details").rows() == [("r0002", ["number_missing: 5 after 4"])]


def test_every_rule_that_a_person_can_save_is_asked_about() -> None:
    rows = [question(i, rule=rule) for i, rule in enumerate(RESCUABLE)]
    rows.append(question(99, rule="exact_duplicate", counterpart="r0001"))
    found = made(rows)
    assert found.height == len(RESCUABLE)
    assert "r0099" not in found["raw_id"]


def test_contradictory_copies_are_one_item() -> None:
    clash = {"rule": "conflicting_answers", "detail": "keys differ"}
    rows = [
        question(1, counterpart="r0002", **clash),
        question(2, answer="B", counterpart="r0001", **clash),
    ]
    found = made(rows)
    assert found.select("raw_id", "kinds").rows() == [("r0001", ["contradiction"])]


def test_a_pair_in_doubt_is_asked_as_a_pair() -> None:
    edge = {"left": "r0001", "right": "r0002", "kind": "review", "reason": "like", "ratio": 0.9}
    other = {**edge, "right": "r0003", "kind": "sibling"}
    found = made([question(1), question(2), question(3)], [edge, other])
    [row] = found.rows(named=True)
    assert (row["form"], row["raw_id"], row["other"]) == ("pair", "r0001", "r0002")


def test_generated_questions_need_three_and_are_compared_with_a_printed_one() -> None:
    tables = frames([question(1, source="llm"), question(2), question(3)])
    written = tables["sources"].with_columns(source=pl.lit("llm"), kind=pl.lit("generated"))
    tables["sources"] = pl.concat([tables["sources"], written])
    found = queue(tables, QueueSettings(**OFF))
    assert sorted(found.select("form", "policy", "raw_id").rows()) == [
        ("check", "three", "r0001"),
        ("compare", "two", "r0001"),
    ]
    [other] = found.filter(form="compare")["other"]
    assert other in ("r0002", "r0003")


def test_suspect_keys_and_reports_come_first() -> None:
    tables = frames([question(1, answer="", rule="missing_answer"), question(2), question(3)])
    ids = dict(tables["split"].select("raw_id", "id").rows())
    tables["suspects"] = pl.DataFrame({"id": [ids["r0002"]], "detail": ["12 of 14 models: A"]})
    tables["errata"] = pl.DataFrame({"raw_id": ["r0003"], "detail": ["答案应为 A"]})
    found = queue(tables, QueueSettings(**OFF))
    assert found["kinds"].to_list() == [["suspect_key"], ["errata"], ["no_key"]]


def test_suspect_keys_are_ranked_by_how_clearly_the_answers_speak() -> None:
    tables = frames([question(i) for i in range(1, 7)])
    ids = tables["split"].sort("raw_id")["id"]
    ratios = [4.0, 9.5, 3.1, 60.0, 5.0, 3.0]
    tables["suspects"] = pl.DataFrame({"id": ids, "detail": [""] * 6, "llr": ratios})
    found = queue(tables, QueueSettings(**OFF))
    assert found["raw_id"].to_list() == ["r0004", "r0002", "r0005", "r0001", "r0003", "r0006"]


def test_reserved_questions_are_shown_on_demand_only() -> None:
    rows = [question(1, flags=["ocr_slip: x"], split="reserved")]
    assert made(rows).is_empty()
    assert made(rows, reserve=True).height == 1


def test_the_control_sample_is_a_share_of_what_nobody_flagged() -> None:
    rows = [question(i, flags=["ocr_slip: x"] if i % 10 == 0 else []) for i in range(2000)]
    found = made(rows, control=0.05)
    control = found.filter(pl.col("kinds").list.contains("control"))
    assert 60 <= control.height <= 120  # of 1,800: 90, six standard deviations either way is 55
    flagged = {row["raw_id"] for row in rows if row["flags"]}
    assert not flagged & set(control["raw_id"])
    again = made(rows, control=0.05)
    assert again.equals(found)
    other = made(rows, control=0.05, seed="another")
    assert set(other["raw_id"]) != set(found["raw_id"])
    # mixed among the others, so that an estimate is there long before the end
    ranks = [i for i, kinds in enumerate(found["kinds"].to_list()) if "control" in kinds]
    assert ranks[len(ranks) // 2] < 0.75 * found.height


def test_draws_are_even() -> None:
    draws = drawn(pl.Series([f"r{i}" for i in range(4000)]), "s")
    for low in (0.0, 0.25, 0.5, 0.75):
        assert 900 < draws.is_between(low, low + 0.25).sum() < 1100


@pytest.mark.parametrize(
    ("policies", "found"), [(["two", "three"], "three"), (["one"], "one"), (["one", "two"], "two")]
)
def test_the_strictest_policy_counts(policies: Any, found: str) -> None:
    assert strictest(policies) == found


def test_policies_can_be_set_by_kind() -> None:
    rows = [question(1, flags=["ocr_slip: x"])]
    assert made(rows)["policy"].to_list() == ["two"]
    assert made(rows, policy={"doubtful_text": "one"})["policy"].to_list() == ["one"]
    assert made(rows, policy={"all": "three"})["policy"].to_list() == ["three"]
    both = made(rows, policy={"all": "three", "doubtful_text": "one"})
    assert both["policy"].to_list() == ["one"]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"policy": {"commas": "one"}}, "no queue 'commas'; queues: all, suspect_key, errata"),
        ({"policy": {"gold": "one"}}, "no queue 'gold'"),
        ({"policy": {"errata": "four"}}, "review.policy.errata"),
        ({"control": 1.5}, "review.control"),
        ({"polycy": {"errata": "one"}}, "polycy"),
    ],
)
def test_a_wrong_policy_in_the_recipe_is_one_line(table: dict[str, Any], said: str) -> None:
    class Recipe(Settings):
        review: ReviewSettings

    with pytest.raises(ConfigError) as told:
        parse({"review": table}, Recipe, where="dataset.toml")
    assert said in told.value.line()
    assert "\n" not in told.value.line()


def test_answers_of_models_are_marked_one_by_one_and_blind() -> None:
    rows = [question(i, declared="QA", options=[], answer="先快后慢。") for i in range(30)]
    tables = frames(rows)
    tables["replies"] = pl.DataFrame(
        {
            "raw_id": [row["raw_id"] for row in rows for _ in range(2)],
            "detail": ["遗忘先快后慢。", "不知道。"] * 30,
            "model": ["m1", "m2"] * 30,
        }
    )
    settings = QueueSettings(**OFF)
    found = queue(tables, settings)
    assert found["form"].unique().to_list() == ["grade"]
    assert found.height == 40
    assert found["raw_id"].n_unique() == 20
    first = next(payloads(found, tables))
    assert first["models"] in (["m1"], ["m2"])
    assert first["details"] == [{"m1": "遗忘先快后慢。", "m2": "不知道。"}[first["models"][0]]]


def test_a_report_brings_no_reserved_question_nor_another_print_of_it_into_the_queue() -> None:
    rows = [
        question(1, split="reserved"),
        question(2, stem=question(1)["stem"], answer="", rule="missing_answer"),
        question(3, answer="", rule="missing_answer"),
    ]
    tables = frames(rows)
    reported = {"raw_id": ["r0001", "r0003"], "detail": ["答案错", "答案错"]}
    tables["errata"] = pl.DataFrame(reported)
    hidden = queue(tables, QueueSettings(**OFF))
    assert hidden["raw_id"].to_list() == ["r0003"]
    shown = queue(tables, QueueSettings(**OFF, reserve=True))
    assert set(shown["raw_id"]) == {"r0001", "r0002", "r0003"}
