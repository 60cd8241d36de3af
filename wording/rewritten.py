"""Which questions of a later version are those of an earlier one, in other words.

Compared are normal forms of identity v1 (see wording.leak_similarity). Tables have the columns
name and normal; pairs come out as `old`, `new` (names).
"""

from dataclasses import replace
from functools import cache

import polars as pl
from rapidfuzz import fuzz

from cpsyexam.memo import NO_MEMO, Memo, frame_digest
from wording.leak_similarity import Known, alike, key
from wording.ngram_index import NgramIndex

REWRITTEN = 70.0  # percent of likeness of stem and options together
_PAIR = {"old": pl.String, "new": pl.String}
_SLICE = 50_000  # questions that are compared at once


def near_copies(old: pl.DataFrame, new: pl.DataFrame, memo: Memo = NO_MEMO) -> pl.DataFrame:
    """All pairs that the leak guard takes for one question, by its own search among the old.

    The audit asks of some what the draw asked of more: what was found is kept in `memo`.
    """
    known = cache(lambda: Known(old["normal"].to_list()))

    def places(part: pl.DataFrame) -> pl.DataFrame:
        found: list[list[int]] = [[] for _ in range(part.height)]
        for i, j in known().alike(part["normal"].to_list()):
            found[i].append(j)
        return pl.DataFrame({"old": found}, schema={"old": pl.List(pl.Int64)})

    few = replace(memo, least=1, portion=_SLICE)  # they are dear
    content = frame_digest(old.select("normal")) if memo.folder else ""
    at = few.rows("near_copies", new.select("normal"), places, content)["old"]
    pairs = new.select(at, new="name").explode("old").drop_nulls()
    return pairs.select(old["name"].gather(pairs["old"]).alias("old"), "new").cast(pl.Schema(_PAIR))


def rewritten(old: pl.DataFrame, new: pl.DataFrame) -> pl.DataFrame:
    """Pairs of a text that went and one that came in its place: the likest first, each name once.

    Near copies count anywhere, what is less alike only where both are of one `source`.
    """
    names, normals = old["name"].to_list(), old["normal"].to_list()
    sources = old["source"].to_list()
    index = NgramIndex([key(normal) for normal in normals])
    scored: list[tuple[float, str, str]] = []
    for part in new.iter_slices(_SLICE):
        tested, places = part["normal"].to_list(), part["source"].to_list()
        for left, right in index.candidates([key(normal) for normal in tested]):
            for i, j in zip(left.tolist(), right.tolist(), strict=True):
                score = fuzz.ratio(key(tested[i]), key(normals[j]))
                same = places[i] == sources[j] and score >= REWRITTEN
                if same or alike(tested[i], normals[j]):
                    scored.append((-score, names[j], part["name"][i]))
    pairs: dict[str, str] = {}
    taken: set[str] = set()
    for _, one, other in sorted(scored):
        if one not in pairs and other not in taken:
            pairs[one] = other
            taken.add(other)
    return pl.DataFrame({"old": list(pairs), "new": list(pairs.values())}, schema=_PAIR)
