"""Pages recreated from real layouts: what was reached stays, and no key is ever wrong."""

from collections import Counter
from pathlib import Path

import pytest

from bench.pages import judge, truths
from parsing import parse

PAGES = Path(__file__).parents[2] / "samples" / "pages"
# exact questions of a round; raise a number when the parser gets better, never lower one
REACHED = {
    "round1": 277,
    "round2": 241,
    "round3": 236,
    "round4": 247,
    "round5": 353,
    "round6": 329,
    "round7": 297,
    "round8": 315,
    "round9": 304,
    "round10": 288,
    "round11": 231,
    "round12": 220,
    "round13": 268,
    "round14": 262,
    "round15": 236,
    "round16": 249,
    "round17": 253,
    "round18": 270,
    "round19": 255,
}


@pytest.mark.parametrize("name", sorted(REACHED))
def test_a_round_stays_as_good_as_it_was(name: str) -> None:
    total: Counter[str] = Counter()
    for folder in sorted((PAGES / name).iterdir()):
        lines = (folder / "page.txt").read_text("utf-8")
        total += judge(truths(folder / "truth.json"), parse(lines)).counts
    assert total["wrong"] == 0
    assert total["exact"] >= REACHED[name]
