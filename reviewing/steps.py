"""The version that a build has to have once decisions are applied, as far as they tell."""

from collections.abc import Iterable

from cpsyexam.release import raised
from reviewing.decisions import Decision
from reviewing.station.words import Words

_COME_OR_GO = frozenset({"reject", "restore", "which_key"})  # what adds or removes questions


def level(made: Iterable[Decision]) -> int:
    """The least part that grows: 1 (MINOR) where questions come or go, else 0 (PATCH)."""
    return int(any(one.verdict in _COME_OR_GO for one in made))


def next_version(words: Words, last: str, made: Iterable[Decision]) -> str:
    """Which version to build next after `last`, in a sentence; "" without one, or decisions."""
    made = tuple(made)
    if not last or not made:
        return ""
    if level(made):
        return words("next_minor").format(raised(last, 1), raised(last, 2))
    return words("next_patch").format(raised(last, 0))
