"""Which pairs of characters are usual in a corpus: what is no word is a slip.

A small bank does not attest the words of its field, so in it nothing counts as a slip for want of
company: such a pair is decided by options and keys, or left to a person.
"""

from collections.abc import Callable

import numpy as np
import polars as pl

_OFTEN = 3  # texts
_ENOUGH = 2_000  # texts


def attestation(texts: pl.Series) -> Callable[[str], bool]:
    """Tells of a character pair whether it is usual in these texts; of all, where they are few."""
    return attested_pairs(texts).__contains__ if len(texts) >= _ENOUGH else _usual


def _usual(_: str) -> bool:
    return True


def attested_pairs(texts: pl.Series) -> frozenset[str]:
    """Character pairs that stand in three texts or more."""
    points = np.frombuffer("\n".join(texts.to_list()).encode("utf-32-le"), dtype=np.uint32)
    pairs = (points[:-1].astype(np.uint64) << np.uint64(21)) | points[1:]
    line = np.cumsum(points == ord("\n"))[:-1].astype(np.uint64)
    inside = (points[:-1] != ord("\n")) & (points[1:] != ord("\n"))
    distinct = np.sort(pairs[inside] | (line[inside] << np.uint64(42)))
    distinct = distinct[np.concatenate([[True], distinct[1:] != distinct[:-1]])[: len(distinct)]]
    values, counts = np.unique(distinct & np.uint64((1 << 42) - 1), return_counts=True)
    usual = values[counts >= _OFTEN]
    first, second = (usual >> np.uint64(21)).tolist(), (usual & np.uint64(0x1FFFFF)).tolist()
    return frozenset(chr(a) + chr(b) for a, b in zip(first, second, strict=True))
