"""On the released train and dev questions: what must hold whatever the rules become."""

import pytest

pytest.importorskip("scipy")

from bench.dedup_found import bank
from bench.frame import SHARED
from cleaning.duplicates import find_edges
from cleaning.duplicates.edges import surest_first
from cleaning.duplicates.resolution import APART
from cpsyexam.components import components

pytestmark = pytest.mark.skipif(
    not (SHARED / "cpsyexam" / "train").is_dir(), reason="needs ../shared/data/cpsyexam"
)


def test_counts_stay_in_reach_and_no_look_alike_is_dropped() -> None:
    edges = find_edges(bank())
    counts = dict(edges["kind"].value_counts().rows())
    assert 940 <= counts["exact"] <= 1010
    assert 640 <= counts["near"] <= 800
    assert 20 <= counts["conflict"] <= 50
    assert counts["flip"] >= 120
    rows = [(e[0], e[1]) for e in edges.iter_rows() if e[2] in APART]
    joined = components(surest_first(edges), rows)
    assert not [pair for pair in rows if joined.find(pair[0]) == joined.find(pair[1])]
