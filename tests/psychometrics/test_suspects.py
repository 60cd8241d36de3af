from dataclasses import replace

import numpy as np
import pytest

from psychometrics import classical
from psychometrics.responses import MISSING, Responses, family, one_a_family
from psychometrics.suspects import suspects
from samples import simulation


def simulated(seed: int, persons: int = 12, **bank: float) -> tuple[simulation.World, Responses]:
    rng = np.random.default_rng(seed)
    made = simulation.world(simulation.Bank(items=400, **bank), rng)  # type: ignore[arg-type]
    return made, simulation.answered(made, np.linspace(-0.5, 2.5, persons), rng)


def test_wrong_keys_are_found_and_the_right_ones_named() -> None:
    made, answers = simulated(7, misconceptions=0.0, wrong_keys=0.05)
    found = suspects(answers)
    flagged = found.flagged()
    assert made.wrong[flagged].mean() > 0.6
    assert flagged[made.wrong].mean() > 0.5
    both = flagged & made.wrong
    assert (found.other[both] == 1 << made.truth[both]).mean() >= 0.9


def test_a_bank_without_wrong_keys_is_left_alone() -> None:
    _, answers = simulated(8, misconceptions=0.0, wrong_keys=0.0)
    assert suspects(answers).flagged().mean() <= 0.01


def test_fewer_than_four_families_flag_nothing() -> None:
    _, answers = simulated(7, wrong_keys=0.05)
    siblings = replace(answers, families=tuple("abc"[i % 3] for i in range(12)))
    found = suspects(siblings)
    assert not found.flagged().any()
    assert found.answers.max() == 3
    assert suspects(answers).flagged().any()


def test_printing_the_named_key_instead_clears_the_question() -> None:
    _, answers = simulated(7, wrong_keys=0.05)
    found = suspects(answers)
    item = int(np.flatnonzero(found.flagged())[0])
    keys = answers.keys.copy()
    keys[item] = found.other[item]
    after = suspects(replace(answers, keys=keys))
    assert not after.flagged()[item]
    assert after.llr[item] < 0


def test_a_letter_of_several_is_judged_alone() -> None:
    rng = np.random.default_rng(3)
    truth = rng.integers(1, 15, 300)
    ability = np.linspace(0, 2.5, 10)
    knows = rng.random((10, 300, 4)) < 0.5 + 0.5 / (1 + np.exp(-ability[:, None, None]))
    bits = (truth[:, None] >> np.arange(4)) & 1
    said = np.where(knows, bits, 1 - bits) @ (1 << np.arange(4))
    printed = truth.copy()
    printed[:10] ^= 0b0100  # option C is wrong in the first ten keys
    names = tuple(f"m{i}" for i in range(10))
    answers = Responses(
        names, names, names, tuple(f"q{i}" for i in range(300)), said.astype(np.int64),
        printed.astype(np.int64), np.full(300, 4),
    )  # fmt: skip
    found = suspects(answers)
    flagged = found.flagged()
    several = (printed & (printed - 1)) != 0
    good = several & (np.arange(300) >= 10)
    assert flagged[:10][several[:10]].mean() >= 0.7
    assert flagged[good].mean() <= 0.01
    told = np.flatnonzero(flagged[:10] & several[:10])
    assert (found.other[told] == truth[told]).all()


def test_who_answered_nothing_counts_for_nothing() -> None:
    _, answers = simulated(7, wrong_keys=0.05)
    chosen = answers.chosen.copy()
    chosen[:, 5] = MISSING
    found = suspects(replace(answers, chosen=chosen))
    assert found.answers[5] == 0
    assert not found.flagged()[5]
    assert found.other[5] == 0


def test_families() -> None:
    assert family("Qwen/Qwen2.5-72B-Instruct") == family("qwen-max") == "qwen"
    assert family("human:r1") == "human:r1"
    assert family("tuned", {"tuned": "qwen"}) == "qwen"
    assert family("7") == "7"


def test_of_a_family_the_best_speaks() -> None:
    _, answers = simulated(9)
    kept = one_a_family(replace(answers, families=("a",) * 6 + ("b",) * 6))
    share = answers.right.mean(axis=1)
    best = [int(share[:6].argmax()), 6 + int(share[6:].argmax())]
    assert np.flatnonzero(kept).tolist() == best


def test_option_table_counts_every_choice() -> None:
    _, answers = simulated(9)
    found = classical.option_table(answers)
    assert (found.counts.sum(axis=1) == 12).all()
    keyed = np.log2(answers.keys).astype(int)
    share = classical.difficulty(answers.right)
    assert found.counts[np.arange(400), keyed] == pytest.approx(share * 12)
    # the key draws the able, a wrong option the others
    known = found.correlation[np.arange(400), keyed]
    assert np.nanmean(known) > 0.2
