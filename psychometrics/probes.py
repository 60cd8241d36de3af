"""Probes of memory: each a figure with its interval, its power, and what it cannot see.

A probe says "shown" where its one-sided p is below ALPHA, else "not shown": never "clean", for a
probe of little power shows nothing of a model that remembers much. All are pure; the calls are
made elsewhere (`psychometrics.asking`).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import binom, chi2, mannwhitneyu, norm

from evaluation.intervals import clustered_variance, paired, t_quantile, wilson

ALPHA = 0.01
_NULL = 0.01  # share of hits by luck where no reserve tells it
_MIN_K = 0.2  # the least likely share of tokens (Shi et al., 2024)


@dataclass(frozen=True)
class Probe:
    """One row of the report. `p` is None where a figure is described, not tested."""

    name: str
    value: float
    low: float
    high: float
    n: int
    p: float | None
    power: float | None
    effect: str  # what the power is for
    blind: str

    @property
    def verdict(self) -> str:
        """Shown, not shown, or described."""
        if self.p is None:
            return "described"
        return "shown" if self.p < ALPHA else "not shown"


def printed_gap(
    printed: Sequence[float], released: Sequence[float], clusters: Sequence[str]
) -> Probe:
    """Accuracy with options as the source printed them less that in released order, by question."""
    gaps = np.asarray(printed, float) - np.asarray(released, float)
    found = paired(gaps.tolist(), clusters)
    error = _half(found.high - found.low, found.clusters)
    return Probe(
        "printed order", found.mean, found.low, found.high, found.n, _above(found.mean, error),
        _power(0.02, error), "answers to 2 % known by their letter",
        "memory of the wording: it helps in both orders",
    )  # fmt: skip


def printed_letter(wrong: Sequence[Sequence[int]], printed: Sequence[int], orders: int) -> Probe:
    """Do wrong answers fall on the letter that the key had in print?

    `wrong`: by question the places named wrongly, one an order; `printed`: the key's printed place.
    The released order is drawn, so without memory the two are independent; matches are compared
    with all ways to pair them (variance after Hoeffding, 1951), so that a habit for a letter, on
    either side, counts for nothing.
    """
    n, most = len(wrong), max((place for row in wrong for place in row), default=0) + 1
    most = max(most, max(printed) + 1)
    named = np.zeros((n, most))
    for question, row in enumerate(wrong):
        np.add.at(named[question], list(row), 1)
    share = np.bincount(printed, minlength=most) / n
    found = float(named[np.arange(n), list(printed)].sum())
    rows, columns = named @ share, named.mean(axis=0)
    apart = named - rows[:, None] - columns[None, :] + float(columns @ share)
    variance = n / (n - 1) * float((apart**2 @ share).sum())
    error, gap = math.sqrt(variance) / n, (found - float(rows.sum())) / n
    size = 0.02 * orders * (1 - 1 / most)
    return Probe(
        "printed letter", gap, gap - 1.96 * error, gap + 1.96 * error, n, _above(gap, error),
        _power(size, error), "answers to 2 % known by their letter",
        "memory of the wording: it names the right option",
    )  # fmt: skip


def reserved_gap(
    public: tuple[Sequence[float], Sequence[str]], reserved: tuple[Sequence[float], Sequence[str]]
) -> Probe:
    """Accuracy on public questions less that on reserved ones; (scores, clusters) of each."""
    return _unpaired(
        "public less reserved", public, reserved, 0.1, "10 % of public questions remembered",
        "harder reserved questions look the same: both are drawn from the same strata",
    )  # fmt: skip


def kind_gap(
    name: str, these: tuple[Sequence[float], Sequence[str]],
    others: tuple[Sequence[float], Sequence[str]],
) -> Probe:  # fmt: skip
    """Residuals (score less what other models get there) of one kind of source, less the rest's."""
    return _unpaired(
        name, these, others, 0.05, "5 points more than others at equal difficulty",
        "whatever the other models remember, too",
    )  # fmt: skip


def _unpaired(
    name: str, first: tuple[Sequence[float], Sequence[str]],
    second: tuple[Sequence[float], Sequence[str]], size: float, effect: str, blind: str,
) -> Probe:  # fmt: skip
    (mean, variance), (other, more) = _moments(*first), _moments(*second)
    error, gap = math.sqrt(variance + more), mean - other
    half = t_quantile(max(1, min(len(set(first[1])), len(set(second[1]))) - 1)) * error
    n = len(first[0]) + len(second[0])
    p, power = _above(gap, error), _power(size, error)
    return Probe(name, gap, gap - half, gap + half, n, p, power, effect, blind)


