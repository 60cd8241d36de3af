import numpy as np
import pytest

from psychometrics.dif import differential, mantel_haenszel
from psychometrics.shortform import agreement, short_form

# Bickel, Hammel and O'Connell (1975): admission by sex in six departments
BERKELEY = (
    (512, 313, 89, 19), (353, 207, 17, 8), (120, 205, 202, 391),
    (138, 279, 131, 244), (53, 138, 94, 299), (22, 351, 24, 317),
)  # fmt: skip


def test_published_common_odds_ratio_comes_out() -> None:
    odds, square = mantel_haenszel(np.array(BERKELEY, float).reshape(6, 2, 2))
    assert odds == pytest.approx(0.9046968, abs=1e-6)
    assert square == pytest.approx(1.4269, abs=1e-4)


def test_nothing_to_compare_is_no_number() -> None:
    assert np.isnan(mantel_haenszel(np.array([[[5.0, 0.0], [3.0, 0.0]]]))).all()


def drawn(shift: float, persons: int = 1000) -> tuple[np.ndarray, np.ndarray]:
    """Two groups of other ability; the first five of thirty items are harder for the second."""
    rng = np.random.default_rng(11)
    first = np.arange(persons) < persons // 2
    ability = rng.normal(np.where(first, 0.5, 0.0), 1)
    difficulty = rng.normal(0, 1, 30)
    harder = np.where(np.arange(30) < 5, shift, 0.0)[None, :] * ~first[:, None]
    chance = 1 / (1 + np.exp(-(ability[:, None] - difficulty - harder)))
    return (rng.random(chance.shape) < chance).astype(float), first


def test_items_that_favour_a_group_are_told_from_a_better_group() -> None:
    right, first = drawn(1.0)
    found = differential(right, first)
    assert list(found.grade[:5]).count("A") == 0
    assert list(found.grade[5:]).count("A") >= 24
    assert (found.delta[:5] > 1).all()  # easier for the first group, the focal one of ETS
    level, _ = drawn(0.0)
    assert list(differential(level, first).grade).count("A") == 30


def test_the_groups_turned_round_turn_the_sign() -> None:
    right, first = drawn(1.0)
    one, other = differential(right, first), differential(right, ~first)
    assert one.delta == pytest.approx(-other.delta)
    assert one.grade == other.grade


def test_a_small_group_is_refused() -> None:
    right, _ = drawn(0.0)
    with pytest.raises(ValueError, match="fewer than 10 persons"):
        differential(right, np.arange(len(right)) < 9)


def test_a_short_form_keeps_quotas_and_takes_what_tells_persons_apart() -> None:
    right, _ = drawn(0.0, 200)
    strata = np.arange(30) % 3
    taken = short_form(right, strata, 10)
    assert sorted(np.bincount(strata[taken]).tolist()) == [3, 3, 4]
    share = right.mean(axis=0)
    spread = share * (1 - share)
    left = np.setdiff1d(np.arange(30), taken)
    assert spread[taken].mean() > spread[left].mean()
    assert agreement(right, np.arange(30)) == pytest.approx(1)
    assert agreement(right, taken) > 0.6
    with pytest.raises(ValueError, match="30 among 30"):
        short_form(right, strata, 30)


def test_groups_that_are_apart_altogether_are_the_clearest_case() -> None:
    rng = np.random.default_rng(2)
    right, first = (rng.random((24, 20)) < 0.6).astype(float), np.arange(24) < 12
    right[:, 0], right[:, 1] = first, ~first
    found = differential(right, first)
    assert found.grade[:2] == ("C", "C")
    assert found.delta[0] > 1.5
    assert found.delta[1] < -1.5
