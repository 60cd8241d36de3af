"""Candidates: who meets whom."""

import numpy as np
import polars as pl

from cleaning.duplicates.candidates import keys_of, pairs_of, unpacked
from cleaning.duplicates.settings import DuplicateSettings


def met(texts: list[str], *, compiled: bool = False) -> set[tuple[int, int]]:
    series = pl.Series(texts, dtype=pl.String)
    keys = keys_of(series, DuplicateSettings(), compiled=compiled)
    left, right = unpacked(pairs_of(keys, 64, series.gather))
    return set(zip(left.tolist(), right.tolist(), strict=True))


def test_like_texts_meet_and_unlike_do_not() -> None:
    texts = [
        "最先提出操作性条件反射理论的心理学家是",
        "短时记忆的容量一般为几个组块",
        "最先提出操作性条件反射的心理学家是",
    ]
    assert met(texts) == {(0, 2)}


def test_compiled_and_numpy_paths_agree() -> None:
    texts = [f"关于记忆的第{i % 40}种说法正确的是哪一项{i}" for i in range(200)]
    assert met(texts) == met(texts, compiled=True)


def test_no_texts_and_one_text() -> None:
    assert met([]) == set()
    assert met(["心理"]) == set()


def test_every_pair_of_a_small_bucket() -> None:
    keys = np.array([[7, 1, 7, 7]], dtype=np.uint32)
    pairs = pairs_of(keys, 64, pl.Series(["a", "b", "c", "d"]).gather)
    assert [tuple(p) for p in zip(*(u.tolist() for u in unpacked(pairs)), strict=True)] == [
        (0, 2),
        (0, 3),
        (2, 3),
    ]


def test_copies_meet_in_a_crowd_at_linear_cost() -> None:
    """A thousand boilerplate texts in one bucket: each copy still meets its original."""
    stems = [
        f"计算题:已知某测验{i}名被试的平均数为{i * 7}标准差为{i % 13}求标准误" for i in range(1000)
    ]
    copies = [stem.replace("某测验", "该测验") for stem in stems[::10]]
    texts = stems + copies
    keys = np.zeros((1, len(texts)), dtype=np.uint32)
    left, right = unpacked(pairs_of(keys, 64, pl.Series(texts).gather))
    found = set(zip(left.tolist(), right.tolist(), strict=True))
    assert all((i * 10, 1000 + i) in found for i in range(100))
    assert len(found) <= len(texts) * 64
