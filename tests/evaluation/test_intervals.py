"""Intervals: known values, and that they hold the truth as often as they say."""

import numpy as np
import pytest

from evaluation.intervals import holm, interval, paired, t_quantile, wilson


def test_wilson_of_a_textbook_case() -> None:
    low, high = wilson(0.9, 10)
    assert (low, high) == pytest.approx((0.5958, 0.9821), abs=1e-4)


@pytest.mark.parametrize(
    ("degrees", "value"), [(6, 2.4469), (10, 2.2281), (30, 2.0423), (1, 12.706)]
)
def test_quantile_of_t(degrees: int, value: float) -> None:
    assert t_quantile(degrees) == pytest.approx(value, abs=2e-3)


def test_single_questions_give_plain_wilson() -> None:
    found = interval([1.0] * 9 + [0.0], [str(i) for i in range(10)])
    assert (found.low, found.high) == pytest.approx(wilson(0.9, 10), abs=0.02)
    assert (found.n, found.clusters) == (10, 10)


def test_cases_widen_the_interval() -> None:
    scores = [1.0, 1.0, 1.0, 0.0, 0.0, 0.0] * 4
    single = interval(scores, [str(i) for i in range(24)])
    cased = interval(scores, [str(i // 3) for i in range(24)])
    assert cased.high - cased.low > 1.4 * (single.high - single.low)
    assert cased.clusters == 8


def test_all_alike_is_as_sure_as_its_clusters() -> None:
    assert interval([1.0] * 20, ["a"] * 20).low < 0.25
    assert interval([1.0] * 20, [str(i) for i in range(20)]).low > 0.8
    assert interval([], []).n == 0


def population(
    rng: np.random.Generator, mean: float, sizes: list[int], spread: float
) -> tuple[list[float], list[str]]:
    """Scores of one draw, beta-binomial by cluster."""
    scores: list[float] = []
    names: list[str] = []
    for i, size in enumerate(sizes):
        p = rng.beta(mean * spread, (1 - mean) * spread) if size > 1 else mean
        scores += list((rng.random(size) < p).astype(float))
        names += [str(i)] * size
    return scores, names


@pytest.mark.parametrize(
    ("mean", "sizes"),
    [
        (0.5, [1] * 200),
        (0.6, [1 + i % 8 for i in range(178)]),
        (0.8, [1 + i % 8 for i in range(60)]),
    ],
)
def test_interval_holds_the_truth_in_95_of_100_draws(mean: float, sizes: list[int]) -> None:
    rng = np.random.default_rng(7)
    draws = 600
    held = 0
    for _ in range(draws):
        found = interval(*population(rng, mean, sizes, 2.0))
        held += found.low <= mean <= found.high
    assert 0.93 <= held / draws <= 0.975


@pytest.mark.parametrize("n", [8, 24, 200])
def test_marks_of_a_judge_have_the_interval_of_student(n: int) -> None:
    rng = np.random.default_rng(5)
    held, draws = 0, 400
    for _ in range(draws):
        marks = rng.beta(13.3, 4.4, n)  # mean 0.751, sd 0.1
        found = interval(marks, range(n))
        half = t_quantile(n - 1) * marks.std(ddof=1) / n**0.5
        assert found.high - found.low == pytest.approx(2 * half, rel=0.12)
        held += found.low <= 13.3 / 17.7 <= found.high
    assert 0.92 <= held / draws <= 0.98


def test_paired_difference_of_equal_answers_is_zero_and_sure() -> None:
    found = paired([0.0] * 30, [str(i) for i in range(30)])
    assert (found.mean, found.low, found.high, found.p) == (0.0, 0.0, 0.0, 1.0)
    one_sided = paired([1.0] * 30, [str(i) for i in range(30)])
    assert (one_sided.low, one_sided.p) == (1.0, 0.0)


def test_paired_interval_holds_the_truth() -> None:
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(600):
        scores = rng.choice([-1.0, 0.0, 1.0], size=120, p=[0.1, 0.8, 0.1])
        found = paired(list(scores), [str(i // 2) for i in range(120)])
        held += found.low <= 0.0 <= found.high
    assert 0.93 <= held / 600 <= 0.975


def test_holm_adjusts_for_the_number_of_tests() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
