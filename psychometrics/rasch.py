"""Rasch model (1PL) by marginal maximum likelihood: persons and items on one scale of logits.

Designs may be incomplete. A person's chance at an item is the logistic function of ability minus
difficulty; abilities are normal with a spread that is estimated, difficulties average 0. Sources:
Bock and Aitkin (1981) for the EM steps; Naylor and Smith (1982) for nodes around each person;
Wright and Masters (1982) for the fit statistics; Kish (1965) for questions that share a case.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from scipy.special import expit

from psychometrics.classical import by_case
from psychometrics.responses import Bools, Floats, Ints

_NODES, _WEIGHTS = np.polynomial.hermite.hermgauss(9)
# With a dozen models the data alone spread the scale half as far again as it is (sd 2.0 for 1.2 in
# simulation), and a question that everybody got right has no difficulty: so these, too, are normal.
_LEAST_SD = 0.1
_LEAST_ITEM_SD = 0.7
_STEPS = 150
_TOLERANCE = 3e-4
# Persons from which on fit is told. Where the model holds, 300 items average not 1 but 0.93 to 0.95
# at six, 0.95 to 0.96 at eight, 0.97 at ten, 0.99 at twenty (sd 1 of abilities, 1.2 of items).
FEWEST = 8
_DRAWS = 3  # of simulated answers
_SIMULATED = 1_000  # items of them at most
_AT_ONCE = 4_000_000  # chances held in memory, persons × nodes × items


@dataclass(frozen=True)
class Rasch:
    """Estimates in logits with their standard errors; `sd` is the spread of ability."""

    difficulty: Floats
    difficulty_se: Floats
    ability: Floats
    ability_se: Floats
    sd: float

    def chance(self) -> Floats:
        """Persons × items: the chance of a right answer."""
        return np.asarray(expit(self.ability[:, None] - self.difficulty[None, :]))

    @property
    def reliability(self) -> float:
        """Share of the variance of estimated abilities that is not error (EAP reliability)."""
        spread = float(self.ability.var())
        error = float((self.ability_se**2).mean()) if len(self.ability_se) else 0.0
        return spread / (spread + error) if spread + error > 0 else 0.0


def fit(right: Floats) -> Rasch:
    """Fit persons × items of 1, 0 and NaN. Items without an answer get difficulty 0."""
    seen = ~np.isnan(right)
    ones = np.where(seen, right, 0.0)
    difficulty, ability, sd, spread = _start(ones, seen), np.zeros(len(right)), 1.0, 1.0
    for _ in range(_STEPS):
        ability, error = _modes(ones, seen, difficulty, ability, sd)
        nodes, posterior = _posterior(ones, seen, difficulty, (ability, error), sd)
        before = difficulty
        difficulty, information = _items(ones, seen, (nodes, posterior), difficulty, spread)
        spread = max(_LEAST_ITEM_SD, float(np.sqrt(difficulty.var() + (1 / information).mean())))
        # persons are moved back to mean 0 at each step, else few of them would drift there slowly
        mean = float((posterior * nodes).sum(axis=1).mean()) if len(right) else 0.0
        square = float((posterior * nodes**2).sum(axis=1).mean()) if len(right) else 1.0
        difficulty, ability = difficulty - mean, ability - mean
        sd = max(_LEAST_SD, float(np.sqrt(max(square - mean**2, 0.0))))
        if np.abs(difficulty - before).max(initial=0.0) < _TOLERANCE:
            break
    ability = (posterior * nodes).sum(axis=1)
    error = np.sqrt(np.maximum((posterior * nodes**2).sum(axis=1) - ability**2, 1e-12))
    origin = float(difficulty.mean()) if len(difficulty) else 0.0
    return Rasch(difficulty - origin, information**-0.5, ability - origin, error, sd)


def _start(ones: Floats, seen: Bools) -> Floats:
    right = ones.sum(axis=0)
    return np.asarray(np.log((seen.sum(axis=0) - right + 0.5) / (right + 0.5)))


def _modes(
    ones: Floats, seen: Bools, difficulty: Floats, ability: Floats, sd: float
) -> tuple[Floats, Floats]:
    """The most probable ability of each person and the error around it, by Newton's steps."""
    for _ in range(2):
        chance = expit(ability[:, None] - difficulty[None, :])
        slope = ((ones - chance) * seen).sum(axis=1) - ability / sd**2
        curve = (chance * (1 - chance) * seen).sum(axis=1) + sd**-2
        ability = ability + np.clip(slope / curve, -1, 1)
    return ability, curve**-0.5


def _posterior(
    ones: Floats, seen: Bools, difficulty: Floats, around: tuple[Floats, Floats], sd: float
) -> tuple[Floats, Floats]:
    """Persons × nodes: places of ability around each person's mode, and their probabilities."""
    nodes = around[0][:, None] + np.sqrt(2) * around[1][:, None] * _NODES
    log = np.log(_WEIGHTS) + _NODES**2 - (nodes / sd) ** 2 / 2
    for part in _parts(*seen.shape):
        gap = nodes[part][:, :, None] - difficulty
        right = ones[part][:, None, :]
        met = seen[part][:, None, :]
        log[part] += (right * gap - met * np.logaddexp(0, gap)).sum(axis=2)
    weights = np.exp(log - log.max(axis=1, keepdims=True, initial=-np.inf))
    return nodes, weights / weights.sum(axis=1, keepdims=True)


