"""Which texts hold, or nearly hold, one of many known texts: the search behind the leak guard.

Character 4-grams. Of each quarter of a known text the four rarest are indexed, so that an edit in
one place leaves those of the other quarters; every 4-gram of a tested text is looked up, and texts
that share a third of a known text's grams become candidates for a comparison by rapidfuzz.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

GRAM = 4
QUARTERS = 4
PICKED = 4  # grams of a quarter
SHARE = 1 / 3
COMMON = 16  # a gram of more known texts than this tells little: left out where others are left
LEAST = 6  # grams of a text that stay however common they are
_CHUNK = 5_000  # texts looked up at once: keeps the work in the processor's cache
_BITS = 24

Hashes = npt.NDArray[np.uint64]
Indices = npt.NDArray[np.int64]
Sieve = npt.NDArray[np.bool_]  # which grams there are, by the first bits of their hashes


def _codes(texts: Sequence[str]) -> npt.NDArray[np.uint32]:
    """The characters of all texts, one after the other."""
    return np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32)


def _lengths(texts: Sequence[str]) -> Indices:
    return np.fromiter(map(len, texts), np.int64, len(texts))


def _hashes(codes: npt.NDArray[np.uint32]) -> Hashes:
    """A hash of the gram at each character but the last few, across texts as well; in place, since
    the lookup of tested texts spends its time here.
    """
    size = max(codes.size - GRAM + 1, 0)
    value = codes[:size].astype(np.uint64)
    for i in range(1, GRAM):
        value *= np.uint64(0x9E3779B97F4A7C15)
        value += codes[i : i + size]
    # finalizer of splitmix64, so that the high bits depend on all characters
    value ^= value >> np.uint64(30)
    value *= np.uint64(0xBF58476D1CE4E5B9)
    value ^= value >> np.uint64(27)
    value *= np.uint64(0x94D049BB133111EB)
    value ^= value >> np.uint64(31)
    return value


def _grams(texts: Sequence[str]) -> tuple[Hashes, Indices, Indices]:
    """Hashes of all 4-grams, the text each stands in, and the quarter of that text."""
    lengths, codes = _lengths(texts), _codes(texts)
    value = _hashes(codes)
    size = value.size
    owner = np.repeat(np.arange(len(texts)), lengths)
    start = np.repeat(np.cumsum(lengths) - lengths, lengths)[:size]
    quarter = (np.arange(size) - start) * QUARTERS // np.maximum(lengths[owner[:size]], 1)
    inside = owner[:size] == owner[codes.size - size :] if size else owner[:size] == 0
    return value[inside], owner[:size][inside], quarter[inside]


def sieve(slots: npt.NDArray[np.integer] | None = None) -> Sieve:
    """A sieve with these slots marked; None: empty."""
    made = np.zeros(1 << _BITS, bool)
    if slots is not None:
        made[slots] = True
    return made


class NgramIndex:
    """An index of known texts (in comparison form); those shorter than a gram are not found."""

    def __init__(self, texts: Sequence[str]) -> None:
        values, owners = _choose(*_grams(texts))
        order = np.argsort(values, kind="stable")
        self._owners = owners[order]
        self._values, self._first, self._count = np.unique(
            values[order], return_index=True, return_counts=True
        )
        picked = np.bincount(self._owners, minlength=len(texts))
        self._need = np.maximum(np.ceil(picked * SHARE), np.minimum(picked, 2)).astype(np.int64)
        self._slots = (self._values >> np.uint64(64 - _BITS)).astype(np.int64)
        self._sieve = sieve(self._slots)

    def candidates(
        self, texts: Sequence[str], seen: Sieve | None = None
    ) -> Iterator[tuple[Indices, Indices]]:
        """Pairs (text, known text), in batches, that share enough to be worth a comparison.

        In `seen` the grams of all texts are marked.
        """
        for start in range(0, len(texts), _CHUNK):
            text, known = self._look_up(texts[start : start + _CHUNK], seen)
            if text.size:
                yield text + start, known

    def among(self, seen: Sieve) -> Indices:
        """The known texts that `candidates` may find in texts with these grams, and no others."""
        there = np.repeat(seen[self._slots], self._count)
        shared = np.bincount(self._owners[there], minlength=self._need.size)
        return np.flatnonzero((shared >= self._need) & (shared > 0))

    def _look_up(self, texts: Sequence[str], seen: Sieve | None) -> tuple[Indices, Indices]:
        value, owner = self._sieved(texts, seen)
        nothing = np.empty(0, np.int64)
        if not value.size:
            return nothing, nothing
        place = np.minimum(np.searchsorted(self._values, value), self._values.size - 1)
        hit = self._values[place] == value
        place, owner = place[hit], owner[hit]
        if not place.size:
            return nothing, nothing
        count = self._count[place]
        ends = np.cumsum(count)
        slots = np.repeat(self._first[place] - (ends - count), count) + np.arange(ends[-1])
        # the same gram twice in one text counts once
        marks = np.unique(np.repeat(owner, count) * self._owners.size + slots)
        text, slot = np.divmod(marks, self._owners.size)
        pair, shared = np.unique(text * self._need.size + self._owners[slot], return_counts=True)
        text, known = np.divmod(pair, self._need.size)
        enough = shared >= self._need[known]
        return text[enough], known[enough]

    def _sieved(self, texts: Sequence[str], seen: Sieve | None) -> tuple[Hashes, Indices]:
        """Hashes of the grams that may be known, and the text each stands in."""
        value = _hashes(_codes(texts))
        slot = (value >> np.uint64(64 - _BITS)).view(np.int64)
        ends = np.cumsum(_lengths(texts))
        if seen is not None:  # but for grams across texts, which their order would decide
            across = (ends[:, None] - np.arange(1, GRAM)).ravel()
            inside = np.ones(slot.size, bool)
            inside[across[(across >= 0) & (across < slot.size)]] = False
            seen[slot[inside]] = True
        at = np.flatnonzero(self._sieve.take(slot))
        owner = np.searchsorted(ends, at, side="right")
        inside = at + GRAM <= ends[owner]
        return value[at[inside]], owner[inside]


def _choose(value: Hashes, owner: Indices, quarter: Indices) -> tuple[Hashes, Indices]:
    """The grams by which texts are found.

    Sorted by one packed number, not by several keys: the owner stands above the rest. `argsort`
    takes half the time of `unique`, whose sort keeps the order of equals.
    """
    high = owner.astype(np.uint64)
    # equal grams of a text: the first stays (40 bits of the hash tell those of one text apart)
    own = (high << np.uint64(40)) | (value >> np.uint64(24))
    order = np.argsort(own)
    first = np.minimum.reduceat(order, _starts(own[order]))
    value, owner, quarter, high = value[first], owner[first], quarter[first], high[first]
    order = np.argsort(value)
    counts = np.diff(np.append(_starts(value[order]), value.size))
    spread = np.empty(value.size, np.int64)
    spread[order] = np.repeat(np.minimum(counts, 1023), counts)
    rarity = (spread.astype(np.uint64) << np.uint64(24)) | (value >> np.uint64(40))
    part = high * np.uint64(QUARTERS) + quarter.astype(np.uint64)
    # ties fall by the text's own grams, whichever texts stand beside it
    order = np.argsort((part << np.uint64(34)) | rarity, kind="stable")
    chosen = order[_rank(part[order].astype(np.int64)) < PICKED]
    order = chosen[np.argsort((high[chosen] << np.uint64(34)) | rarity[chosen], kind="stable")]
    kept = order[(_rank(owner[order]) < LEAST) | (spread[order] <= COMMON)]
    return value[kept], owner[kept]


def _starts(ranked: Hashes | Indices) -> Indices:
    """Where runs of equal numbers begin."""
    return np.flatnonzero(np.append(True, ranked[1:] != ranked[:-1])[: ranked.size])


def _rank(group: Indices) -> Indices:
    """Place of each element within its run of equal groups."""
    starts = _starts(group)
    lengths = np.diff(np.append(starts, group.size))
    return np.arange(group.size) - np.repeat(starts, lengths)
