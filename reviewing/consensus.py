"""From opinions to an outcome: what the policy of an item makes of what people said.

`one`: the first who is sure. `two`: two who agree; where the first two do not, a third is asked.
`three`: three of three. What cannot agree any more is a dispute, which a chair settles. What
somebody said after they had seen what others said counts for nothing here.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from reviewing.kinds import Policy
from reviewing.opinions import Opinion

State = Literal["open", "agreed", "dispute"]
_MEASURES = frozenset({"better", "tie", "worse", "neither", "graded"})
ASKED: dict[Policy, int] = {"one": 1, "two": 2, "three": 3}  # people at least


@dataclass(frozen=True)
class Outcome:
    """`wants`: how many more people are asked. `said`: the agreed opinion; `backers` share it."""

    state: State
    wants: int = 0
    said: Opinion | None = None
    backers: tuple[Opinion, ...] = ()


def settle(votes: Sequence[Opinion], policy: Policy) -> Outcome:
    """The outcome of one item. `votes`: the last word of each reviewer, in time order."""
    for vote in reversed(votes):
        if vote.chair:
            return Outcome("agreed", 0, vote, (vote,))
    votes = [vote for vote in votes if not vote.seen_others]
    if any(vote.verdict in _MEASURES for vote in votes):  # every one counts, none must agree
        wants = max(0, ASKED[policy] - len(votes))
        return Outcome("open" if wants else "agreed", wants)
    sure = [vote for vote in votes if vote.verdict != "unsure"]
    counts = Counter(vote.stance() for vote in sure)
    stance, most = counts.most_common(1)[0] if counts else ("", 0)
    if policy == "one":
        return _one(votes, sure, len(counts))
    if policy == "two":
        return _agreed(sure, stance) if most >= 2 else _third(len(votes))
    return _three(votes, sure, len(counts))


def _third(votes: int) -> Outcome:
    """Two who do not agree ask a third; three are a dispute."""
    wants = 2 - votes if votes < 2 else 3 - votes
    return Outcome("open", wants) if wants > 0 else Outcome("dispute")


def _three(votes: Sequence[Opinion], sure: Sequence[Opinion], stances: int) -> Outcome:
    if stances > 1 or len(sure) < len(votes):
        return Outcome("dispute")
    wants = 3 - len(votes)
    return Outcome("open", wants) if wants > 0 else _agreed(sure, sure[0].stance())


def _one(votes: Sequence[Opinion], sure: Sequence[Opinion], stances: int) -> Outcome:
    if stances > 1:
        return Outcome("dispute")
    if sure:
        return _agreed(sure, sure[0].stance())
    return Outcome("open", 1) if len(votes) < 2 else Outcome("dispute")


def _agreed(sure: Sequence[Opinion], stance: str) -> Outcome:
    backers = tuple(vote for vote in sure if vote.stance() == stance)
    return Outcome("agreed", 0, backers[0], backers)
