"""Pairs worth a look: locality-sensitive hashing of the sketches.

Method: Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", ch. 3 (banding); buckets too
large for all pairs are searched by sorted neighbourhood (Hernández & Stolfo, 1995), from both ends
of the texts, so a crowd of boilerplate costs linear time and its copies still meet.
"""

import numpy as np
import numpy.typing as npt
import polars as pl

from cleaning.duplicates import sketch
from cleaning.duplicates.settings import DuplicateSettings

Pairs = npt.NDArray[np.uint64]  # left row << 32 | right row, left < right
Keys = npt.NDArray[np.uint32]
_SHIFT = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_SHARED = 64  # questions with one wording; more are boilerplate
_SPECIFIC = 8  # content characters of a stem that may stand for a question
_MERGE = 1 << 22  # pairs gathered before copies of one pair are dropped


def candidates(texts: pl.Series, settings: DuplicateSettings) -> Pairs:
    """Sorted distinct pairs of rows of `texts` (distinct texts) that share a band."""
    if len(texts) < 2:
        return np.empty(0, dtype=np.uint64)
    return pairs_of(keys_of(texts, settings), texts, settings.bucket)


def same_wording(rows: pl.DataFrame) -> Pairs:
    """Pairs of rows whose questions hold the same content words, whatever their options.

    `rows` has columns content and given. A short stem over options (the correct statement is …)
    says nothing, nor does one that very many share.
    """
    content = pl.col("content")
    specific = (content.str.len_chars() >= _SPECIFIC) | (pl.col("given").list.len() == 0)
    found = rows.select(content, specific.alias("specific")).with_row_index("row")
    shared = found.filter(pl.col("specific") & pl.len().over("content").is_between(2, _SHARED))
    shared = shared.sort("content", "row")
    keys = shared["content"].rle_id().to_numpy().astype(np.uint32)
    left, right = unpacked(pairs_of(keys[None, :], shared["content"], _SHARED))
    at = shared["row"].to_numpy()
    return np.unique(_packed(at[left], at[right]))


def keys_of(texts: pl.Series, settings: DuplicateSettings) -> Keys:
    """Band keys, a row a band: by numpy, or compiled where there is enough to do."""
    if len(texts) >= settings.compiled_from:
        from cleaning.duplicates import kernel

        return kernel.band_keys(texts, settings.bands, settings.rows)
    signs = sketch.signatures(texts, settings.bands * settings.rows)
    return sketch.band_keys(signs, settings.bands, settings.rows)


def pairs_of(keys: Keys, texts: pl.Series, bucket: int) -> Pairs:
    """All pairs in buckets up to `bucket` rows, and neighbours in the larger ones."""
    found: list[Pairs] = []
    crowded: set[bytes] = set()
    for band in keys:
        starts, sizes, order = _buckets(band)
        for size in np.unique(sizes[sizes <= bucket]):
            members = order[starts[sizes == size][:, None] + np.arange(size)]
            left, right = np.triu_indices(int(size), 1)
            found.append(_packed(members[:, left].ravel(), members[:, right].ravel()))
        for start, size in zip(starts[sizes > bucket], sizes[sizes > bucket], strict=True):
            members = np.sort(order[start : start + size])
            if members.tobytes() not in crowded:  # identical crowds recur from band to band
                crowded.add(members.tobytes())
                found.append(_neighbours(members, texts, bucket // 2))
        if sum(map(len, found)) > _MERGE:
            found = [np.unique(np.concatenate(found))]
    return np.unique(np.concatenate(found)) if found else np.empty(0, dtype=np.uint64)


def unpacked(pairs: Pairs) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """Left and right rows of pairs."""
    return (pairs >> _SHIFT).astype(np.uint32), (pairs & _LOW).astype(np.uint32)


def _buckets(
    band: Keys,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.uint32]]:
    rows = np.arange(len(band), dtype=np.uint64)
    packed = np.sort((band.astype(np.uint64) << _SHIFT) | rows)
    values = packed >> _SHIFT
    edges = np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1], [True]]))
    sizes = np.diff(edges)
    shared = sizes > 1
    return edges[:-1][shared], sizes[shared], (packed & _LOW).astype(np.uint32)


def _packed(left: npt.NDArray[np.uint32], right: npt.NDArray[np.uint32]) -> Pairs:
    low, high = np.minimum(left, right), np.maximum(left, right)
    return (low.astype(np.uint64) << _SHIFT) | high.astype(np.uint64)


def _neighbours(members: npt.NDArray[np.uint32], texts: pl.Series, reach: int) -> Pairs:
    forward = texts.gather(members)
    found = []
    for keys in (forward, forward.str.reverse()):
        ranked = members[keys.arg_sort().to_numpy()]
        steps = range(1, min(reach, len(ranked) - 1) + 1)
        found += [_packed(ranked[:-step], ranked[step:]) for step in steps]
    return np.concatenate(found)
