"""Stage `unique`: who stays, who goes, and why."""

from random import Random

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cleaning.unique import UniqueSettings, unique
from cpsyexam.records import Rejected, UniqueQuestion
from cpsyexam.stage import StageResult
from tests.cleaning.duplicates.bank import Asked, frame

STEM = "最先系统研究操作性条件反射的心理学家是"
PEOPLE = ("桑代克", "斯金纳", "班杜拉", "巴甫洛夫")


def run(*questions: Asked, recipe: UniqueSettings | None = None) -> StageResult:
    outcome = unique({"cleaned": frame(*questions)}, recipe or UniqueSettings())
    UniqueQuestion.validate(outcome.kept)
    Rejected.validate(outcome.rejected)
    kept, gone = set(outcome.kept["raw_id"]), set(outcome.rejected["parent"])
    assert kept | gone == {q.raw_id for q in questions}
    assert not kept & gone
    return outcome


def fates(outcome: StageResult) -> dict[str, tuple[str, str]]:
    rows = outcome.rejected.select("parent", "rule", "counterpart").rows()
    return {parent: (rule, counterpart) for parent, rule, counterpart in rows}


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (Asked("b", STEM, PEOPLE, (1,), explanation="斯金纳箱。"), Asked("a", STEM, PEOPLE, (1,))),
        (Asked("b", STEM + "谁？", PEOPLE, (1,)), Asked("a", STEM, PEOPLE, (1,))),
        (Asked("b", STEM, PEOPLE, (1,), source="good"), Asked("a", STEM, PEOPLE, (1,))),
        (Asked("a", STEM, PEOPLE, (1,)), Asked("b", STEM, PEOPLE, (1,))),
    ],
)
def test_the_better_copy_stays(better: Asked, worse: Asked) -> None:
    outcome = run(worse, better, recipe=UniqueSettings(prefer=("good",)))
    assert outcome.kept["raw_id"].to_list() == [better.raw_id]
    assert outcome.kept["also"].to_list() == [[worse.raw_id]]
    assert fates(outcome)[worse.raw_id][1] == better.raw_id
    assert outcome.kept["cluster"].to_list() == [better.raw_id]


def test_exact_and_near_copies_are_told_apart() -> None:
    outcome = run(
        Asked("a", STEM, PEOPLE, (1,), explanation="斯金纳箱。"),
        Asked("b", "5. " + STEM + "（）", PEOPLE[::-1], (2,)),
        Asked("c", "下列哪位心理学家最先系统研究了操作性条件反射", PEOPLE, (1,)),
    )
    assert fates(outcome) == {"b": ("exact_duplicate", "a"), "c": ("near_duplicate", "a")}
    strength = dict(outcome.rejected.select("parent", "strength").rows())
    assert strength["b"] == 1.0
    assert 0.5 < strength["c"] < 1.0


def test_contradictions_go_out_together() -> None:
    outcome = run(
        Asked("a", STEM, PEOPLE, (1,), source="x"),
        Asked("b", STEM, PEOPLE, (1,), source="y"),
        Asked("c", STEM, PEOPLE, (3,), source="z"),
        Asked("d", "短时记忆的容量是", ("5", "7", "9", "11"), (1,)),
    )
    assert outcome.kept["raw_id"].to_list() == ["d"]
    found = fates(outcome)
    assert {rule for rule, _ in found.values()} == {"conflicting_answers"}
    assert found["a"][1] == "c"
    assert found["c"][1] == "a"
    assert "斯金纳 → 巴甫洛夫" in outcome.rejected["detail"][0]


def test_a_vote_weighs_sources_not_rows() -> None:
    rows = [
        Asked("a", STEM, PEOPLE, (1,), source="book"),
        Asked("b", STEM, PEOPLE, (3,), source="site"),
        Asked("c", STEM, PEOPLE, (3,), source="site"),
    ]
    tie = run(*rows, recipe=UniqueSettings(contradictions="vote"))
    assert tie.kept.height == 0
    recipe = UniqueSettings(contradictions="vote", weights={"book": 2.0})
    outcome = run(*rows, recipe=recipe)
    assert outcome.kept["raw_id"].to_list() == ["a"]
    assert outcome.kept["also"].to_list() == [[]]
    assert fates(outcome)["b"] == ("conflicting_answers", "a")


def test_look_alikes_stay_in_one_group() -> None:
    outcome = run(
        Asked("a", STEM, PEOPLE, (1,)),
        Asked("b", STEM, ("华生", "苛勒", "斯金纳", "托尔曼"), (2,)),
        Asked("c", "最先系统研究经典性条件反射的心理学家是", PEOPLE, (3,)),
    )
    group = dict(outcome.kept.select("raw_id", "group").rows())
    assert group == {"a": "a", "b": "a", "c": "c"}


def test_questions_of_a_case_stay_and_share_a_group() -> None:
    case = "求助者，女性，33岁。近一个月因为被领导批评而情绪低落，睡眠不好，前来咨询。"
    outcome = run(
        Asked("a", "该求助者的情绪症状包括", PEOPLE, (1,), case),
        Asked("b", "对该求助者首先应采用的方法是", PEOPLE, (2,), case),
        Asked("c", "心理咨询师在此次会谈中的错误是", PEOPLE, (2,), case),
    )
    assert outcome.kept["group"].to_list() == ["a", "a", "a"]


def test_what_a_source_puts_together_shares_a_group() -> None:
    other = ("5", "7", "9", "11")
    rows = frame(
        Asked("a", STEM, PEOPLE, (1,)),
        Asked("b", "短时记忆的容量是", other, (1,)),
        Asked("c", "提出气质体液说的人是", PEOPLE, (2,)),
    )
    notes = pl.Series([["group:x:1"], ["group:x:1"], ["group:x:2"]])
    kept = unique({"cleaned": rows.with_columns(notes=notes)}, UniqueSettings()).kept
    assert kept["group"].to_list() == ["a", "a", "c"]


def test_no_rows() -> None:
    outcome = unique({"cleaned": frame()}, UniqueSettings())
    UniqueQuestion.validate(outcome.kept)
    assert outcome.rejected.height == 0


WORDS = st.sampled_from(
    ["最先", "系统", "研究", "条件", "反射", "不", "的", "心理学家", "是", "1", "2"]
)
QUESTIONS = st.lists(
    st.tuples(
        st.lists(WORDS, min_size=3, max_size=6).map("".join),
        st.integers(0, 3),
        st.sampled_from(["x", "y"]),
    ),
    max_size=8,
)


@settings(max_examples=15)
@given(QUESTIONS, st.randoms(use_true_random=False))
def test_nothing_is_lost_and_order_does_not_matter(
    rows: list[tuple[str, int, str]], chance: Random
) -> None:
    asked = [Asked(f"r{i}", s, PEOPLE, (k,), source=w) for i, (s, k, w) in enumerate(rows)]
    first = run(*asked)
    chance.shuffle(asked)
    second = run(*asked)
    assert first.kept.sort("raw_id").equals(second.kept.sort("raw_id"))
    assert first.rejected.sort("parent").equals(second.rejected.sort("parent"))
    assert first.kept["id"].is_unique().all()
    flips = first.tables["edges"].filter(pl.col("kind").is_in(["flip", "sibling", "variant"]))
    cluster = {r["parent"]: r["counterpart"] for r in first.rejected.iter_rows(named=True)
               if r["rule"].endswith("_duplicate")}  # fmt: skip
    assert all(
        cluster.get(a) != b and cluster.get(b) != a for a, b in flips.select("left", "right").rows()
    )
