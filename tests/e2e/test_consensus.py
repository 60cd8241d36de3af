"""Planted truth through a whole release: what two who must agree leave is what they predict."""

from pathlib import Path

import pytest

from bench.consensus import bounds, reviewed, share
from bench.planted_truth import plant


@pytest.mark.slow
def test_a_release_has_the_errors_that_its_policy_predicts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """100 wrong keys and 40 slips of which each reviewer sees 80 %, 30 good questions doubted."""
    monkeypatch.chdir(tmp_path)
    bank = plant(tmp_path, 7)
    found = reviewed(tmp_path, bank, "two", 0.8, 0.1)
    assert (found.planted, bank.good) == (140, 30)
    low, high = bounds(140, 1 - share("two", 0.8))
    assert low <= found.left <= high < 140 * 0.2  # one reviewer alone leaves 28
    assert found.spoilt <= bounds(30, share("two", 0.1))[1]
    control = found.control
    assert control.settled == control.total >= 60
    assert control.low <= bank.unflagged_rate <= control.high
