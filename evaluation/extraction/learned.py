"""A second opinion on replies that no rule reads: options' chances, learnt from labelled replies.

Boosted trees over `traces`, learnt by `make train-replies`. It is asked where the rules are silent,
and counts only where it is certain.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evaluation.extraction.traces import traces

WEIGHTS = Path(__file__).with_name("learned.json")
LONGEST = 4_000  # characters of a reply that is weighed
_HALF = 0.5

Tree = list[list[float]]  # feature, threshold, left, right; or a leaf's value alone


def opinion(
    text: str, options: Sequence[str], stem: str, *, several: bool, asks_false: bool
) -> tuple[tuple[int, ...], float]:
    """Positions that a reply most likely means, and how certain that is (0 to 1)."""
    if len(text) > LONGEST or len(options) < 2:
        return (), 0.0
    rows = traces(text, options, stem, several=several, asks_false=asks_false)
    return decided(np.array([_chance(row) for row in rows]), several=several)


def decided(chances: NDArray[np.float64], *, several: bool) -> tuple[tuple[int, ...], float]:
    """The likeliest answer by the options' chances: one position, or two and more."""
    if several:
        said = tuple(int(i) for i in np.flatnonzero(chances > _HALF))
        sure = float(np.maximum(chances, 1 - chances).prod())
        return (said, sure) if len(said) > 1 else ((), 0.0)
    second, best = np.sort(chances)[-2:]
    return (int(chances.argmax()),), float(best * (1 - second))


def _chance(row: NDArray[np.float64]) -> float:
    base, trees = _model()
    return float(1 / (1 + np.exp(-(base + sum(_leaf(tree, row) for tree in trees)))))


def _leaf(tree: Tree, row: NDArray[np.float64]) -> float:
    node = tree[0]
    while len(node) > 1:
        feature, threshold, left, right = node
        node = tree[int(left if row[int(feature)] <= threshold else right)]
    return node[0]


@cache
def _model() -> tuple[float, list[Tree]]:
    found = json.loads(WEIGHTS.read_text("utf-8"))
    return found["base"], found["trees"]
