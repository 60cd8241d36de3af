"""Replies that give every option a score or a probability."""

import re

from evaluation.extraction.naming import Body, G

_SCORE = re.compile(
    rf"{G}[\s*_\"')]*(?:的?(?:概率|可能性|得分|分数)?(?:约?[是为]|约)?|[:=(/|,]){{0,3}}[\s*\"']*(?:约)?(\d{{1,3}}(?:\.\d{{1,4}})?)(?:/\d+)?\s?(%|分)?\s?\)?(?=[\s\"']*(?:[\n,;、./|(}}]|$))"
)
_LOW, _HIGH = 0.2, 0.8  # shares so far apart are probabilities


def scaled(body: Body, *, several: bool) -> tuple[int, ...] | None:
    """Positions by score, () where they do not decide; None where it is no such reply.

    For one answer the highest; for several those with a probability of one half or more.
    """
    single = [group.places[0] for group in body.groups if len(group.places) == 1]
    if sorted(single) != list(range(body.count)) or len(single) != len(body.groups):
        return None
    rows = _SCORE.findall(body.text)
    if len(rows) != body.count:
        return None
    values = {
        place: float(number) / (100 if unit == "%" else 1)
        for place, (number, unit) in zip(single, rows, strict=True)
    }
    most = max(values.values())
    best = tuple(sorted(place for place, value in values.items() if value == most))
    if not several or set(values.values()) == {0.0, 1.0}:
        return best if several or len(best) == 1 else ()
    likely = most <= 1 and all(value <= _LOW or value >= _HIGH for value in values.values())
    return tuple(sorted(p for p, value in values.items() if value >= 0.5)) if likely else ()
