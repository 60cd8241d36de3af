"""Planted truth through whole releases: what policies leave, what the control sample says.

A bank of the sample's questions with 100 wrong keys, 40 slips of recognition and 30 good questions
doubted besides, and errors that nobody doubts. Built, reviewed by scripted reviewers through the
real server, settled, built again; the second release is compared with the truth. What is left
should be what the policy predicts of reviewers who see an error with chance p: 1 - p of them
where one decides, 1 - p²(3 - 2p) where two must agree and a third decides.
"""

import argparse
import random
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import chdir
from pathlib import Path

from scipy.stats import binom

from bench.frame import publish
from bench.planted_truth import Bank, Planted, built, plant
from bench.scripted import Reviewer, settled, work
from pipeline.paths import Paths
from pipeline.station.desk import desk
from pipeline.station.originals import BuildOriginals
from reviewing.agreement import interval
from reviewing.board import Board
from reviewing.desk import Desk
from reviewing.errata import FILE
from reviewing.kinds import Policy
from reviewing.settings import QueueSettings
from reviewing.station.figures import Control, figures, settle_all
from reviewing.station.station import Station

_COLUMNS = ["policy", "sees", "errs", "planted", "left", "predicted", "95 % of draws", "spoilt",
            "predicted spoilt", "control: wrong of settled", "interval", "true rate"]  # fmt: skip
_CASES: tuple[tuple[Policy, float, float], ...] = (
    ("one", 0.8, 0.1), ("two", 0.8, 0.1), ("one", 0.6, 0.1), ("two", 0.6, 0.1),
)  # fmt: skip
_SAMPLED: tuple[tuple[Policy, float], ...] = (
    ("one", 0.95), ("two", 0.95), ("one", 0.8), ("two", 0.8),
)  # fmt: skip
_RATE, _SAMPLE, _POPULATION, _ROUNDS = 0.04, 200, 4000, 300


Release = Mapping[str, Planted]  # number → what it says


class Outcome:
    """What one review left: errors among the doubted, good ones spoilt, the control sample.

    `touched`: good questions changed that were drawn into the control sample at most.
    """

    def __init__(self, bank: Bank, before: Release, after: Release, control: Control) -> None:
        doubted = [one for one in bank.truth.values() if one.kind in ("key", "slip")]
        self.planted = sum(before[one.number] != one.right for one in doubted)
        self.left = sum(after.get(one.number) != one.right for one in doubted)
        good = [name for name, one in bank.truth.items() if one.kind == "good"]
        self.spoilt = sum(after.get(name) != before[name] for name in good)
        rest = [name for name, one in bank.truth.items() if not one.wrong and one.kind != "good"]
        self.touched = sum(after.get(name) != before[name] for name in rest)
        self.control = control


def share(policy: Policy, chance: float) -> float:
    """How often a policy changes a question that each reviewer changes with this chance."""
    return chance if policy == "one" else chance**2 * (3 - 2 * chance)


def bounds(number: int, chance: float) -> tuple[int, int]:
    """Between what counts 95 % of draws lie."""
    return int(binom.ppf(0.025, number, chance)), int(binom.ppf(0.975, number, chance))


def reviewed(root: Path, bank: Bank, policy: Policy, sees: float, errs: float) -> Outcome:
    """Build, review and build again below `root`, which is the working folder."""
    before = built(root, "1.0.0")
    reviews, decisions = root / "reviews", root / "decisions"
    bank.doubt(root, reviews)
    settings = QueueSettings(policy={"all": policy}, control=0.5, gold=0.0)
    opened = Desk(desk(Paths(root), settings, reviews / FILE))
    board = Board(reviews / "opinions", opened)
    station = Station(reviews, decisions, opened, board, BuildOriginals(root / "build"))
    for name in ("lin", "wang", "zhao"):
        work(station, Reviewer(name, sees, errs), bank.truth)
    control = figures(opened, board).control
    settle_all(opened, board, decisions)
    return Outcome(bank, before, built(root, "1.1.0"), control)


def coverage(policy: Policy, sees: float, errs: float, rounds: int) -> float:
    """In what share of draws the interval of a sample of 200 covers the true rate of 4 %."""
    covered = 0
    for seed in range(rounds):
        draw = random.Random(seed)
        population = [draw.random() < _RATE for _ in range(_POPULATION)]
        looked = draw.sample(population, _SAMPLE)
        hits = sum(settled(draw, policy, wrong=w, sees=sees, errs=errs) for w in looked)
        low, high = interval(hits, _SAMPLE)
        covered += low <= sum(population) / _POPULATION <= high
    return covered / rounds


def _rows(seed: int) -> Iterator[list[object]]:
    for policy, sees, errs in _CASES:
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            root = Path(folder)
            bank = plant(root, seed)
            found = reviewed(root, bank, policy, sees, errs)
            missed = 1 - share(policy, sees)
            low, high = bounds(found.planted, missed)
            control = found.control
            yield [
                policy, sees, errs, found.planted, found.left, round(found.planted * missed, 1),
                f"{low} to {high}", f"{found.spoilt} of {bank.good}",
                round(bank.good * share(policy, errs), 1),
                f"{control.errors} of {control.settled}",
                f"{control.low:.1%} to {control.high:.1%}", f"{bank.unflagged_rate:.1%}",
            ]  # fmt: skip


def main() -> None:
    """Print one row a policy, and the coverage of the control sample's interval."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=20261122)
    rows = list(_rows(parser.parse_args().seed))
    facts = {
        f"coverage in {_ROUNDS} draws, {policy}, sees {sees}, errs 0.01":
            coverage(policy, sees, 0.01, _ROUNDS)
        for policy, sees in _SAMPLED
    }  # fmt: skip
    publish("consensus", "Errors that a policy leaves in a release", _COLUMNS, rows, facts)


if __name__ == "__main__":
    main()
