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
    "round2": 248,
    "round3": 239,
    "round4": 252,
    "round5": 356,
    "round6": 329,
    "round7": 298,
    "round8": 325,
    "round9": 308,
    "round10": 291,
    "round11": 248,
    "round12": 221,
    "round13": 282,
    "round14": 289,
    "round15": 271,
    "round16": 284,
    "round17": 269,
    "round18": 277,
    "round19": 266,
    "round20": 567,
    "round21": 542,
    "round22": 501,
    "round23": 369,
    "round24": 464,
    "round25": 408,
    "round26": 250,
    "round27": 470,
    "round28": 271,
    "round29": 485,
    "round30": 429,
    "round31": 408,
}


@pytest.mark.parametrize("name", sorted(REACHED))
def test_a_round_stays_as_good_as_it_was(name: str) -> None:
    total: Counter[str] = Counter()
    for folder in sorted((PAGES / name).iterdir()):
        lines = (folder / "page.txt").read_text("utf-8")
        total += judge(truths(folder / "truth.json"), parse(lines)).counts
    assert total["wrong"] == 0
    assert total["exact"] >= REACHED[name]
