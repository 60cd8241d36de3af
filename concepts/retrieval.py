"""Text → the concepts nearest to it: character n-grams weighted by rarity (tf–idf, cosine).

No model and no word list: a concept is known by the n-grams of its name and its
description. The same texts give the same scores on every machine.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from concepts.schema import Catalogue, Entry
from cpsyexam.text import fold

GRAMS = (2, 3)
NAME = 3.0  # weight beside the description's 1
_SPLIT = re.compile(r"[^\w一-鿿]+")

Scores = NDArray[np.float32]


class Retrieval:
    """An index of a catalogue's concepts by n-grams of these lengths."""

    def __init__(self, catalogue: Catalogue, grams: tuple[int, ...] = GRAMS) -> None:
        self.entries: list[Entry] = list(catalogue.entries())
        self._grams = grams
        bags = [_bag(_parts(entry), grams) for entry in self.entries]
        self._names = [_pairs(fold(entry.concept.name).lower()) for entry in self.entries]
        found = Counter(gram for bag in bags for gram in bag)
        self._rarity = {gram: math.log(1 + len(bags) / n) for gram, n in found.items()}
        self._rarest = math.log(1 + max(len(bags), 1))
        self._postings = self._index(bags)

    def _index(self, bags: Sequence[Mapping[str, float]]) -> dict[str, tuple[Scores, Scores]]:
        postings: dict[str, list[tuple[int, float]]] = {}
        for place, bag in enumerate(bags):
            for gram, weight in self._weighted(bag).items():
                postings.setdefault(gram, []).append((place, weight))
        return {
            gram: (np.array([p for p, _ in rows], np.int32), np.array([w for _, w in rows], "f4"))
            for gram, rows in postings.items()
        }

    def _weighted(self, bag: Mapping[str, float]) -> dict[str, float]:
        rarity = self._rarity
        weights = {g: (1 + math.log(1 + n)) * rarity[g] for g, n in bag.items() if g in rarity}
        length = math.sqrt(sum(weight * weight for weight in weights.values())) or 1.0
        return {gram: weight / length for gram, weight in weights.items()}

    def scores(self, parts: Sequence[tuple[str, float]]) -> Scores:
        """Cosine with each concept, in order, of a text given in weighted parts."""
        total = np.zeros(len(self.entries), np.float32)
        for gram, weight in self._weighted(_bag(parts, self._grams)).items():
            places, weights = self._postings[gram]
            total[places] += weight * weights
        return total

    def rarity(self, gram: str) -> float:
        """The weight of a gram by its rarity; one that no concept has weighs as the rarest."""
        return self._rarity.get(gram.lower(), self._rarest)

    def named(self, text: str) -> Scores:
        """The share of each concept's name, in pairs of characters, that stands in a text."""
        told = fold(text).lower()
        shares = [sum(pair in told for pair in pairs) / len(pairs) for pairs in self._names]
        return np.array(shares, np.float32)


def _parts(entry: Entry) -> list[tuple[str, float]]:
    return [(entry.concept.name, NAME), (entry.concept.description, 1.0)]


def _pairs(name: str) -> set[str]:
    return {name[i : i + 2] for i in range(len(name) - 1)} or {name}


def _bag(parts: Sequence[tuple[str, float]], grams: Sequence[int]) -> dict[str, float]:
    bag: dict[str, float] = {}
    for text, weight in parts:
        for piece in _SPLIT.split(fold(text).lower()):
            for n in grams:
                for start in range(len(piece) - n + 1):
                    gram = piece[start : start + n]
                    bag[gram] = bag.get(gram, 0.0) + weight
    return bag
