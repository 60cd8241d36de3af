"""Sketches are datasketch's, bit for bit, on both paths."""

import numpy as np
import polars as pl
import pytest
from datasketch import MinHash
from hypothesis import given, settings
from hypothesis import strategies as st

from cleaning.duplicates import minhash

PERMUTATIONS = 125
TEXTS = [
    "",
    "心",
    "心理",
    "心理学研究心理现象",
    "a1",
    "t检验𠀀𠀁",
    "x" * 300,
    "感觉\x1e知觉\x1e记忆",
]


def _compiled(texts: pl.Series) -> minhash.Words:
    """Keys by the compiled code: numba takes a second, which the other workers need not spend."""
    from cleaning.duplicates import minhash_numba

    return minhash_numba.band_keys(texts, 25, 5)


def oracle(text: str) -> minhash.Words:
    """The signature by datasketch itself."""
    made = MinHash(num_perm=PERMUTATIONS, hashfunc=minhash.shingle_hash)
    for shingle in minhash.shingles(text):
        made.update(shingle)
    return np.asarray(made.hashvalues)


@settings(max_examples=60)
@given(st.lists(st.text(max_size=60), min_size=1, max_size=8))
def test_signatures_equal_datasketch(texts: list[str]) -> None:
    found = minhash.signatures(pl.Series(texts, dtype=pl.String), PERMUTATIONS)
    for text, row in zip(texts, found, strict=True):
        assert np.array_equal(row, oracle(text))


@settings(max_examples=60)
@given(st.lists(st.text(max_size=60), min_size=1, max_size=8))
def test_compiled_keys_equal_numpy_keys(texts: list[str]) -> None:
    series = pl.Series(texts, dtype=pl.String)
    keys = minhash.band_keys(minhash.signatures(series, PERMUTATIONS), 25, 5)
    assert np.array_equal(_compiled(series), keys)


def test_keys_do_not_depend_on_chunks_or_slices() -> None:
    whole = pl.Series(TEXTS * 3)
    chunked = pl.concat([pl.Series(TEXTS), pl.Series(["weg", *TEXTS, *TEXTS])[1:]], rechunk=False)
    assert chunked.n_chunks() == 2
    assert np.array_equal(_compiled(whole), _compiled(chunked))
    signs = minhash.signatures(whole, PERMUTATIONS)
    assert np.array_equal(
        signs[: len(TEXTS)], minhash.signatures(whole[: len(TEXTS)], PERMUTATIONS)
    )


def test_batches_do_not_change_signatures(monkeypatch: pytest.MonkeyPatch) -> None:
    series = pl.Series(TEXTS * 4)
    whole = minhash.signatures(series, PERMUTATIONS)
    monkeypatch.setattr(minhash, "_BATCH", 7)
    assert np.array_equal(whole, minhash.signatures(series, PERMUTATIONS))


def test_permutations_are_those_of_datasketch() -> None:
    factors, summands = MinHash(num_perm=PERMUTATIONS).permutations
    assert np.array_equal(minhash.permutations(PERMUTATIONS)[0], factors)
    assert np.array_equal(minhash.permutations(PERMUTATIONS)[1], summands)
