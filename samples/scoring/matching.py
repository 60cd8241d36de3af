"""Which raw question is which printed one: by text, number and page, best pairs first."""

import re
from collections.abc import Mapping, Sequence

from rapidfuzz import fuzz, process

from cpsyexam.text import fold
from samples.scoring.tables import Row

_LEAST = 60.0


def match(truth: Sequence[Row], found: Sequence[Row]) -> dict[int, Row]:
    """Place in `truth` → raw question, each used once; what is too unlike stays alone."""
    scores = process.cdist([_text(t) for t in truth], [_text(f) for f in found], scorer=fuzz.ratio)
    pairs = [
        (float(scores[i][j]) + _bonus(t, f), i, j)
        for i, t in enumerate(truth)
        for j, f in enumerate(found)
        if scores[i][j] >= _LEAST
    ]
    pairs.sort(key=lambda pair: (-pair[0], pair[1], pair[2]))
    matched: dict[int, Row] = {}
    used: set[int] = set()
    for _, i, j in pairs:
        if i not in matched and j not in used:
            matched[i] = found[j]
            used.add(j)
    return matched


def _text(row: Mapping[str, object]) -> str:
    options = row["options"] if isinstance(row["options"], list) else []
    joined = "|".join([str(row["stem"]), *map(str, options)])
    return re.sub(r"\s", "", fold(joined))


def _bonus(truth: Row, found: Row) -> float:
    same_page = bool(truth["page"] in (found["url"], found["locator"]))
    return 8.0 * same_page + 4.0 * bool(truth["number"] == found["number"])
