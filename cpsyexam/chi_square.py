"""The chi-square test, without the start of a library of statistics (a fifth of a small build)."""

import math


def p_value(degrees: int, statistic: float) -> float:
    """How likely a chi-square of so many degrees of freedom (1 and more) is at least `statistic`.

    Sums of Abramowitz & Stegun 26.4.4 and 26.4.5, for whole degrees.
    """
    half = statistic / 2
    even = degrees % 2 == 0
    total = 0.0 if even else math.erfc(math.sqrt(half))
    term = math.exp(-half) * (1.0 if even else 2 * math.sqrt(half / math.pi))
    for i in range(degrees // 2):
        total += term
        term *= half / (i + (1.0 if even else 1.5))
    return total
