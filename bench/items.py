"""Suspect keys, fit and short forms on simulated answers, with seeds that no test uses.

The bank: 2,000 questions of four options, 2 % wrong keys (half of them the most attractive wrong
option), 5 % misconceptions that abler models share more often (`samples.simulation`). Models
are spread evenly from half a logit below the mean question to 2.5 above: 40 to 90 % right.
"""

import time

import numpy as np
from scipy.stats import rankdata

from bench.frame import publish
from psychometrics.rasch import fit
from psychometrics.responses import Bools, Floats, Responses
from psychometrics.shortform import agreement, short_form
from psychometrics.suspects import LLR, suspects
from samples import simulation

_SEEDS = range(5000, 5005)
_PERSONS = (3, 4, 6, 8, 10, 13, 20, 40)
_COLUMNS = [
    "models", "AUC ratio", "AUC consensus", "ratio ≥ 3", "precision", "recall",
    "flagged", "precision of flags", "recall of flags", "key named", "flagged, no wrong keys",
]  # fmt: skip


def main() -> None:
    """Print the table by number of models, and the time of 4,000 questions by 20 models."""
    rows = [[persons, *_mean([_once(persons, seed) for seed in _SEEDS])] for persons in _PERSONS]
    facts = {"seconds_4000_by_20": _seconds(), "short_form_100": _short()}
    publish("items", "Suspect keys on simulated answers, mean of 5 seeds", _COLUMNS, rows, facts)


def drawn(persons: int, seed: int, bank: simulation.Bank) -> tuple[simulation.World, Responses]:
    """A simulated bank and the answers of that many models."""
    rng = np.random.default_rng(seed)
    made = simulation.world(bank, rng)
    return made, simulation.answered(made, np.linspace(-0.5, 2.5, persons), rng)


def _once(persons: int, seed: int) -> list[float]:
    made, answers = drawn(persons, seed, simulation.Bank())
    found, wrong = suspects(answers), made.wrong
    ratio = np.where(np.isfinite(found.llr), found.llr, -100.0)
    high, flagged = ratio >= LLR, found.flagged()
    named = found.other == 1 << made.truth
    _, clean = drawn(persons, seed + 100, simulation.Bank(wrong_keys=0, misconceptions=0))
    return [
        _auc(ratio, wrong), _auc(found.consensus, wrong), float(high.sum()),
        _share(wrong, high), _share(high, wrong), float(flagged.sum()), _share(wrong, flagged),
        _share(flagged, wrong), _share(named, wrong & high),
        float(suspects(clean).flagged().mean()),
    ]  # fmt: skip


def _share(of: Bools, among: Bools) -> float:
    return float(of[among].mean()) if among.any() else float("nan")


def _mean(rows: list[list[float]]) -> list[float]:
    table = np.array(rows)
    counted = np.maximum((~np.isnan(table)).sum(axis=0), 1)
    return [round(float(value), 3) for value in np.nansum(table, axis=0) / counted]


def _auc(score: Floats, hit: Bools) -> float:
    """Chance that a hit has a higher score than a miss."""
    ranks, hits = rankdata(score), int(hit.sum())
    return float((ranks[hit].sum() - hits * (hits + 1) / 2) / (hits * (len(hit) - hits)))


def _seconds() -> float:
    _, answers = drawn(20, 6000, simulation.Bank(items=4000))
    start = time.process_time()
    fit(answers.right)
    suspects(answers)
    return round(time.process_time() - start, 1)


def _short() -> dict[str, float]:
    """Kendall's tau of 100 of 4,000 on ten held-out models; a random hundred beside it."""
    chosen, random = [], []
    for seed in range(6100, 6110):
        _, answers = drawn(20, seed, simulation.Bank(items=4000))
        right, rng = answers.right, np.random.default_rng(seed)
        known = np.arange(20) % 2 == 0
        taken = short_form(right[known], rng.integers(0, 39, 4000), 100)
        chosen.append(agreement(right[~known], taken))
        random.append(agreement(right[~known], rng.choice(4000, 100, replace=False)))
    return {"tau": round(float(np.mean(chosen)), 3), "random": round(float(np.mean(random)), 3)}


if __name__ == "__main__":
    main()
