"""Components with pairs kept apart."""

from hypothesis import given, settings
from hypothesis import strategies as st

from cpsyexam.components import components

NAMES = st.sampled_from("abcdefgh")
PAIRS = st.lists(st.tuples(NAMES, NAMES), max_size=20)


@settings(max_examples=200, deadline=None)
@given(PAIRS, PAIRS)
def test_apart_pairs_never_meet(pairs: list[tuple[str, str]], apart: list[tuple[str, str]]) -> None:
    apart = [(a, b) for a, b in apart if a != b]
    found = components(pairs, apart)
    assert all(found.find(a) != found.find(b) for a, b in apart)
    for group in found.groups():
        assert len({found.find(name) for name in group}) == 1


@settings(max_examples=200, deadline=None)
@given(PAIRS)
def test_without_them_pairs_are_joined(pairs: list[tuple[str, str]]) -> None:
    found = components(pairs)
    assert all(found.find(a) == found.find(b) for a, b in pairs)
    assert sum(map(len, found.groups())) == len({n for a, b in pairs if a != b for n in (a, b)})
