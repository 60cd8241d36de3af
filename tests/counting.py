"""How much is done, counted and not timed: a count is the same on a machine that has no time."""

import sys
from collections.abc import Callable
from types import FrameType

GROWTH = 2.3  # of work by a text twice as long, at most; that of a square would be 4


def calls(do: Callable[..., object], *given: object, **named: object) -> int:
    """How many functions are called, Python's and C's, until it is done."""
    count = 0

    def called(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        do(*given, **named)
    finally:
        sys.setprofile(None)
    return count
