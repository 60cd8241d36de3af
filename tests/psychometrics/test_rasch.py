import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psychometrics import classical
from psychometrics.rasch import FEWEST, design, fit, information, mean_squares, order, widened

# Bock and Lieberman (1970): section 6 of the Law School Admission Test, 1,000 persons, five items;
# persons by pattern of answers, from 00000 to 11111.
LSAT = (3, 6, 2, 11, 1, 1, 3, 4, 1, 8, 0, 16, 0, 3, 2, 15, 10, 29, 14, 81, 3, 28, 15, 80,
        16, 56, 21, 173, 11, 61, 28, 298)  # fmt: skip


def lsat() -> np.ndarray:
    rows = [[int(bit) for bit in f"{code:05b}"] for code, n in enumerate(LSAT) for _ in range(n)]
    return np.array(rows, float)


def test_published_difficulties_of_the_lsat_come_out() -> None:
    # marginal maximum likelihood: -2.730 -0.999 -0.240 -1.307 -2.100, spread of ability 0.755
    printed = np.array([-2.730, -0.999, -0.240, -1.307, -2.100])
    found = fit(lsat())
    assert found.difficulty == pytest.approx(printed - printed.mean(), abs=0.03)
    assert found.sd == pytest.approx(0.755, abs=0.02)
    assert -found.ability.mean() == pytest.approx(printed.mean(), abs=0.02)


def test_classical_figures_of_the_lsat() -> None:
    right = lsat()
    assert classical.difficulty(right) == pytest.approx([0.924, 0.709, 0.553, 0.763, 0.870])
    assert classical.kr20(right) == pytest.approx(0.295, abs=0.001)


def drawn(seed: int, persons: int, items: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    ability, difficulty = rng.normal(0.5, 1.2, persons), rng.normal(0, 1, items)
    chance = 1 / (1 + np.exp(-(ability[:, None] - difficulty)))
    return (rng.random(chance.shape) < chance).astype(float), ability, difficulty


def test_parameters_are_recovered() -> None:
    right, ability, difficulty = drawn(1, 400, 60)
    found = fit(right)
    gap = found.difficulty - (difficulty - difficulty.mean())
    assert np.sqrt((gap**2).mean()) < 0.15
    assert (np.abs(gap) < 2 * found.difficulty_se).mean() > 0.9
    assert np.corrcoef(found.ability, ability)[0, 1] > 0.94
    assert found.ability.mean() == pytest.approx((ability - difficulty.mean()).mean(), abs=0.1)
    assert found.sd == pytest.approx(1.2, abs=0.15)


def test_persons_who_met_other_items_are_on_one_scale() -> None:
    # the first half met the easy items only, the second half the hard ones; a middle part is common
    right, ability, difficulty = drawn(2, 600, 60)
    order = np.argsort(difficulty)
    right[:300, order[40:]] = np.nan
    right[300:, order[:20]] = np.nan
    found = fit(right)
    assert np.corrcoef(found.difficulty, difficulty)[0, 1] > 0.97
    easy, hard = found.ability[:300].mean(), found.ability[300:].mean()
    assert easy - hard == pytest.approx(ability[:300].mean() - ability[300:].mean(), abs=0.15)


def test_few_persons_with_many_items_are_told_apart() -> None:
    right, ability, _ = drawn(3, 12, 1500)
    found = fit(right)
    assert np.corrcoef(found.ability, ability)[0, 1] > 0.99
    assert found.reliability > 0.97
    assert found.sd == pytest.approx(ability.std(), abs=0.25)
    assert found.difficulty.std() < 1.0  # drawn with 1.0, drawn together by the prior


def test_fit_is_one_on_average_and_shows_who_guesses() -> None:
    right, _, _ = drawn(4, 300, 80)
    rng = np.random.default_rng(0)
    right[0] = rng.random(80) < 0.5
    right[:, 0] = rng.random(300) < 0.5
    found = fit(right)
    for axis, odd in ((0, 0), (1, 0)):
        infit, outfit = mean_squares(right, found, axis)
        assert np.median(infit) == pytest.approx(1, abs=0.05)
        assert infit[odd] > np.quantile(infit, 0.9)
        assert outfit[odd] > 1.1


def test_information_is_highest_where_the_items_are() -> None:
    found = fit(drawn(5, 200, 40)[0])
    far, near = information(found, np.array([4.0, 0.0]))
    assert near > 2 * far
    assert near <= 40 / 4


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.integers(2, 12), st.integers(2, 12))
def test_finite_and_in_order_whatever_the_answers(seed: int, persons: int, items: int) -> None:
    rng = np.random.default_rng(seed)
    right = rng.choice([0.0, 1.0, np.nan], (persons, items), p=[0.4, 0.4, 0.2])
    right[:, 0], right[:, 1] = 1.0, 0.0  # all right, all wrong
    found = fit(right)
    assert np.isfinite(found.difficulty).all()
    assert np.isfinite(found.ability).all()
    assert found.difficulty[0] < found.difficulty[1]
    assert found.difficulty.mean() == pytest.approx(0, abs=1e-9)
    turned = fit(right[::-1, ::-1])
    assert turned.difficulty[::-1] == pytest.approx(found.difficulty, abs=1e-6)


