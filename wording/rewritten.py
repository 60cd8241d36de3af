"""Which questions of a later version are those of an earlier one, in other words.

Compared are normal forms of identity v1 (see wording.leak_similarity). Tables have the columns
name and normal; pairs come out as `old`, `new` (names).
"""

import polars as pl
from rapidfuzz import fuzz

from wording.leak_similarity import Known, alike, key
from wording.ngram_index import NgramIndex

REWRITTEN = 70.0  # percent of likeness of stem and options together
_PAIR = {"old": pl.String, "new": pl.String}
_SLICE = 50_000  # questions that are compared at once


def near_copies(old: pl.DataFrame, new: pl.DataFrame) -> pl.DataFrame:
    """All pairs that the leak guard takes for one question, by its own search among the old."""
    names, found = old["name"].to_list(), [pl.DataFrame(schema=_PAIR)]
    known = Known(old["normal"].to_list())
    for part in new.iter_slices(_SLICE):
        pairs = list(known.alike(part["normal"].to_list()))
        chosen = part["name"][[i for i, _ in pairs]]
        found.append(pl.DataFrame({"old": [names[j] for _, j in pairs], "new": chosen}))
    return pl.concat(found)


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
