"""Intervals that know about cases: Wilson's on the effective number of questions.

Questions on one case are answered alike, so n of them say less than n single ones; marks of a judge
lie closer together than rights and wrongs, so n of them say more. The effective number is that of
single questions, right or wrong, whose mean would vary as much as this one does; of rights and
wrongs never above n. The quantile is Student's with clusters - 1 degrees where cases exist, and of
marks. Sources: Wilson, "Probable
inference" (1927); Liang and Zeger, "Longitudinal data analysis" (1986); Dean and Pagano,
"Evaluating confidence interval methods for binomial proportions in clustered surveys" (2015).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Z = 1.959963984540054  # of 95 %
_SMALL = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706}
Floats = npt.NDArray[np.float64]
Values = Sequence[float] | npt.NDArray[Any]
Clusters = Sequence[str] | Sequence[int] | npt.NDArray[Any]


@dataclass(frozen=True)
class Interval:
    """A mean with its 95 % interval; `n` values in `clusters` clusters."""

    mean: float
    low: float
    high: float
    n: int
    clusters: int
    p: float = 1.0  # of paired differences: that there is none


def t_quantile(degrees: int) -> float:
    """The 97.5 % quantile of Student's t (Cornish-Fisher above five degrees, error < 0.001)."""
    if degrees in _SMALL:
        return _SMALL[degrees]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / degrees + second / degrees**2 + third / degrees**3


def clustered_variance(values: Floats, codes: npt.NDArray[np.int64]) -> float:
    """Variance of the mean of values whose errors go together within a cluster."""
    groups = int(codes.max()) + 1
    sums = np.bincount(codes, weights=values - values.mean(), minlength=groups)
    correction = groups / (groups - 1) if groups > 1 else 1.0
    return float((sums**2).sum() / len(values) ** 2 * correction)


def interval(values: Values, clusters: Clusters) -> Interval:
    """Mean and interval of scores from 0 to 1; of nothing, 0 between 0 and 1."""
    scores = np.asarray(values, dtype=np.float64)
    n = len(scores)
    if not n:
        return Interval(0.0, 0.0, 1.0, 0, 0)
    codes = np.unique(np.asarray(clusters), return_inverse=True)[1].astype(np.int64)
    groups = int(codes.max()) + 1
    mean = float(scores.mean())
    robust = clustered_variance(scores, codes) if groups > 1 else 0.0
    graded = bool(((scores > 0) & (scores < 1)).any())
    # all alike, or all in one case: the clusters are all that is known
    effective = mean * (1 - mean) / robust if robust > 0 else float(groups)
    effective = effective if graded else min(float(n), effective)
    quantile = Z if groups < 2 or (groups == n and not graded) else t_quantile(groups - 1)
    low, high = wilson(mean, effective, quantile)
    return Interval(mean, low, high, n, groups)


def wilson(mean: float, n: float, quantile: float = Z) -> tuple[float, float]:
    """Wilson's interval of a share among n."""
    square = quantile**2
    middle = (mean + square / (2 * n)) / (1 + square / n)
    half = quantile / (1 + square / n) * math.sqrt(mean * (1 - mean) / n + square / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def paired(differences: Values, clusters: Clusters) -> Interval:
    """Mean difference of two scores on the same questions, its interval, and p (normal)."""
    values = np.asarray(differences, dtype=np.float64)
    n = len(values)
    if not n:
        return Interval(0.0, 0.0, 0.0, 0, 0)
    codes = np.unique(np.asarray(clusters), return_inverse=True)[1].astype(np.int64)
    groups = int(codes.max()) + 1
    mean = float(values.mean())
    if groups < 2:
        return Interval(mean, -1.0, 1.0, n, groups)
    error = math.sqrt(clustered_variance(values, codes))
    half = t_quantile(groups - 1) * error
    p = math.erfc(abs(mean) / error / math.sqrt(2)) if error else float(mean == 0)
    return Interval(mean, mean - half, mean + half, n, groups, p)


def holm(values: Sequence[float]) -> list[float]:
    """P values of a table, adjusted for their number (Holm, 1979)."""
    order = sorted(range(len(values)), key=values.__getitem__)
    adjusted, worst = [0.0] * len(values), 0.0
    for rank, place in enumerate(order):
        worst = max(worst, min(1.0, values[place] * (len(values) - rank)))
        adjusted[place] = worst
    return adjusted