def _items(
    ones: Floats, seen: Bools, placed: tuple[Floats, Floats], difficulty: Floats, spread: float
) -> tuple[Floats, Floats]:
    """One step of Newton for each difficulty, given where the persons probably stand."""
    slope = -ones.sum(axis=0) - (difficulty - difficulty.mean()) / spread**2
    curve = np.full(len(difficulty), spread**-2)
    for part in _parts(*seen.shape):
        chance = expit(placed[0][part][:, :, None] - difficulty)
        weight = placed[1][part][:, :, None] * seen[part][:, None, :]
        slope += (weight * chance).sum(axis=(0, 1))
        curve += (weight * chance * (1 - chance)).sum(axis=(0, 1))
    return difficulty + np.clip(slope / curve, -1, 1), curve


def _parts(persons: int, items: int) -> Iterator[slice]:
    step = max(1, _AT_ONCE // max(1, items * len(_NODES)))
    return (slice(start, start + step) for start in range(0, persons, step))


@dataclass(frozen=True)
class Order:
    """Infit and outfit of items and of persons, over what they come to where the model holds.

    `limits`: what infit and outfit of one item in twenty exceed where the model holds. All are NaN
    for fewer than `FEWEST` persons: the scale itself is then too uncertain to simulate from.
    """

    items: tuple[Floats, Floats]
    persons: tuple[Floats, Floats]
    limits: tuple[float, float]


def order(right: Floats, model: Rasch) -> Order:
    """Mean squares of a fit, each over its mean in answers simulated by the model.

    Raw ones are below 1 where it holds, the more the fewer persons there are (0.8 at ten,
    0.93 at sixty): estimates follow the answers that they are judged by. By a seed.
    """
    if len(right) < FEWEST:
        items, persons = (np.full(size, np.nan) for size in right.shape[::-1])
        return Order((items, items), (persons, persons), (np.nan, np.nan))
    rng = np.random.default_rng(1)
    some = rng.permutation(right.shape[1])[:_SIMULATED]
    seen = ~np.isnan(right[:, some])
    made: list[list[tuple[Floats, Floats]]] = []
    for _ in range(_DRAWS):
        errors = rng.standard_normal(len(model.ability)), rng.standard_normal(len(some))
        ability = model.ability + model.ability_se * errors[0]
        difficulty = model.difficulty[some] + model.difficulty_se[some] * errors[1]
        drawn = rng.random(seen.shape) < expit(ability[:, None] - difficulty)
        answers = np.where(seen, drawn.astype(np.float64), np.nan)
        fitted = fit(answers)
        made.append([mean_squares(answers, fitted, axis) for axis in (0, 1)])
    one, two = (
        [np.concatenate([draw[axis][k] for draw in made]) for k in (0, 1)] for axis in (0, 1)
    )
    found = [mean_squares(right, model, axis) for axis in (0, 1)]
    over = [
        (infit / expected[0].mean(), outfit / expected[1].mean())
        for (infit, outfit), expected in zip(found, (one, two), strict=True)
    ]
    high = [float(np.quantile(values / values.mean(), 0.95)) for values in one]
    return Order(over[0], over[1], (high[0], high[1]))


def mean_squares(right: Floats, model: Rasch, axis: int) -> tuple[Floats, Floats]:
    """Infit and outfit mean squares, of items (axis 0) or of persons (axis 1)."""
    chance = model.chance()
    spread = np.where(np.isnan(right), np.nan, chance * (1 - chance))
    squares = (right - chance) ** 2
    counted = np.maximum((~np.isnan(right)).sum(axis=axis), 1)
    total = np.nansum(spread, axis=axis)
    infit = np.nansum(squares, axis=axis) / np.where(total > 0, total, 1.0)
    return infit, np.nansum(squares / spread, axis=axis) / counted


def design(right: Floats, model: Rasch, codes: Ints) -> float:
    """How many times as much the errors of a person's answers spread as those of questions that
    hang together in no case (`codes`): 1 or more. Kish's design effect, of Rasch residuals.
    """
    cases, items = len(np.unique(codes)), len(codes)
    if cases in {1, items}:
        return 1.0
    residual = np.nan_to_num(right - model.chance())
    alone = float((residual**2).sum())
    together = float((by_case(residual, codes) ** 2).sum())
    # abilities are fitted to these answers: the residuals of a person cancel out
    fitted = cases / (cases - 1) * (items - 1) / items
    return max(1.0, fitted * together / alone) if alone else 1.0


def widened(model: Rasch, effect: float) -> Rasch:
    """The fit with the errors of abilities that answers have which tell `effect` times less."""
    prior = model.sd**-2
    told = np.maximum(model.ability_se**-2 - prior, 0.0) / effect
    return replace(model, ability_se=(told + prior) ** -0.5)


def information(model: Rasch, abilities: Floats) -> Floats:
    """Information of the whole set at each ability; its root's inverse is the error there."""
    chance = expit(abilities[:, None] - model.difficulty[None, :])
    return np.asarray((chance * (1 - chance)).sum(axis=1))
