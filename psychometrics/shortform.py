"""A short form: the questions that keep the ranking of models when only so many can be asked."""

import numpy as np
from scipy.stats import kendalltau

from psychometrics.rasch import Rasch, fit
from psychometrics.responses import Floats, Ints


def short_form(right: Floats, strata: Ints, size: int) -> Ints:
    """Numbers of `size` items: quotas by stratum, in each the most informative ones.

    Worth of an item: its information about the persons seen (Rasch). Correlations with the rest
    as weights are noise when they come from ten persons: they ranked new persons no better.
    Raises ValueError where `size` is not below the number of items.
    """
    if not 0 < size < right.shape[1]:
        raise ValueError(f"a short form of {size} among {right.shape[1]} questions")
    worth = _worth(fit(right))
    quotas = _quotas(strata, size)
    taken: list[int] = []
    for stratum, quota in quotas.items():
        mine = np.flatnonzero(strata == stratum)
        taken += mine[np.argsort(-worth[mine], kind="stable")[:quota]].tolist()
    return np.sort(np.array(taken, np.int64))


def _worth(model: Rasch) -> Floats:
    chance = model.chance()
    return np.asarray((chance * (1 - chance)).mean(axis=0))


def _quotas(strata: Ints, size: int) -> dict[int, int]:
    """Largest remainders of the strata's shares."""
    names, counts = np.unique(strata, return_counts=True)
    exact = counts * size / counts.sum()
    quotas = np.floor(exact).astype(int)
    for place in np.argsort(-(exact - quotas), kind="stable")[: size - quotas.sum()]:
        quotas[place] += 1
    return dict(zip(names.tolist(), quotas.tolist(), strict=True))


def agreement(right: Floats, taken: Ints) -> float:
    """Kendall's tau-b between the persons' scores on the short form and on everything."""
    tau = kendalltau(np.nanmean(right, axis=1), np.nanmean(right[:, taken], axis=1)).statistic
    return float(tau)
