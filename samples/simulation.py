"""Answers of simulated persons with known abilities, keys and misconceptions; seeded.

A person knows the answer with the logistic chance of ability minus difficulty, else guesses among
the other options by how attractive each is. A planted wrong key is either the most attractive
wrong option or any. On a misconception item a person of ability θ believes the most attractive
wrong option with chance `MISCONCEIVED` times the logistic of θ: the abler, the likelier.
"""

from dataclasses import dataclass, field

import numpy as np
from scipy.special import expit

from psychometrics.responses import Bools, Floats, Ints, Responses

MISCONCEIVED = 0.6


@dataclass(frozen=True)
class World:
    """What is true of a simulated bank; `truth` and `printed` are option numbers."""

    truth: Ints
    printed: Ints
    difficulty: Floats
    attraction: Floats  # items × options, rows add to 1, 0 at the truth
    misconceived: Bools

    @property
    def wrong(self) -> Bools:
        """Items whose printed key is not the truth."""
        return np.asarray(self.truth != self.printed)


@dataclass(frozen=True)
class Bank:
    """What bank to simulate."""

    items: int = 2000
    options: int = 4
    wrong_keys: float = 0.02
    misconceptions: float = 0.05
    difficulty: tuple[float, float] = (0.0, 1.0)
    truth: Ints | None = field(default=None)


def world(bank: Bank, rng: np.random.Generator) -> World:
    """Draw a bank: difficulties normal, attraction Dirichlet, wrong keys half by attraction."""
    n, k = bank.items, bank.options
    truth = bank.truth if bank.truth is not None else rng.integers(0, k, n)
    attraction = rng.dirichlet(np.ones(k), n)
    attraction[np.arange(n), truth] = 0
    attraction /= attraction.sum(axis=1, keepdims=True)
    order = rng.permutation(n)
    wrong = order[: round(bank.wrong_keys * n)]
    middle = len(wrong) + round(bank.misconceptions * n)
    printed = truth.copy()
    half = len(wrong) // 2
    printed[wrong[:half]] = attraction[wrong[:half]].argmax(axis=1)
    for item in wrong[half:]:
        printed[item] = rng.choice(np.delete(np.arange(k), truth[item]))
    misconceived = np.zeros(n, bool)
    misconceived[order[len(wrong) : middle]] = True
    return World(truth, printed, rng.normal(*bank.difficulty, n), attraction, misconceived)


def answered(made: World, abilities: Floats, rng: np.random.Generator) -> Responses:
    """Every person answers every item once; the key is the printed one."""
    persons, items = len(abilities), len(made.truth)
    knows = rng.random((persons, items)) < expit(abilities[:, None] - made.difficulty)
    cumulated = made.attraction.cumsum(axis=1)
    draw = rng.random((persons, items))
    guess = (draw[:, :, None] > cumulated[None, :, :]).sum(axis=2)
    guess = np.minimum(guess, made.attraction.shape[1] - 1)
    believes = rng.random((persons, items)) < MISCONCEIVED * expit(abilities)[:, None]
    favourite = made.attraction.argmax(axis=1)
    choice = np.where(knows, made.truth[None, :], guess)
    choice = np.where(believes & made.misconceived[None, :], favourite[None, :], choice)
    names = tuple(f"m{person:03d}" for person in range(persons))
    return Responses(
        names, names, names, tuple(f"q{item:06d}" for item in range(items)),
        (1 << choice).astype(np.int64), (1 << made.printed).astype(np.int64),
        np.full(items, made.attraction.shape[1], np.int64),
    )  # fmt: skip


def able(persons: int, rng: np.random.Generator) -> Floats:
    """Abilities of persons: normal with mean 0.8 and spread 0.8 logits above the mean item."""
    return rng.normal(0.8, 0.8, persons)