def _moments(values: Sequence[float], clusters: Sequence[str]) -> tuple[float, float]:
    scores = np.asarray(values, float)
    codes = np.unique(np.asarray(clusters), return_inverse=True)[1].astype(np.int64)
    return float(scores.mean()), clustered_variance(scores, codes)


def recited(name: str, hits: Sequence[bool], control: Sequence[bool], blind: str) -> Probe:
    """Share of questions whose hidden text was given back, against reserved ones or luck (1 %)."""
    n, found = len(hits), sum(hits)
    low, high = wilson(found / n, n)
    null = max(_NULL, (sum(control) + 1) / (len(control) + 2)) if control else _NULL
    least = int(binom.isf(ALPHA, n, null)) + 1
    return Probe(
        name, found / n, low, high, n, float(binom.sf(found - 1, n, null)),
        float(binom.sf(least - 1, n, null + 0.05)), "5 % recited", blind,
    )  # fmt: skip


def above_chance(name: str, scores: Sequence[float], chances: Sequence[float], blind: str) -> Probe:
    """Accuracy less chance, where a part of the question was hidden."""
    gaps = np.asarray(scores, float) - np.asarray(chances, float)
    found = paired(gaps.tolist(), [str(i) for i in range(len(gaps))])
    error = _half(found.high - found.low, found.clusters)
    return Probe(
        name, found.mean, found.low, found.high, found.n, _above(found.mean, error),
        _power(0.05, error), "5 points above chance", blind,
    )  # fmt: skip


def canary(hits: Sequence[bool]) -> Probe:
    """Recital of the release's canary: eight hexadecimal digits right by luck once in 4 billion."""
    found, n = sum(hits), len(hits)
    low, high = wilson(found / n, n)
    p = float(binom.sf(found - 1, n, 16.0**-8)) if found else 1.0
    return Probe("canary", found / n, low, high, n, p, None, "", "training on the shards alone")


def consistency(chosen: Sequence[Sequence[int]], letters: Sequence[Sequence[int]]) -> list[Probe]:
    """What changing the order of options does: same option named in all orders; even letters.

    `chosen`: by question the option (released position) named in each order; `letters`: the place
    at which it stood. A question without a letter in some order counts as inconsistent.
    """
    same = [len(set(row)) == 1 and min(row, default=-1) >= 0 for row in chosen]
    low, high = wilson(sum(same) / len(same), len(same))
    told = Probe("same in all orders", sum(same) / len(same), low, high, len(same), None, None,
                 "", "knowledge and memory of content look the same")  # fmt: skip
    places = np.array([place for row in letters for place in row if place >= 0], int)
    counts = np.bincount(places, minlength=2).astype(float)
    share = counts.max() / max(counts.sum(), 1)
    even = counts.sum() / len(counts)
    square = float(((counts - even) ** 2 / max(even, 1e-9)).sum())
    p = float(chi2.sf(square, len(counts) - 1))
    low, high = wilson(float(share), max(float(counts.sum()), 1.0))
    bias = Probe("favourite letter", float(share), low, high, int(counts.sum()), p, None, "",
                 "shown: a habit of position, no memory")  # fmt: skip
    return [told, bias]


def min_k(public: Sequence[Sequence[float]], reserved: Sequence[Sequence[float]]) -> Probe:
    """Mean log-probability of the least likely fifth of tokens, public against reserved (AUC)."""
    one, two = ([_least(row) for row in rows] for rows in (public, reserved))
    found = mannwhitneyu(one, two, alternative="greater")
    n, m = len(one), len(two)
    auc = float(found.statistic) / (n * m)
    error = math.sqrt((n + m + 1) / (12 * n * m))
    return Probe(
        "min-k", auc, max(0.0, auc - 1.96 * error), min(1.0, auc + 1.96 * error), n + m,
        float(found.pvalue), _power(0.1, error), "AUC of 0.6", "text seen once among much else",
    )  # fmt: skip


def _least(row: Sequence[float]) -> float:
    lowest = sorted(row)[: max(1, math.ceil(_MIN_K * len(row)))]
    return sum(lowest) / len(lowest)


def _half(width: float, clusters: int) -> float:
    return width / 2 / t_quantile(max(1, clusters - 1))


def _above(gap: float, error: float) -> float:
    """One-sided p of a gap above 0."""
    if error <= 0:
        return 0.0 if gap > 0 else 1.0
    return float(norm.sf(gap / error))


def _power(size: float, error: float) -> float:
    return float(norm.cdf(size / error - norm.isf(ALPHA))) if error > 0 else 1.0
