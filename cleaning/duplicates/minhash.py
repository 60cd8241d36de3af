"""MinHash sketches of short Chinese texts: character 2-grams, datasketch's `affine32` scheme.

Method: Broder, "On the resemblance and containment of documents" (1997); the permutations are
a·h+b modulo 2³² over MurmurHash3-finalised hashes, as datasketch 2 makes them, so a signature
made here may be queried in a `datasketch.MinHashLSH` and the other way round.
"""

from functools import cache

import numpy as np
import numpy.typing as npt
import polars as pl

Words = npt.NDArray[np.uint32]
Places = npt.NDArray[np.int64]
SEED = 1
_EMPTY = np.uint32(0xFFFFFFFF)
_BATCH = 1 << 18  # shingles a batch: fits the second-level cache a few times over


@cache
def permutations(count: int) -> tuple[Words, Words]:
    """Factors (odd) and summands of datasketch's `MinHash(num_perm=count, seed=1)`."""
    generator = np.random.RandomState(SEED)
    factors = generator.randint(0, 1 << 31, count, dtype=np.uint32) * np.uint32(2) + np.uint32(1)
    summands = generator.randint(0, 1 << 32, count, dtype=np.uint32)
    return factors, summands


def shingles(text: str) -> list[bytes]:
    """The 2-grams of a text as UTF-8 (a one-character text is its own shingle)."""
    pairs = [text[i : i + 2] for i in range(len(text) - 1)] or [text] * bool(text)
    return [pair.encode() for pair in pairs]


def shingle_hash(data: bytes) -> int:
    """Hash of one shingle, as datasketch's `hashfunc`: injective for the characters in use."""
    points = [ord(c) for c in data.decode()]
    first, second = points if len(points) == 2 else (0, points[0])
    return ((first << 16) ^ (first >> 16) ^ second) & 0xFFFFFFFF


def signatures(texts: pl.Series, count: int) -> Words:
    """MinHash signatures, a row a text, `count` columns; texts without characters are all ones."""
    points, starts = _points(texts)
    out = np.full((len(texts), count), _EMPTY, dtype=np.uint32)
    first = 0
    while first < len(texts):
        limit = starts[first] + _BATCH
        last = max(first + 1, int(np.searchsorted(starts, limit, side="right")) - 1)
        _sign(points, starts[first : last + 1], out[first:last], count)
        first = last
    return out


def band_keys(signs: Words, bands: int, rows: int) -> npt.NDArray[np.uint32]:
    """32-bit keys of the bands, `bands` rows of one key a text."""
    keys = np.empty((bands, len(signs)), dtype=np.uint32)
    for band in range(bands):
        keys[band] = _mixed(signs[:, band * rows : (band + 1) * rows])
    return keys


def _mixed(part: Words) -> npt.NDArray[np.uint32]:
    state = np.full(len(part), 0xCBF29CE484222325, dtype=np.uint64)
    for column in range(part.shape[1]):
        state = (state ^ part[:, column]) * np.uint64(0x9E3779B97F4A7C15)
        state ^= state >> np.uint64(29)
    return np.asarray(state >> np.uint64(32), dtype=np.uint32)


def _points(texts: pl.Series) -> tuple[Words, Places]:
    lengths = texts.str.len_chars().to_numpy().astype(np.int64)
    joined = texts.str.join("").item() if len(texts) else ""
    points = np.frombuffer(joined.encode("utf-32-le"), dtype=np.uint32)
    return points, np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


def _sign(points: Words, starts: Places, out: Words, count: int) -> None:
    base, lengths = starts[0], np.diff(starts)
    here = points[base : starts[-1]]
    if not len(here):
        return
    second = here.copy()
    first = np.concatenate([np.zeros(1, dtype=np.uint32), here[:-1]])
    begins = (starts[:-1] - base)[lengths > 0]
    first[begins] = 0  # a text's first character has no left neighbour
    hashes = _finalised((first << np.uint32(16)) ^ (first >> np.uint32(16)) ^ second)
    alone = np.zeros(len(here), dtype=bool)
    alone[begins] = lengths[lengths > 0] > 1  # … and is no shingle where others are
    hashes = hashes[~alone]
    kept = np.maximum(lengths[lengths > 0] - 1, 1)
    edges = np.concatenate([[0], np.cumsum(kept)[:-1]])
    factors, summands = permutations(count)
    filled = np.flatnonzero(lengths > 0)
    for column in range(count):
        values = hashes * factors[column] + summands[column]
        out[filled, column] = np.minimum.reduceat(values, edges)


def _finalised(values: Words) -> Words:
    values = values ^ (values >> np.uint32(16))
    values = values * np.uint32(0x85EBCA6B)
    values = values ^ (values >> np.uint32(13))
    values = values * np.uint32(0xC2B2AE35)
    return values ^ (values >> np.uint32(16))
