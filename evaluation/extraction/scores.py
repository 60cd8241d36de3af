"""Replies that give every option a score or a probability."""

import re

from evaluation.extraction.letters import LETTERS

_SCORE = re.compile(
    r"(?:^|[\n,;:、/|])[ \t]{0,8}(?:[-*•] {0,4})?(?:选项)?([A-J])"
    r"(?:项)? {0,4}[:= (/|] {0,4}(?:约|为)?(\d{1,3}(?:\.\d{1,4})?) ?(%|分)? ?\)?"
    r"(?= {0,4}(?:[\n,;、./|(]|$))"
)
_LOW, _HIGH = 0.2, 0.8  # shares so far apart are probabilities
_QUOTES = re.compile(r"[\"'{}]")
_PROBABILITY = re.compile(r"概率|可能性|置信|把握|probab|confiden|likel", re.IGNORECASE)


def scored(text: str, options: int, *, several: bool) -> tuple[int, ...] | None:
    """Positions by score, () where the scores do not decide; None where it scores not every option.

    For one answer the highest; for several those with a probability of one half or more.
    """
    rows = _SCORE.findall(_QUOTES.sub("", text).strip())
    if sorted(row[0] for row in rows) != list(LETTERS[:options]):
        return None
    rows.sort()
    values = [float(row[1]) / (100 if row[2] == "%" else 1) for row in rows]
    if not several:
        best = [place for place, value in enumerate(values) if value == max(values)]
        return tuple(best) if len(best) == 1 else ()
    if set(values) == {0.0, 1.0} and not any(row[2] for row in rows):
        return tuple(place for place, value in enumerate(values) if value)
    apart = max(values) > 0 and all(value <= _LOW or value >= _HIGH for value in values)
    if max(values) > 1 or not (apart or _PROBABILITY.search(text)):
        return ()
    return tuple(place for place, value in enumerate(values) if value >= 0.5)
