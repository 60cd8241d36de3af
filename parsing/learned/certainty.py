"""How sure the labels of a page are, and with it the alarm of a page that was read twice.

Probabilities of a page's labels in; out: one figure, on the scale of `parsing.alarm`.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

_UNSURE = 0.8  # a label below this probability
# a logistic regression of "the page has a fault" by `python -m bench.certainty`, on pages whose
# rounds the labels had not seen; the bias is shifted to the threshold of `parsing.alarm`
_ALARM, _LEAST, _SHARE, _BIAS = 0.66, 3.14, 10.44, -1.33
_EDGE = 0.005  # alarms nearer to 0 or 1 count as this near


class Certainty(NamedTuple):
    """The smallest probability of a page's labels, and the share of those that are unsure."""

    least: float
    unsure: float


def certainty(named: Sequence[str], tagger: Any) -> Certainty:
    """How sure a tagger is of the labels that it gave to the page set last."""
    found = [tagger.marginal(name, i) for i, name in enumerate(named)]
    return Certainty(min(found), sum(p < _UNSURE for p in found) / len(found))


def weighed(alarm: float, sure: Certainty) -> float:
    """The alarm of a page by what its questions contradict and by how sure its labels are."""
    near = min(max(alarm, _EDGE), 1 - _EDGE)
    odds = _ALARM * math.log(near / (1 - near)) + _LEAST * (1 - sure.least) + _SHARE * sure.unsure
    return 1 / (1 + math.exp(-(odds + _BIAS)))
