"""How far reviewers agree: Krippendorff's α (nominal) and percent, by field and by person.

α: Krippendorff (2004), Content Analysis, chapter 11. The control sample's error rate has an
exact interval.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from reviewing.opinions import Opinion

FIELDS = ("verdict", "key", "text", "labels")


@dataclass(frozen=True)
class Agreement:
    """α (None where it is not defined), share of equal pairs, and how many pairs there are."""

    alpha: float | None
    percent: float | None
    pairs: int


def value(opinion: Opinion, field: str) -> str:
    """What an opinion says about one of FIELDS, as a category."""
    said = opinion.fields.fields()
    if field == "verdict":
        return opinion.verdict
    if field == "key":
        key = said.get("key")
        return "\n".join(sorted(map(str, key))) if isinstance(key, list) else "as it was"
    labels = {"task", "category", "exam", "subject"}
    names = said.keys() & labels if field == "labels" else said.keys() - labels - {"key"}
    return repr(sorted((name, str(said[name])) for name in names))


def agreement(
    by_item: Mapping[str, Sequence[Opinion]], field: str, reviewer: str = ""
) -> Agreement:
    """Of one field over all items; with `reviewer`, of this person with each other one.

    Opinions that settle a dispute, those given after others' were seen, and `unsure` do not count.
    """
    units = [_counted(votes, reviewer) for votes in by_item.values()]
    units = [votes for votes in units if len(votes) > 1]
    said = [[value(vote, field) for vote in votes] for votes in units]
    equal = total = 0
    for votes, values in zip(units, said, strict=True):
        for (one, first), (other, second) in combinations(zip(votes, values, strict=True), 2):
            if reviewer in ("", one.by, other.by):
                total += 1
                equal += first == second
    return Agreement(alpha(said), equal / total if total else None, total)


def _counted(votes: Sequence[Opinion], reviewer: str) -> list[Opinion]:
    counted = [
        vote for vote in votes if not (vote.chair or vote.seen_others) and vote.verdict != "unsure"
    ]
    return counted if not reviewer or any(v.by == reviewer for v in counted) else []


def alpha(units: Sequence[Sequence[str]]) -> float | None:
    """Krippendorff's α for nominal values; None where there is no variation to agree on."""
    import krippendorff

    names = sorted({value for unit in units for value in unit})
    if len(names) < 2:
        return None
    place = {name: i for i, name in enumerate(names)}
    counts = np.zeros((len(units), len(names)), dtype=np.int64)
    for row, unit in enumerate(units):
        for one in unit:
            counts[row, place[one]] += 1
    return float(krippendorff.alpha(value_counts=counts, level_of_measurement="nominal"))


def interval(hits: int, total: int) -> tuple[float, float]:
    """95 % interval of a share that covers it at least so often, for samples of any size.

    Clopper and Pearson (1934); (0, 1) of nothing.
    """
    from scipy.special import betaincinv

    low = betaincinv(hits, total - hits + 1, 0.025) if hits else 0.0
    high = betaincinv(hits + 1, total - hits, 0.975) if hits < total else 1.0
    return float(low), float(high)


def by_reviewer(opinions: Iterable[Opinion]) -> dict[str, list[Opinion]]:
    """Opinions by who said them."""
    found: dict[str, list[Opinion]] = defaultdict(list)
    for one in opinions:
        found[one.by].append(one)
    return dict(found)
