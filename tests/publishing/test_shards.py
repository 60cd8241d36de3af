"""Shards: what a new file brings changes few of them, and nothing but their rows decides them."""

import hashlib

import numpy as np
import polars as pl
import pytest

from publishing.shards import cut, in_order

_MOST = 400


def _rows(archive: str, count: int) -> pl.DataFrame:
    names = [f"q{hashlib.sha256(f'{archive}/{i}'.encode()).hexdigest()[:20]}" for i in range(count)]
    return pl.DataFrame({"id": names, "source": "bank", "capture": archive, "place": range(count)})


def _shards(rows: pl.DataFrame) -> list[tuple[str, ...]]:
    files = rows.select("capture", archive="capture").unique()
    return [tuple(part["id"]) for part in cut(in_order(rows, files), _MOST)]


@pytest.mark.parametrize("seed", range(5))
def test_growth_changes_few_shards(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = pl.concat(_rows(f"{name}.jsonl", 4_000) for name in "bdfh")
    before = _shards(rows)
    for step in range(4):
        new = _rows(f"{rng.choice(list('acegi'))}{step}.jsonl", 100)
        gone = int(rng.integers(rows.height))
        rows = pl.concat([rows.slice(0, gone), rows.slice(gone + 1), new])
        after = _shards(rows)
        assert after == _shards(rows.sample(fraction=1, shuffle=True, seed=step).sort("place"))
        assert len(set(after) - set(before)) <= 2 * (2 + 100 * 16 // _MOST)
        assert max(map(len, after)) <= _MOST
        assert sorted(name for shard in after for name in shard) == sorted(rows["id"])
        before = after


def test_stretches_hold_all_rows_whatever_their_names() -> None:
    file = {"source": "bank", "archive": "a.jsonl"}
    same = pl.DataFrame({"id": ["q00000000"] * 10, **file})  # every row says that one begins
    assert [part.height for part in cut(same, 16)] == [1] * 10
    never = pl.DataFrame({"id": ["q00000001"] * 10, **file})
    assert [part.height for part in cut(never, 16)] == [10]
    assert [part.height for part in cut(never, 4)] == [1] * 10
    assert not list(cut(never.clear(), 4))
