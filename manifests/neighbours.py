"""Which texts hold, or nearly hold, one of many known texts: the search behind the leak guard.

Character 4-grams; of each known text its rarest ten are indexed, every 4-gram of a tested text is
looked up, and texts that share three in ten of them become candidates for a comparison by
rapidfuzz. An edit of one character destroys four of a text's grams, so a light edit keeps most.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

GRAM = 4
PICKED = 10
SHARE = 0.3
_CHUNK = 20_000  # texts looked up at once: keeps the work in the processor's cache
_BITS = 24

Hashes = npt.NDArray[np.uint64]
Owners = npt.NDArray[np.int64]


def _grams(texts: Sequence[str]) -> tuple[Hashes, Owners]:
    """Hashes of all 4-grams of the texts, and the text each one stands in."""
    lengths = np.fromiter((len(text) for text in texts), np.int64, len(texts))
    codes = np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32).astype(np.uint64)
    owner = np.repeat(np.arange(len(texts)), lengths)
    if codes.size < GRAM:
        return np.empty(0, np.uint64), np.empty(0, np.int64)
    size = codes.size - GRAM + 1
    value = np.zeros(size, np.uint64)
    for i in range(GRAM):  # four code points of 21 bits, mixed to 64
        value = value * np.uint64(0x9E3779B97F4A7C15) + codes[i : i + size]
    value ^= value >> np.uint64(29)
    value *= np.uint64(0xBF58476D1CE4E5B9)
    value ^= value >> np.uint64(32)
    inside = owner[:size] == owner[GRAM - 1 :]
    return value[inside], owner[:size][inside]


class Known:
    """An index of known texts (in comparison form); those shorter than a gram are not found."""

    def __init__(self, texts: Sequence[str]) -> None:
        value, owner = _grams(texts)
        pairs = (
            np.unique(np.stack([value, owner.astype(np.uint64)]), axis=1) if value.size else None
        )
        value = pairs[0] if pairs is not None else value
        owner = pairs[1].astype(np.int64) if pairs is not None else owner
        _, place, seen = np.unique(value, return_inverse=True, return_counts=True)
        order = np.lexsort((value, seen[place], owner))
        rank = _rank(owner[order])
        chosen = order[rank < PICKED]
        chosen = chosen[np.argsort(value[chosen], kind="stable")]
        self._values, self._owners = value[chosen], owner[chosen]
        picked = np.bincount(self._owners, minlength=len(texts))
        self._need = np.maximum(np.ceil(picked * SHARE), np.minimum(picked, 2)).astype(np.int64)
        self._sieve = np.zeros(1 << _BITS, bool)
        self._sieve[(self._values >> np.uint64(64 - _BITS)).astype(np.int64)] = True

    def candidates(self, texts: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Pairs (text, known text) that share enough grams to be worth a comparison."""
        for start in range(0, len(texts), _CHUNK):
            for text, known in self._look_up(texts[start : start + _CHUNK]):
                yield start + text, known

    def _look_up(self, texts: Sequence[str]) -> Iterator[tuple[int, int]]:
        value, owner = _grams(texts)
        passed = self._sieve[(value >> np.uint64(64 - _BITS)).astype(np.int64)]
        value, owner = value[passed], owner[passed]
        low = np.searchsorted(self._values, value, "left")
        count = np.searchsorted(self._values, value, "right") - low
        hit = count > 0
        low, count, owner = low[hit], count[hit], owner[hit]
        if not low.size:
            return
        ends = np.cumsum(count)
        slots = np.repeat(low - (ends - count), count) + np.arange(ends[-1])
        # the same gram twice in one text counts once
        marks = np.unique(np.repeat(owner, count) * self._values.size + slots)
        both = (marks // self._values.size) * self._need.size + self._owners[
            marks % self._values.size
        ]
        pair, shared = np.unique(both, return_counts=True)
        text, known = np.divmod(pair, self._need.size)
        enough = shared >= self._need[known]
        yield from zip(text[enough].tolist(), known[enough].tolist(), strict=True)


def _rank(sorted_owner: Owners) -> Owners:
    """Place of each element within its run of equal owners."""
    if not sorted_owner.size:
        return sorted_owner
    starts = np.flatnonzero(np.r_[True, sorted_owner[1:] != sorted_owner[:-1]])
    lengths = np.diff(np.r_[starts, sorted_owner.size])
    return np.arange(sorted_owner.size) - np.repeat(starts, lengths)
