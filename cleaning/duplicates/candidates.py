"""Pairs worth a look: locality-sensitive hashing of the sketches.

Method: Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", ch. 3 (banding); buckets too
large for all pairs are searched by sorted neighbourhood (Hernández & Stolfo, 1995), from both ends
of the texts, so a crowd of boilerplate costs linear time and its copies still meet.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt
import polars as pl

from cleaning.duplicates import minhash
from cleaning.duplicates.settings import DuplicateSettings
from cleaning.duplicates.texts import OPTION_MARK, Rows, comparison_rows
from cpsyexam.memo import Memo

Pairs = npt.NDArray[np.uint64]  # left row << 32 | right row, left < right
Keys = npt.NDArray[np.uint32]
Numbers = npt.NDArray[np.uint32]
NONE: Pairs = np.empty(0, dtype=np.uint64)
_SHIFT = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_MERGE = 1 << 22  # pairs gathered before copies of one pair are dropped


def keys_of(texts: pl.Series, settings: DuplicateSettings, *, compiled: bool) -> Keys:
    """Band keys, a row a band: by numpy, or compiled where there is enough to do."""
    if compiled:
        from cleaning.duplicates import minhash_numba

        return minhash_numba.band_keys(texts, settings.bands, settings.rows)
    signs = minhash.signatures(texts, settings.bands * settings.rows)
    return minhash.band_keys(signs, settings.bands, settings.rows)


def pairs_of(bands: Iterable[Keys], bucket: int, texts: Callable[[Numbers], pl.Series]) -> Pairs:
    """Sorted distinct pairs of rows that share a key of a band.

    All pairs in buckets up to `bucket` rows, and neighbours in the larger ones, for which `texts`
    gives the texts of (ascending) rows.
    """
    found: list[Pairs] = []
    crowds: dict[bytes, Numbers] = {}  # identical crowds recur from band to band
    for band in bands:
        starts, sizes, order = _buckets(band)
        for size in np.unique(sizes[sizes <= bucket]):
            members = order[starts[sizes == size][:, None] + np.arange(size)]
            left, right = np.triu_indices(int(size), 1)
            found.append(packed(members[:, left].ravel(), members[:, right].ravel()))
        for start, size in zip(starts[sizes > bucket], sizes[sizes > bucket], strict=True):
            members = np.sort(order[start : start + size])
            crowds[members.tobytes()] = members
        if sum(map(len, found)) > _MERGE:
            found = [distinct(found)]
    if crowds:
        rows = np.unique(np.concatenate(list(crowds.values())))
        known = texts(rows)
        for members in crowds.values():
            here = known.gather(np.searchsorted(rows, members))
            found += _neighbours(members, here, bucket // 2)
    return distinct(found)


def packed(left: Numbers, right: Numbers) -> Pairs:
    """Pairs of rows as numbers, the smaller row first."""
    low, high = np.minimum(left, right), np.maximum(left, right)
    return (low.astype(np.uint64) << _SHIFT) | high.astype(np.uint64)


def unpacked(pairs: Pairs) -> tuple[Numbers, Numbers]:
    """Left and right rows of pairs."""
    return (pairs >> _SHIFT).astype(np.uint32), (pairs & _LOW).astype(np.uint32)


def distinct(pairs: Iterable[Pairs]) -> Pairs:
    """All pairs once, sorted."""
    whole = np.sort(np.concatenate([NONE, *pairs]))  # unlike numpy.unique: no hash table
    fresh: npt.NDArray[np.bool_] = np.append(True, whole[1:] != whole[:-1])
    kept: Pairs = whole[fresh[: len(whole)]]
    return kept


def _buckets(band: Keys) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Numbers]:
    rows = np.arange(len(band), dtype=np.uint64)
    ranked = np.sort((band.astype(np.uint64) << _SHIFT) | rows)
    values = ranked >> _SHIFT
    changes = np.flatnonzero(values[1:] != values[:-1]) + 1
    edges = np.concatenate([[0], changes, [len(band)]])
    sizes = np.diff(edges)
    shared = sizes > 1
    return edges[:-1][shared], sizes[shared], (ranked & _LOW).astype(np.uint32)


def _neighbours(members: Numbers, texts: pl.Series, reach: int) -> list[Pairs]:
    found = []
    for keys in (texts, texts.str.reverse()):
        ranked = members[keys.arg_sort().to_numpy()]
        steps = range(1, min(reach, len(ranked) - 1) + 1)
        found += [packed(ranked[:-step], ranked[step:]) for step in steps]
    return found


_COMPILED = 20_000  # questions in one call from which compiled code pays
SAMPLE = 40_000  # questions: enough for the words of a field
_SPECIFIC = 8  # content characters of a stem that may stand for a question
MATERIAL = pl.when(pl.col("material") == "").then(0).otherwise(pl.col("material").hash(1))
_OWN = 12  # characters of all options that are a question's own: not 对 and 错, A and B
_KEPT = {
    "form": pl.col("form").hash(1),
    "text": pl.concat_str("material", "text", separator="\x1d").hash(1),
    "material": MATERIAL,
    "key": pl.when(pl.col("key") == "").then(0).otherwise(pl.col("key").hash(1)),
    # a short stem over options (the correct statement is …) says nothing
    "wording": pl.when(
        (pl.col("content").str.len_chars() >= _SPECIFIC) | (pl.col("given").list.len() == 0)
    )
    .then(pl.col("content").hash(1))
    .otherwise(0),
    # a question quoted in a longer one keeps them
    "choices": pl.when(pl.col("given").list.eval(pl.element().str.len_chars()).list.sum() >= _OWN)
    .then(pl.col("given").list.sort().list.join(OPTION_MARK).hash(1))
    .otherwise(0),
}


@dataclass(frozen=True)
class Fingerprints:
    """By row number: `table` of hashes (0 for an empty text), and band keys."""

    table: pl.DataFrame  # form, text, material, key, wording, choices
    keys: Keys
    sample: pl.Series  # texts of the first rows, from which usual words are learnt


def fingerprints(rows: Rows, settings: DuplicateSettings) -> Fingerprints:
    """Read all rows once."""
    keys: Keys = np.empty((settings.bands, rows.height), dtype=np.uint32)
    compiled = rows.height >= settings.compiled_from
    tables, sample, first = [], [], 0
    for part in rows.batches("form", "text", "material", "key", "content", "given"):
        last = first + part.height
        keys[:, first:last] = keys_of(part["text"], settings, compiled=compiled)
        tables.append(part.select(**_KEPT))
        if first < SAMPLE:
            sample.append(part["text"].head(SAMPLE - first))
        first = last
    return Fingerprints(pl.concat(tables), keys, pl.concat(sample))


CONTENT = ("material", "stem", "options", "answer", "reference")  # all that is compared


def kept_fingerprints(
    content: pl.DataFrame, of: pl.Series, settings: DuplicateSettings, memo: Memo
) -> Fingerprints:
    """The same of questions (columns CONTENT, with digests `of` them) where results are kept."""
    work = partial(_fingerprint, settings=settings)
    # those of the first rows with their texts, so that nothing is brought into form twice
    first, told_too, said = content.head(SAMPLE), partial(work, texts=True), str(settings)
    head = memo.rows("texts", first, told_too, said, of=of.head(SAMPLE), spread=True)
    later = of.slice(SAMPLE)
    rest = memo.rows("fingerprints", content.slice(SAMPLE), work, said, of=later, spread=True)
    told = pl.concat([head.drop("sample"), rest])
    keys: Keys = np.ascontiguousarray(told["keys"].to_numpy().T)
    return Fingerprints(told.drop("keys"), keys, head["sample"])


def _fingerprint(
    content: pl.DataFrame, settings: DuplicateSettings, *, texts: bool = False
) -> pl.DataFrame:
    rows = comparison_rows(content)
    keys = keys_of(rows["text"], settings, compiled=rows.height >= _COMPILED)
    column = pl.Series("keys", keys.T.copy(), dtype=pl.Array(pl.UInt32, settings.bands))
    told = rows.select(**_KEPT).with_columns(column)
    return told.with_columns(rows["text"].alias("sample")) if texts else told
