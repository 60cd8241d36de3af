"""A pointer to unlikely characters: where a reviewer should look for slips of OCR or typing.

A character model of the questions themselves: how surprising is each character after the two
before it, and before the two after it? Trigram counts, the place itself left out, backed off to
bigrams and single characters (linear interpolation; Jelinek and Mercer, 1980). No gate: it finds
about half of all slips in the most surprising fifth of the questions, and rare true words as well.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from zlib import crc32

import numpy as np
import numpy.typing as npt
import polars as pl

from cpsyexam.files import digest
from cpsyexam.memo import NO_MEMO, Memo, frame_digest

_BITS = 24  # table size; 16 M counters, far more than the trigrams of a million questions
_TABLES = 4  # parts of that table
_LOW = 22  # bits that name a counter in its part
_SLICE = 1 << 20  # places that are worked on at a time
_FEW = 1 << 19  # places: so few are sorted sooner than a table of all counters is cleared
_AROUND = 6
_PORTION = 50_000  # questions at least, and twice as many at most
_CUT = 4_096  # one text of so many may begin a portion
_LEAST = 16.0  # bits of surprise below which nothing is said
_TRUST = 2.0  # how many sightings outweigh the shorter context
Codes = npt.NDArray[np.uint32]
Counts = npt.NDArray[np.int32]


def pointers(texts: pl.Series, share: float, memo: Memo = NO_MEMO) -> pl.Series:
    """For the `share` of texts with the strongest evidence: the place in context, else null.

    The suspicious character stands in brackets: `条件反[肘]`. Portions have a model of their own,
    so that memory does not grow with the bank.
    """
    parts = [
        (digest(str(share) + frame_digest(portion)), portion)
        for portion in map(pl.Series.to_frame, _portions(texts.alias("text")))
    ]
    found = memo.frames("pointers", parts, partial(_pointed, share=share))
    told = [one["place"] for one in found]
    return (pl.concat(told) if told else pl.Series([], dtype=pl.String)).alias(texts.name)


def _portions(texts: pl.Series) -> Iterator[pl.Series]:
    """Portions that begin where a text says so: another text moves the ends of few of them."""
    first = 0
    while first < len(texts):
        near = texts.slice(first + _PORTION, _PORTION)
        cut = next((i for i, t in enumerate(near) if not crc32(t.encode()) % _CUT), len(near))
        yield texts.slice(first, _PORTION + cut)
        first += _PORTION + cut


def _pointed(part: pl.DataFrame, share: float) -> pl.DataFrame:
    return pl.DataFrame({"place": _portion(part["text"], share)}, schema={"place": pl.String})


def _portion(texts: pl.Series, share: float) -> list[str | None]:
    said: list[str | None] = [None] * len(texts)
    codes, ends = _codes(texts)
    budget = int(len(texts) * share)
    if codes.size < 5 or not budget:
        return said
    scores = _evidence(codes)
    starts = np.concatenate([[0], ends[:-1]])
    filled = starts < ends
    best = np.zeros(len(texts), dtype=np.float32)
    best[filled] = np.maximum.reduceat(scores, starts[filled])
    for i in np.argsort(-best, kind="stable")[:budget].tolist():
        if best[i] >= _LEAST:
            at = int(np.argmax(scores[starts[i] : ends[i]]))
            said[i] = _shown(texts[i], at)
    return said


def _shown(text: str, at: int) -> str:
    around = f"{text[max(0, at - _AROUND) : at]}[{text[at]}]{text[at + 1 : at + 1 + _AROUND]}"
    return " ".join(around.split())


def _codes(texts: pl.Series) -> tuple[Codes, npt.NDArray[np.int64]]:
    joined = "".join(texts.to_list())
    codes = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return codes, np.cumsum(texts.str.len_chars().to_numpy().astype(np.int64))


def _evidence(codes: Codes) -> npt.NDArray[np.float32]:
    """Bits of surprise of each Chinese character, 0 for all others."""
    one = _count((codes,))
    after, before = _chance(codes, one, 1), _chance(codes, one, -1)
    bits = -np.log2(after) - np.log2(before)
    han = (codes >= 0x4E00) & (codes <= 0x9FFF)
    scores: npt.NDArray[np.float32] = np.where(han, bits, 0).astype(np.float32)
    return scores


def _chance(codes: Codes, one: Counts, side: int) -> npt.NDArray[np.float32]:
    """Chance of each character given its two neighbours on one side, its own sighting left out.

    `one` counts each character, `side` is 1 for the neighbours before it, -1 for those after it.
    """
    near = np.roll(codes, side)
    two = _count((near, codes))
    three = _count((np.roll(codes, 2 * side), near, codes))
    one_near, two_near = np.roll(one, side), np.roll(two, side)
    chance = np.empty(codes.size, dtype=np.float32)
    for first in range(0, codes.size, _SLICE):  # in doubles, of which all at once would be large
        part = slice(first, first + _SLICE)
        single = (one[part] / (codes.size + 1.0)).astype(np.float32)
        # the neighbours alone are what their own place counts
        pair = (two[part] - 1 + _TRUST * single) / (one_near[part] - 1 + _TRUST)
        chance[part] = (three[part] - 1 + _TRUST * pair) / (two_near[part] - 1 + _TRUST)
    return chance


def _count(parts: Iterable[Codes]) -> Counts:
    """How often the n-gram at each place occurs in all."""
    first, *rest = parts
    key = first.astype(np.uint64)
    for part in rest:
        key *= np.uint64(0x9E3779B97F4A7C15)
        key += part
    key *= np.uint64(0xD6E8FEB86659FD93)
    key >>= np.uint64(64 - _BITS)
    place = key.astype(np.uint32)
    del key
    if place.size < _FEW:
        _, which, seen = np.unique(place, return_inverse=True, return_counts=True)
        return seen.astype(np.int32)[which]
    table = np.empty((_TABLES, 1 << _LOW), dtype=np.int32)
    for high, counters in enumerate(table):  # numpy counts in 64 bits: a part of them at a time
        low = place[place >> np.uint32(_LOW) == high] & np.uint32((1 << _LOW) - 1)
        counters[:] = np.bincount(low, minlength=1 << _LOW)
    return table.ravel()[place]
