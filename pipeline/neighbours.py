"""The nearest question of train for each question of a split, by the signatures of `unique`."""

import numpy as np
import polars as pl
from rapidfuzz import fuzz

from cleaning.duplicates import minhash
from cpsyexam.text import bare

_PERMUTATIONS = 128
_CANDIDATES = 12
_BLOCK = 64  # questions compared with all of train at once


def nearest(asked: pl.DataFrame, train: pl.DataFrame) -> dict[str, tuple[str, float]]:
    """Id → (id of the nearest in train of the same kind of answer, likeness 0 to 1).

    Columns of both: id, format, question, options. Candidates by MinHash of question and options,
    the order by the ratio of the texts.
    """
    found: dict[str, tuple[str, float]] = {}
    for mine, theirs in _kinds(asked, train):
        texts, others = _texts(mine), _texts(theirs)
        signs = minhash.signatures(texts, _PERMUTATIONS)
        known = minhash.signatures(others, _PERMUTATIONS)
        top = min(_CANDIDATES, len(others))
        for first in range(0, len(texts), _BLOCK):
            block = signs[first : first + _BLOCK]
            alike = np.stack([(known == sign).sum(axis=1, dtype=np.int16) for sign in block])
            places = np.argpartition(-alike, top - 1, axis=1)[:, :top]
            for offset, candidates in enumerate(places):
                text = texts[first + offset]
                ratio, place = max((fuzz.ratio(text, others[int(c)]), -int(c)) for c in candidates)
                found[mine["id"][first + offset]] = (theirs["id"][-place], ratio / 100)
    return found


def _kinds(asked: pl.DataFrame, train: pl.DataFrame) -> list[tuple[pl.DataFrame, pl.DataFrame]]:
    is_open = pl.col("format") == "QA"
    pairs = [(frame.filter(rule), train.filter(rule)) for frame, rule in
             ((asked, is_open), (asked, ~is_open))]  # fmt: skip
    return [(mine, theirs) for mine, theirs in pairs if mine.height and theirs.height]


def _texts(frame: pl.DataFrame) -> pl.Series:
    options = pl.col("options").list.sort().list.join("\n")
    return frame.select(bare(pl.concat_str("question", options, separator="\n")).alias("t"))["t"]
