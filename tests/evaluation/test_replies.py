"""Whole replies: lists by other hands, once unseen, and the author's own."""

from pathlib import Path

import pytest

from bench.answers import LISTS, counted, fate, read_replies

OWN = read_replies(Path(__file__).with_name("replies.jsonl"))
RIGHT = {
    "replies_2": 0.94,
    "replies_7": 0.99,
    "replies_8": 0.96,
    "replies_10": 0.96,
    "replies_11": 0.96,
    "replies_12": 0.96,
    "replies_13": 0.95,
    "replies_14": 0.89,
    "replies_15": 0.88,
    "replies_16": 0.99,
}  # others: all


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_lists_by_other_hands(path: Path) -> None:
    rows = read_replies(path)
    counts = counted(rows)
    assert len(rows) >= 80
    assert sum(n for (_, came), n in counts.items() if came == "wrong") == 0
    assert sum(n for (_, came), n in counts.items() if came == "right") >= RIGHT.get(
        path.stem, 1.0
    ) * len(rows)


@pytest.mark.parametrize("row", OWN, ids=range(len(OWN)))
def test_own_replies(row: dict[str, str]) -> None:
    assert fate(row)[1] == "right", (row["text"], fate(row))
