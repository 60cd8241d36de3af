"""Classical item statistics: difficulty, item-rest and option correlations, KR-20.

Questions of one case hang together (`codes` numbers the cases): they count as one part of the test
and never for each other. Sources: Kuder and Richardson (1937), formula 20; Sireci, Thissen and
Wainer (1991) for cases as parts; Henrysson (1963) for the rest score.
"""

from dataclasses import dataclass

import numpy as np

from psychometrics.responses import Floats, Ints, Responses


@dataclass(frozen=True)
class Options:
    """By item and option (padded to the most options): how many chose it, and who."""

    counts: Ints
    correlation: Floats  # of choosing it with the score on the other items; NaN where nobody did


def difficulty(right: Floats) -> Floats:
    """Share of right answers by item; NaN without an answer."""
    seen = (~np.isnan(right)).sum(axis=0)
    return np.where(seen > 0, np.nansum(right, axis=0) / np.maximum(seen, 1), np.nan)


def by_case(values: Floats, codes: Ints) -> Floats:
    """Persons × cases: sums of the values of each case's items."""
    order = np.argsort(codes, kind="stable")
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1))
    return np.asarray(np.add.reduceat(values[:, order], starts, axis=1))


def rest_scores(right: Floats, codes: Ints) -> Floats:
    """Persons × items: the person's share of right answers on the items of all other cases."""
    parts = np.nan_to_num(right), (~np.isnan(right)).astype(np.float64)
    hits, met = (part.sum(axis=1)[:, None] - by_case(part, codes)[:, codes] for part in parts)
    return np.where(met > 0, hits / np.maximum(met, 1), np.nan)


def correlations(values: Floats, scores: Floats) -> Floats:
    """Pearson's correlation by column over the persons that have both; NaN where one is flat."""
    both = ~np.isnan(values) & ~np.isnan(scores)
    n = np.maximum(both.sum(axis=0), 1)
    x = np.where(both, values, 0.0)
    y = np.where(both, scores, 0.0)
    x = np.where(both, x - x.sum(axis=0) / n, 0.0)
    y = np.where(both, y - y.sum(axis=0) / n, 0.0)
    spread = np.sqrt((x**2).sum(axis=0) * (y**2).sum(axis=0))
    return np.where(spread > 1e-12, (x * y).sum(axis=0) / np.maximum(spread, 1e-12), np.nan)


def item_rest(right: Floats, codes: Ints) -> Floats:
    """Item-rest correlation by item."""
    return correlations(right, rest_scores(right, codes))


def option_table(found: Responses) -> Options:
    """Counts and correlations of every option of every item (multiple choice: of each letter)."""
    most = int(found.options.max(initial=0))
    scores = rest_scores(found.right, found.codes)
    counts = np.zeros((len(found.items), most), np.int64)
    correlation = np.full((len(found.items), most), np.nan)
    for option in range(most):
        taken = np.where(found.seen, (found.chosen >> option) & 1, np.nan).astype(np.float64)
        counts[:, option] = np.nansum(taken, axis=0)
        correlation[:, option] = correlations(taken, scores)
    beyond = np.arange(most)[None, :] >= found.options[:, None]
    correlation[beyond] = np.nan
    return Options(counts, correlation)


def kr20(right: Floats, codes: Ints | None = None) -> float:
    """KR-20 over the persons who met every item; of cases with several items, Cronbach's alpha.

    NaN below two cases or two such persons, or where all have the same score.
    """
    codes = np.arange(right.shape[1]) if codes is None else codes
    whole = right[~np.isnan(right).any(axis=1)]
    parts = len(np.unique(codes))
    if len(whole) < 2 or parts < 2:
        return float("nan")
    spread = float(whole.sum(axis=1).var())
    if spread == 0:
        return float("nan")
    return float(
        parts / (parts - 1) * (1 - float(by_case(whole, codes).var(axis=0).sum()) / spread)
    )
