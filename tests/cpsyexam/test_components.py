"""Components with pairs kept apart."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsyexam.components import Components, components, least_joined

NAMES = st.sampled_from("abcdefgh")
PAIRS = st.lists(st.tuples(NAMES, NAMES), max_size=20)


@settings(max_examples=200)
@given(PAIRS, PAIRS)
def test_apart_pairs_never_meet(pairs: list[tuple[str, str]], apart: list[tuple[str, str]]) -> None:
    apart = [(a, b) for a, b in apart if a != b]
    found = components(pairs, apart)
    assert all(found.find(a) != found.find(b) for a, b in apart)
    for group in found.groups():
        assert len({found.find(name) for name in group}) == 1


@settings(max_examples=200)
@given(PAIRS)
def test_without_them_pairs_are_joined(pairs: list[tuple[str, str]]) -> None:
    found = components(pairs)
    assert all(found.find(a) == found.find(b) for a, b in pairs)
    assert sum(map(len, found.groups())) == len({n for a, b in pairs if a != b for n in (a, b)})


@given(st.lists(st.tuples(st.integers(0, 29), st.integers(0, 29)), max_size=40))
def test_the_least_of_a_component_is_that_of_its_members(pairs: list[tuple[int, int]]) -> None:
    left, right = (np.array([pair[i] for pair in pairs], dtype=np.uint32) for i in (0, 1))
    found = components([(f"{one:02}", f"{two:02}") for one, two in pairs])
    expected = [min(found.members(found.find(f"{i:02}"))) for i in range(30)]
    assert [f"{i:02}" for i in least_joined(left, right, 30)] == expected


def test_a_large_component_costs_by_its_size() -> None:
    """Copies of one question that are a whole bank: lists copied at each join are a square."""
    found, copied = Components(), 0
    for number in range(1000):
        before = found.members(found.find("0"))
        found.join("0", str(number))
        copied += found.members(found.find("0")) is not before
    assert copied < 3
