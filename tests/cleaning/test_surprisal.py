"""Counting n-grams: sorted where they are few, in tables where they are many; the same counts."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from cleaning import surprisal

CODES = np.random.default_rng(5).integers(0x4E00, 0x4E00 + 60, 20_000).astype(np.uint32)


def test_tables_count_what_sorting_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    near = np.roll(CODES, 1)
    pairs = Counter([(int(CODES[-1]), int(CODES[0])), *pairwise(CODES.tolist())])
    for few in (1 << 19, 0):
        monkeypatch.setattr(surprisal, "_FEW", few)
        counted = surprisal._count((near, CODES))
        told = zip(near.tolist(), CODES.tolist(), strict=True)
        assert counted.tolist() == [pairs[pair] for pair in told]


def test_slices_change_no_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = surprisal._evidence(CODES)
    monkeypatch.setattr(surprisal, "_SLICE", 777)
    assert surprisal._evidence(CODES).tobytes() == whole.tobytes()
    assert whole.max() > 0
