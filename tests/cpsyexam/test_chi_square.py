"""The upper tail of chi-square beside scipy's."""

import pytest
from scipy.special import chdtrc

from cpsyexam.chi_square import p_value


@pytest.mark.parametrize("degrees", range(1, 10))
def test_p_values_are_those_of_scipy(degrees: int) -> None:
    for statistic in (0.0, 0.01, 0.5, 1.0, 3.2, 10.0, 80.0, 2000.0):
        assert p_value(degrees, statistic) == pytest.approx(chdtrc(degrees, statistic), abs=1e-14)
