"""Figures: α against values worked by hand, the interval's coverage, what a policy lets through."""

import random
from pathlib import Path
from typing import Any

import pytest

from bench.consensus import coverage
from bench.scripted import settled
from reviewing.agreement import agreement, alpha, interval, value
from reviewing.kinds import Policy
from reviewing.station.figures import figures
from tests.reviewing.saying import says
from tests.reviewing.tables import question
from tests.reviewing.test_filing import Room


def test_alpha_of_a_worked_example() -> None:
    # three units a,a / a,b / b,b: observed 2 of 6 pairs differ, expected 18 of 30
    assert alpha([["a", "a"], ["a", "b"], ["b", "b"]]) == pytest.approx(1 - (2 / 6) / (18 / 30))
    assert alpha([["a", "a"], ["a", "a"]]) is None
    assert alpha([]) is None


def test_agreement_by_field_and_by_person() -> None:
    key: dict[str, Any] = {"verdict": "change", "fields": {"key": ["班杜拉"]}, "note": "x"}
    by_item = {
        "1": [says("a"), says("b")],
        "2": [says("a", **key), says("b", **key), says("c")],
        "3": [says("a", "unsure"), says("b", "reject", note="x"), says("d", chair=True)],
        "4": [says("a"), says("b", "reject", note="x", seen_others=True)],
    }
    verdicts = agreement(by_item, "verdict")
    assert (verdicts.pairs, verdicts.percent) == (4, 0.5)
    assert agreement(by_item, "verdict", "c").percent == 0.0
    assert value(by_item["2"][0], "key") == "班杜拉"
    assert value(by_item["1"][0], "key") == "as it was"


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [(0, 20, 0.0, 0.168), (5, 50, 0.033, 0.218), (9, 9, 0.664, 1.0), (0, 0, 0.0, 1.0)],
)
def test_interval(hits: int, total: int, low: float, high: float) -> None:
    assert interval(hits, total) == pytest.approx((low, high), abs=1e-3)


@pytest.mark.parametrize(
    ("policy", "sees", "predicted"),
    [("one", 0.8, 0.8), ("two", 0.8, 0.8**2 * (3 - 2 * 0.8)), ("two", 0.6, 0.6**2 * (3 - 2 * 0.6))],
)
def test_a_policy_leaves_the_errors_that_it_predicts(
    policy: Policy, sees: float, predicted: float
) -> None:
    """100 wrong keys, 40 slips, 30 good questions that were flagged, in 20 rounds."""
    draw = random.Random(policy + str(sees))
    rounds = 20
    fixed = sum(
        settled(draw, policy, wrong=True, sees=sees, errs=0.05) for _ in range(140 * rounds)
    )
    spoilt = sum(
        settled(draw, policy, wrong=False, sees=sees, errs=0.05) for _ in range(30 * rounds)
    )
    assert fixed / (140 * rounds) == pytest.approx(predicted, abs=0.03)
    harm = 0.05 if policy == "one" else 0.05**2 * (3 - 2 * 0.05)
    assert spoilt / (30 * rounds) == pytest.approx(harm, abs=0.03)


def test_the_interval_of_the_control_sample_covers_the_true_rate() -> None:
    """4 % errors, 200 of the unflagged looked at by two or three who miss one error in twenty."""
    assert coverage("two", 0.95, 0.01, 100) >= 0.93


def test_figures_of_a_room(tmp_path: Path) -> None:
    rows = [question(i) for i in range(60)]
    room = Room(tmp_path, rows, control=0.6, gold=0.4)
    slips = room.desk.every()
    control = [slip for slip in slips if not slip.gold]
    golds = [slip for slip in slips if slip.gold]
    for by in ("lin", "wang"):
        for number, slip in enumerate(control[:20]):
            wrong: dict[str, Any] = (
                {"fields": {"key": ["斯金纳"]}, "note": "x"} if number < 3 else {}
            )
            verdict = "change" if number < 3 else "accept"
            known: dict[str, Any] = {"was": slip.was, "kinds": slip.kinds, "seconds": 30}
            room.board.add(says(by, verdict, slip.item, **known, **wrong))
        for slip in golds:
            room.board.add(says(by, "accept", slip.item, was=slip.was))
    found = figures(room.desk, room.board)
    assert (found.control.total, found.control.settled, found.control.errors) == (
        len(control),
        20,
        3,
    )
    assert found.control.rate == 0.15
    person = found.people[0]
    assert (person.name, person.seconds, person.hourly) == ("lin", 30, 120)
    assert found.wanted == 2 * (len(control) - 20)  # and the known ones are done
    assert found.hours == pytest.approx(found.wanted * 30 / 3600)
    good = sum(slip.gold == "good" for slip in golds)
    assert (person.gold, person.golds) == (good, good)  # the planted ones wait for a chair
    for slip in golds:
        payload = room.desk.payload(slip.rank)
        true = payload["question"]["printed"]["options"][payload["gold"]["key"][0]]
        if slip.gold == "planted":
            found_it: dict[str, Any] = {"fields": {"key": [true]}, "note": "x", "chair": True}
            room.board.add(says("zhao", "change", slip.item, at=9, was=slip.was, **found_it))
    person = next(one for one in figures(room.desk, room.board).people if one.name == "lin")
    assert (person.gold, person.golds) == (good, len(golds))
    assert dict(found.fields)["verdict"].percent == 1.0
