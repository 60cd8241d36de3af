"""Differential item functioning: does a question favour one group among equally able persons?

Mantel-Haenszel over strata of the total score, purified: items found to function differently are
left out of the matching score and the rest is judged again. Sources: Holland and Thayer (1988);
Zwick and Ercikan (1989) for the A/B/C classes of ETS; Candell and Drasgow (1988) for purification.
"""

from dataclasses import dataclass

import numpy as np
from scipy.stats import chi2

from psychometrics.responses import Bools, Floats, Ints

FEWEST = 10  # persons a group; below, the chi-square is no chi-square
_ROUNDS = 10
_STRATA = 10
_A_STRATUM = 8  # persons at least, or strata hold persons of one group alone and say nothing
_DELTA = 2.35  # of ETS: log odds to the delta scale; with the first group as the focal one


@dataclass(frozen=True)
class Differential:
    """By item: common odds ratio (first group over second), ETS delta, chi-square, p, class.

    The first group is the focal one of ETS: a delta below 0 is a question that is harder for it
    than for persons of the others who are as able.
    """

    odds: Floats
    delta: Floats
    chi_square: Floats
    p: Floats
    grade: tuple[str, ...]


def mantel_haenszel(tables: Floats) -> tuple[float, float]:
    """Common odds ratio and continuity-corrected chi-square of strata × 2 × 2 counts.

    NaN where no stratum has both groups and both outcomes.
    """
    n = tables.sum(axis=(1, 2))
    full = tables[n > 1]
    n = n[n > 1]
    a, b, c, d = full[:, 0, 0], full[:, 0, 1], full[:, 1, 0], full[:, 1, 1]
    above, below = float((a * d / n).sum()), float((b * c / n).sum())
    if min(above, below) == 0 < max(above, below):  # groups apart altogether: Haldane's half
        above += 0.25 * float((1 / n).sum())
        below += 0.25 * float((1 / n).sum())
    expected = (a + b) * (a + c) / n
    variance = (a + b) * (c + d) * (a + c) * (b + d) / (n**2 * (n - 1))
    if above <= 0 or variance.sum() <= 0:
        return float("nan"), float("nan")
    gap = max(0.0, abs(float((a - expected).sum())) - 0.5)
    return above / below, gap**2 / float(variance.sum())


def differential(right: Floats, first: Bools) -> Differential:
    """Compare persons in `first` with the others at every item of a complete matrix.

    Raises ValueError for a group of fewer than `FEWEST` persons.
    """
    if min(int(first.sum()), int((~first).sum())) < FEWEST:
        raise ValueError(f"a group has fewer than {FEWEST} persons")
    flagged = np.zeros(right.shape[1], bool)
    for _ in range(_ROUNDS):
        found = _once(right, first, ~flagged)
        now = np.array([grade != "A" for grade in found.grade])
        if (now == flagged).all() or now.all():
            break
        flagged = now
    return found


def _once(right: Floats, first: Bools, matching: Bools) -> Differential:
    total = np.nansum(right[:, matching], axis=1)
    odds, squares = np.empty(right.shape[1]), np.empty(right.shape[1])
    for item in range(right.shape[1]):
        # the studied item belongs to the matching score, else level items seem to differ
        own = 0.0 if matching[item] else np.nan_to_num(right[:, item])
        strata = _strata(total + own)
        odds[item], squares[item] = mantel_haenszel(_tables(right[:, item], first, strata))
    delta = _DELTA * np.log(odds)
    p = chi2.sf(squares, 1)
    return Differential(odds, delta, squares, p, tuple(map(_grade, delta, p)))


def _strata(total: Floats) -> Ints:
    values = np.unique(total)
    most = min(_STRATA, max(2, len(total) // _A_STRATUM))
    if len(values) > most:
        values = np.unique(np.quantile(total, np.linspace(0, 1, most + 1)[1:-1]))
    return np.searchsorted(values, total, side="left").astype(np.int64)


def _tables(right: Floats, first: Bools, strata: Ints) -> Floats:
    """Strata × (first, others) × (right, wrong)."""
    tables = np.zeros((int(strata.max()) + 1, 2, 2))
    met = ~np.isnan(right)
    np.add.at(tables, (strata[met], (~first[met]).astype(int), (right[met] == 0).astype(int)), 1)
    return tables


def _grade(delta: float, p: float) -> str:
    """Classes of ETS: A negligible, B moderate, C large."""
    if np.isnan(delta) or p >= 0.05 or abs(delta) < 1:
        return "A"
    return "C" if abs(delta) >= 1.5 else "B"
