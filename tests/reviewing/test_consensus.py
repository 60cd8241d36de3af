"""Policies: when enough people agree, when one more is asked, when it is a dispute."""

from typing import Any

import pytest

from reviewing.consensus import settle
from reviewing.kinds import Policy
from tests.reviewing.saying import says

VOTES: dict[str, dict[str, Any]] = {
    "A": {"verdict": "accept"},
    "B": {"verdict": "change", "fields": {"key": ["班杜拉"]}, "note": "x"},
    "C": {"verdict": "change", "fields": {"key": ["斯金纳"]}, "note": "x"},
    "R": {"verdict": "reject", "note": "x"},
    "U": {"verdict": "unsure"},
}


@pytest.mark.parametrize(
    ("policy", "said", "state", "wants"),
    [
        ("one", "", "open", 1),
        ("one", "A", "agreed", 0),
        ("one", "U", "open", 1),
        ("one", "UB", "agreed", 0),
        ("one", "UU", "dispute", 0),
        ("one", "AR", "dispute", 0),
        ("two", "", "open", 2),
        ("two", "A", "open", 1),
        ("two", "AA", "agreed", 0),
        ("two", "AB", "open", 1),
        ("two", "ABB", "agreed", 0),
        ("two", "ABC", "dispute", 0),
        ("two", "AU", "open", 1),
        ("two", "AUA", "agreed", 0),
        ("two", "AUU", "dispute", 0),
        ("two", "BC", "open", 1),
        ("three", "", "open", 3),
        ("three", "AA", "open", 1),
        ("three", "AAA", "agreed", 0),
        ("three", "AAR", "dispute", 0),
        ("three", "AB", "dispute", 0),
        ("three", "AAU", "dispute", 0),
    ],
)
def test_policies(policy: Policy, said: str, state: str, wants: int) -> None:
    votes = [says(f"p{i}", at=i, **VOTES[letter]) for i, letter in enumerate(said)]
    found = settle(votes, policy)
    assert (found.state, found.wants) == (state, wants)
    if state == "agreed":
        assert found.said is not None
        assert {vote.stance() for vote in found.backers} == {found.said.stance()}


def test_a_chair_settles_a_dispute() -> None:
    votes = [says(f"p{i}", at=i, **VOTES[letter]) for i, letter in enumerate("ABC")]
    chair = says("chair", at=9, chair=True, **VOTES["C"])
    found = settle([*votes, chair], "two")
    assert found.state == "agreed"
    assert found.said == chair


def test_marks_and_comparisons_need_not_agree() -> None:
    one, other = says("a", "graded", marks=[30, 20, 40]), says("b", "graded", marks=[10, 20, 30])
    assert settle([one], "two").wants == 1
    assert settle([one, other], "two").state == "agreed"
    assert settle([says("a", "better"), says("b", "worse")], "two").state == "agreed"


@pytest.mark.parametrize(("policy", "wants"), [("one", 1), ("two", 1), ("three", 2)])
def test_what_was_said_after_seeing_others_counts_for_nothing(policy: Policy, wants: int) -> None:
    late = says("late", seen_others=True)
    blind = [] if policy == "one" else [says("blind")]
    found = settle([*blind, late], policy)
    assert (found.state, found.wants) == ("open", wants)
