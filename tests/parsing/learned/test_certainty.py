"""The alarm of a page read twice follows what contradicts itself and how sure labels are."""

from hypothesis import given
from hypothesis import strategies as st

from parsing import parse
from parsing.alarm import THRESHOLD
from parsing.learned.reader import Certainty, certainty, weighed

_SHARES = st.floats(0, 1)
_SURE = Certainty(1.0, 0.0)


@given(_SHARES, _SHARES, _SHARES, _SHARES, _SHARES)
def test_less_sure_labels_never_lower_an_alarm(
    alarm: float, least: float, lower: float, unsure: float, more: float
) -> None:
    least, lower = max(least, lower), min(least, lower)
    unsure, more = min(unsure, more), max(unsure, more)
    calm = weighed(alarm, Certainty(least, unsure))
    assert 0 <= calm <= weighed(alarm, Certainty(lower, more)) <= 1
    assert calm <= weighed(min(1.0, alarm + 0.1), Certainty(least, unsure))


def test_both_signs_can_raise_an_alarm_over_the_threshold() -> None:
    assert weighed(0.5, _SURE) < THRESHOLD
    assert weighed(0.5, Certainty(0.3, 0.0)) > THRESHOLD
    assert weighed(0.5, Certainty(0.75, 0.15)) > THRESHOLD
    assert weighed(0.99, _SURE) > THRESHOLD > weighed(0.8, _SURE)


class Tagger:
    """A tagger that is sure of each label as told."""

    def __init__(self, *shares: float) -> None:
        self.shares = shares

    def marginal(self, name: str, place: int) -> float:
        return self.shares[place] if name == "X" else 0.0


def test_the_least_probability_and_the_share_below_four_fifths_count() -> None:
    assert certainty(["X"] * 4, Tagger(0.9, 0.79, 0.8, 1.0)) == Certainty(0.79, 0.25)
    assert certainty(["X"], Tagger(0.5)) == Certainty(0.5, 1.0)


def test_a_page_that_is_read_once_keeps_its_own_alarm() -> None:
    page = "1. 感觉是（ ）\nA. 反映\nB. 行为\n答案：A\n2. 知觉是（ ）\nA. 反映\nB. 行为\n答案：B"
    assert parse(page).alarm == 0.0
