"""Scores: the whole set or nothing, what stands beside it, and rows that are no answers."""

from pathlib import Path

import polars as pl
import pytest

from cpsyexam.taxonomy import letters
from evaluation import records, releases
from evaluation.overlap import rouge_l, rouge_n
from evaluation.scoring import chance, score, unscored
from tests.evaluation.conftest import answer, frame, question


@pytest.mark.parametrize(
    ("said", "key", "exact", "partial", "options", "jaccard"),
    [
        ([0, 2], [0, 2], 1.0, 1.0, 1.0, 1.0),
        ([0], [0, 2], 0.0, 0.5, 0.75, 0.5),
        ([0, 1, 2], [0, 2], 0.0, 0.0, 0.75, 2 / 3),
        ([1, 3], [0, 2], 0.0, 0.0, 0.0, 0.0),
        ([], [0, 2], 0.0, 0.0, 0.0, 0.0),
    ],
)
def test_letters_are_worth(
    said: list[int], key: list[int], exact: float, partial: float, options: float, jaccard: float
) -> None:
    asked = frame(question("a", format="MAQ", answer=letters(key)))
    found = score(records.answers([answer("a", letters(said))]), asked).row(0, named=True)
    assert (found["score"], found["partial"]) == (exact, partial)
    assert found["options_right"] == pytest.approx(options)
    assert found["jaccard"] == pytest.approx(jaccard)
    assert (found["named"], found["asked"]) == (len(said), len(key))


def test_chance_of_a_guess() -> None:
    assert chance("SCQ", 4) == 0.25
    assert chance("MAQ", 4) == pytest.approx(1 / 11)
    assert chance("MAQ", 5) == pytest.approx(1 / 26)
    assert chance("QA", 0) == 0.0


def test_unparsed_and_failed_answers_count_as_wrong_and_are_told() -> None:
    asked = frame(*(question(name) for name in "abc"))
    rows = [answer("a", "B"), answer("b"), answer("c", error="no reply: timed out", rule="")]
    found = score(records.answers(rows), asked).sort("id")
    assert found["score"].to_list() == [1.0, 0.0, 0.0]
    assert found["unparsed"].to_list() == [False, True, False]
    assert found["failed"].to_list() == [False, False, True]


def test_erratum_rescores_an_old_run_without_a_call() -> None:
    rows = records.answers([answer("a", "B"), answer("b", "C"), answer("gone", "A")])
    before = frame(question("a"), question("b"), question("gone"))
    after = frame(question("a"), question("b", "C"), question("w", answer=None))
    assert score(rows, before).sort("id")["score"].to_list() == [1.0, 0.0, 0.0]
    assert score(rows, after).sort("id")["score"].to_list() == [1.0, 1.0]
    assert unscored(rows, after) == {"not_asked": 0, "gone": 1, "withheld": 0, "changed": 0}
    reworded = frame(question("a", question="另一种问法"), question("b", answer=None))
    assert unscored(rows, reworded) == {"not_asked": 0, "gone": 1, "withheld": 1, "changed": 1}
    assert score(rows, reworded)["changed"].to_list() == [True]


def test_question_that_was_not_asked_has_no_score() -> None:
    rows = records.answers([answer("a", "B"), answer("b", error="not asked: beyond --limit")])
    found = score(rows, frame(question("a"), question("b")))
    assert found["id"].to_list() == ["a"]


def test_open_answer_is_scored_by_the_judge_else_by_overlap() -> None:
    reference = "社会性参照是指婴儿从成人的表情获得信息。"
    asked = frame(question("q", "", format="QA", options=[], reference=reference))
    one = answer("q", record=asked["record"][0], text=reference, rule="open")
    judged = {**one, "judged": [90.0, 40.0, 60.0], "repeat": 1}
    found = score(records.answers([one, judged]), asked).sort("repeat")
    assert found["score"].to_list() == [1.0, 0.6]
    assert found["rouge"].to_list() == [1.0, 1.0]
    assert not found["unparsed"].any()


def test_rouge_reads_chinese_in_any_script_and_width() -> None:
    assert rouge_l("精神分析", "精神分析") == 1.0
    assert rouge_l("精神分析学派", "精神分析") == pytest.approx(0.8)
    assert rouge_l("記憶", "记忆") == 1.0
    assert rouge_l("记忆", "") == 0.0
    assert rouge_l("甲乙丙", "丙乙甲") == pytest.approx(1 / 3)
    assert rouge_n("甲乙丙", "甲乙丁", 2) == pytest.approx(0.5)


def test_same_answer_twice_is_refused() -> None:
    with pytest.raises(Exception, match="primary_key"):
        records.answers([answer("a", "B"), answer("a", "C")])


def test_questions_of_a_release(release: Path) -> None:
    opened = releases.open_release(release)
    found = releases.questions(opened, "test")
    assert found["id"].is_unique().all()
    assert found.filter(pl.col("format") == "SCQ")["key"].list.len().unique().to_list() == [1]
    cased = found.filter(pl.col("material") != "")
    assert (cased["cluster"] != cased["id"]).all()
    few = releases.sample(found, 7)
    assert few.height == 7
    assert few["id"].to_list() != found["id"].head(7).to_list()