def test_kr20_by_hand_and_where_it_says_nothing() -> None:
    right = np.array([[1, 1, 1], [1, 1, 0], [1, 0, 0], [0, 0, 0.0]])
    # shares .75 .5 .25: sum of pq .625; scores 3 2 1 0: variance 1.25
    assert classical.kr20(right) == pytest.approx(1.5 * (1 - 0.625 / 1.25))
    # the first two are of one case: its scores 2 2 1 0 have variance .6875
    assert classical.kr20(right, np.array([0, 0, 1])) == pytest.approx(2 * (1 - 0.875 / 1.25))
    assert np.isnan(classical.kr20(right[:1]))
    assert np.isnan(classical.kr20(right, np.zeros(3, int)))
    assert np.isnan(classical.kr20(right[:, :1]))
    assert np.isnan(classical.kr20(np.ones((3, 3))))
    holed = right.copy()
    holed[3, 0] = np.nan  # the person who missed an item is left out
    assert classical.kr20(holed) == pytest.approx(classical.kr20(right[:3]))


def test_item_rest_leaves_the_item_and_its_case_out() -> None:
    right = np.array([[1, 1, 1, 1], [1, 1, 1, 0], [0, 0, 1, 0], [0, 1, 0, 1.0]])
    for codes, rest in (([0, 1, 2, 3], slice(1, 4)), ([0, 1, 0, 2], [1, 3])):
        first = np.corrcoef(right[:, 0], right[:, rest].sum(axis=1))[0, 1]
        assert classical.item_rest(right, np.array(codes))[0] == pytest.approx(first)
    assert np.isnan(classical.item_rest(right, np.zeros(4, int))).all()
    assert np.isnan(classical.item_rest(np.ones((4, 3)), np.arange(3))).all()


def halves(spread: float) -> tuple[list[float], list[float]]:
    """Abilities from 25 cases of four questions less those from 25 others, in their standard
    errors as fitted and as widened; a case suits a person by `spread` logits.
    """
    rng = np.random.default_rng(5)
    ability, difficulty = rng.normal(0.5, 1.2, 80), rng.normal(0, 1, 200)
    codes = np.repeat(np.arange(50), 4)
    suits = rng.normal(0, spread, (80, 50))[:, codes]
    right = rng.random((80, 200)) < 1 / (1 + np.exp(-(ability[:, None] + suits - difficulty)))
    fitted, wide = [], []
    for part in (codes < 25, codes >= 25):
        answers = right[:, part].astype(float)
        model = fit(answers)
        own = np.unique(codes[part], return_inverse=True)[1]
        fitted.append(model)
        wide.append(widened(model, design(answers, model, own)))
    apart = [
        ((one.ability - two.ability) / np.hypot(one.ability_se, two.ability_se)).tolist()
        for one, two in (fitted, wide)
    ]
    return apart[0], apart[1]


def test_errors_of_abilities_hold_where_questions_share_cases() -> None:
    alone, still = halves(0.0)
    assert np.std(still) == pytest.approx(np.std(alone), rel=0.05)
    narrow, wide = halves(1.5)
    assert np.std(narrow) > 1.25  # as if every question told something of its own
    assert 0.8 < np.std(wide) < 1.15


@pytest.mark.parametrize(("persons", "within"), [(8, 0.07), (20, 0.04), (60, 0.02)])
def test_mean_squares_average_one_where_the_model_holds(persons: int, within: float) -> None:
    rng = np.random.default_rng(persons)
    gap = rng.normal(0.5, 0.8, persons)[:, None] - rng.normal(0, 1.2, 500)
    right = (rng.random(gap.shape) < 1 / (1 + np.exp(-gap))).astype(float)
    found = order(right, fit(right))
    for infit, outfit in (found.items, found.persons):
        assert infit.mean() == pytest.approx(1, abs=within)
        assert outfit.mean() == pytest.approx(1, abs=within)
    for values, limit in zip(found.items, found.limits, strict=True):
        assert 0.02 <= (values > limit).mean() <= 0.09


def test_fit_is_not_told_of_few_persons() -> None:
    right = (np.random.default_rng(1).random((FEWEST - 1, 40)) < 0.6).astype(float)
    found = order(right, fit(right))
    assert found.items[0].shape == (40,)
    assert found.persons[1].shape == (FEWEST - 1,)
    assert all(np.isnan(values).all() for values in (*found.items, *found.persons, found.limits))
