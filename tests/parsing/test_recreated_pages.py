"""Pages recreated from real layouts: what was reached stays, and no key is ever wrong."""

from collections import Counter
from pathlib import Path

import pytest

from bench.pages import judge, truths
from parsing import parse

PAGES = Path(__file__).parents[2] / "samples" / "pages"
# exact questions of a round; raise a number when the parser gets better, never lower one
REACHED = {
    "round1": 281,
    "round2": 246,
    "round3": 238,
    "round4": 252,
    "round5": 356,
    "round6": 329,
    "round7": 298,
    "round8": 324,
    "round9": 308,
    "round10": 291,
    "round11": 244,
    "round12": 221,
    "round13": 279,
    "round14": 286,
    "round15": 271,
    "round16": 284,
    "round17": 267,
    "round18": 274,
    "round19": 266,
    "round20": 556,
    "round21": 541,
    "round22": 501,
    "round23": 363,
    "round24": 460,
    "round25": 401,
}


@pytest.mark.parametrize("name", sorted(REACHED))
def test_a_round_stays_as_good_as_it_was(name: str) -> None:
    total: Counter[str] = Counter()
    for folder in sorted((PAGES / name).iterdir()):
        lines = (folder / "page.txt").read_text("utf-8")
        total += judge(truths(folder / "truth.json"), parse(lines)).counts
    assert total["wrong"] == 0
    assert total["exact"] >= REACHED[name]
