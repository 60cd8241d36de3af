"""Keys that the answers of able persons speak against.

Two figures a question, from one run of each model family: the **log-likelihood ratio** of the best
other key against the printed one (abilities from the Rasch fit, the item's difficulty chosen anew
for each key, wrong answers spread as observed), and the **consensus**, the share of the ablest
third that agrees on one other key. In a question with several right answers each option is
judged as a statement that is true or false. Agreement is not truth: able models share
misconceptions, so a suspect is read by people and nothing changes by statistics.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit, log_expit

from psychometrics.rasch import fit
from psychometrics.responses import Bools, Floats, Ints, Responses, one_a_family

FEWEST = 4  # persons of different families; below, the figures say nothing
LLR = 3.0
CONSENSUS = 0.6
_GRID = np.linspace(-4, 4, 33)
_DIFFICULTY_SD = 1.5  # spread of difficulties in the sample's and simulated banks, in logits
_SMOOTHING = 0.5  # answers added to each wrong option before its share is taken
_FLOOR = 1e-9


@dataclass(frozen=True)
class Suspects:
    """By item: the best other key (0 where none was chosen), its ratio, its share of the able."""

    other: Ints
    llr: Floats
    consensus: Floats
    answers: Ints  # of different families

    def flagged(self) -> Bools:
        """Items to be looked at: both figures speak, and enough families answered."""
        strong = (self.llr >= LLR) & (self.consensus >= CONSENSUS)
        return np.asarray(strong & (self.answers >= FEWEST))


def suspects(found: Responses) -> Suspects:
    """Compare the printed key of each item with every other. Deterministic."""
    kept = found.of(persons=one_a_family(found))
    ability = fit(kept.right).ability if len(kept.persons) else np.zeros(0)
    single = _single(kept)
    other = np.zeros(len(kept.items), np.int64)
    llr = np.full(len(kept.items), -np.inf)
    for chosen, judge in ((single, _of_one), (~single, _of_several)):
        if chosen.any():
            other[chosen], llr[chosen] = judge(kept.of(items=chosen), ability)
    return Suspects(other, llr, _consensus(kept, ability, other), kept.seen.sum(axis=0))


def _single(found: Responses) -> Bools:
    """Items whose key and answers are single letters."""
    one = (found.keys & (found.keys - 1)) == 0
    return np.asarray(one)


def _of_one(found: Responses, ability: Floats) -> tuple[Ints, Floats]:
    most = int(found.options.max(initial=1))
    picked = np.stack([found.chosen == 1 << option for option in range(most)])  # options × P × I
    seen = found.seen
    counts = picked.sum(axis=1).astype(np.float64)  # options × I
    likelihood = np.full((most, len(found.items)), -np.inf)
    for option in range(most):
        exists = option < found.options
        wrong = np.delete(counts, option, axis=0)
        places = np.delete(np.arange(most), option)
        real = places[:, None] < found.options[None, :]
        share = np.where(real, wrong + _SMOOTHING, 0.0)
        share /= np.maximum(share.sum(axis=0), _FLOOR)
        spread = (wrong * np.log(np.maximum(share, _FLOOR))).sum(axis=0)
        best = _profile(picked[option], seen & ~picked[option], ability)
        likelihood[option] = np.where(exists, best + spread, -np.inf)
    items = np.arange(len(found.items))
    printed = np.log2(np.maximum(found.keys, 1)).astype(np.int64)
    base = likelihood[printed, items]
    likelihood[printed, items] = -np.inf
    best_other = likelihood.argmax(axis=0)
    chosen = counts[best_other, items] > 0
    ratio = likelihood[best_other, items] - base
    return np.where(chosen, 1 << best_other, 0), np.where(chosen, ratio, -np.inf)


def _of_several(found: Responses, ability: Floats) -> tuple[Ints, Floats]:
    """The one option whose truth the able judge otherwise than the key does."""
    most = int(found.options.max(initial=1))
    ratios = np.full((most, len(found.items)), -np.inf)
    for option in range(most):
        named = (found.chosen >> option) & 1
        agrees = found.seen & (named == (found.keys >> option) & 1)
        against = found.seen & ~agrees
        ratio = _profile(against, agrees, ability, floor=0.5) - _profile(
            agrees, against, ability, floor=0.5
        )
        ratios[option] = np.where(option < found.options, ratio, -np.inf)
    best = ratios.argmax(axis=0)
    return found.keys ^ (1 << best), ratios.max(axis=0)


def _profile(right: Bools, wrong: Bools, ability: Floats, floor: float = 0.0) -> Floats:
    """Log-likelihood of right and wrong by item at its most likely difficulty.

    `floor` is the chance of a guess: 0.5 for a statement that is true or false.
    """
    gap = ability[None, :] - _GRID[:, None]
    if floor:
        chance = floor + (1 - floor) * expit(gap)
        yes, no = np.log(chance), np.log1p(-chance)
    else:
        yes, no = log_expit(gap), log_expit(-gap)
    prior = -((_GRID / _DIFFICULTY_SD) ** 2) / 2
    return np.asarray((yes @ right + no @ wrong + prior[:, None]).max(axis=0))


def _consensus(found: Responses, ability: Floats, other: Ints) -> Floats:
    """Share of the ablest third (three at least) of those who answered that gave `other`."""
    order = np.argsort(-ability, kind="stable")
    seen, chosen = found.seen[order], found.chosen[order]
    third = np.maximum(np.ceil(seen.sum(axis=0) / 3), 3)
    able = seen & (seen.cumsum(axis=0) <= third)
    apart = (found.keys ^ other)[None, :]
    same = np.where(_single(found)[None, :], chosen == other, (chosen ^ found.keys) & apart != 0)
    agreeing = (able & same).sum(axis=0)
    return np.where(other > 0, agreeing / np.maximum(able.sum(axis=0), 1), 0.0)
