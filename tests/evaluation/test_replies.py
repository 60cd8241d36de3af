"""Whole replies: lists by other hands, once unseen, and the author's own."""

from pathlib import Path

import pytest

from bench.answers import LISTS, counted, read_replies

OWN = read_replies(Path(__file__).with_name("replies.jsonl"))
# shares read right of the lists, as measured; of the two at the end the replies are hostile
RIGHT = {
    "replies_1": 0.98, "replies_2": 0.93, "replies_3": 0.99, "replies_4": 0.99,
    "replies_7": 0.98, "replies_8": 0.94, "replies_9": 0.98, "replies_10": 0.95,
    "replies_11": 0.97, "replies_12": 0.97, "replies_13": 0.95, "replies_14": 0.90,
    "replies_15": 0.72, "replies_16": 0.99,
}  # fmt: skip
MISREAD = 2  # of a list at most; of the last hostile one 3


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
    assert found["wrong"] <= MISREAD + (path.stem == "replies_15")
    assert found["right"] >= RIGHT.get(path.stem, 1.0) * len(rows)


def test_own_replies() -> None:
    found = shares(OWN)
    assert found["wrong"] <= 0.01 * len(OWN)
    assert found["right"] >= 0.94 * len(OWN)
