"""Whole replies: lists by other hands, once unseen, and the author's own."""

from collections import Counter
from pathlib import Path

import pytest
from scipy.stats import chi2_contingency

from bench.answers import LISTS, counted, fate, read_replies

OWN = read_replies(Path(__file__).with_name("replies.jsonl"))
# shares read right of the lists, as measured; replies of 15, 18 and 20 are hostile, of 22 riddles
RIGHT = {
    "replies_1": 0.98, "replies_2": 0.93, "replies_4": 0.99, "replies_7": 0.98, "replies_8": 0.95,
    "replies_9": 0.99, "replies_10": 0.96, "replies_11": 0.98, "replies_12": 0.98,
    "replies_13": 0.95, "replies_14": 0.91, "replies_15": 0.75, "replies_16": 0.99,
    "replies_18": 0.98, "replies_19": 0.99, "replies_20": 0.95,
    "replies_21": 0.97, "replies_22": 0.32,
}  # fmt: skip
MISREAD = {
    "replies_2": 2,
    "replies_12": 1,
    "replies_14": 1,
    "replies_15": 2,
    "replies_22": 23,
}  # of others none


def shares(rows: list[dict[str, str]]) -> dict[str, int]:
    """Replies by fate."""
    found = {"right": 0, "wrong": 0, "missed": 0}
    for (_, came), n in counted(rows).items():
        found[came] += n
    return found


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_lists_by_other_hands(path: Path) -> None:
    rows = read_replies(path)
    found = shares(rows)
    assert len(rows) >= 80
    assert found["wrong"] <= MISREAD.get(path.stem, 0)
    assert found["right"] >= RIGHT.get(path.stem, 1.0) * len(rows)


def test_own_replies() -> None:
    found = shares(OWN)
    assert found["wrong"] <= 5
    assert found["right"] >= 0.954 * len(OWN)


def test_no_letter_is_missed_more_often_than_another() -> None:
    rows = [row for path in LISTS for row in read_replies(path)]
    alone = [row for row in rows if row["format"] == "SCQ" and row["key"] in tuple("ABCD")]
    counts = Counter((row["key"], fate(row)[1] == "right") for row in alone)
    table = [[counts[letter, right] for right in (False, True)] for letter in "ABCD"]
    assert min(map(sum, table)) > 300
    assert chi2_contingency(table).pvalue > 0.05
