"""What an item shows, and what of the reserve it must not."""

import json

from reviewing.items import paper, payloads
from reviewing.queue import QueueSettings, queue
from tests.reviewing.tables import frames, question

ROWS = [
    question(1, flags=["ocr_slip: x"], capture="c1"),
    question(2, split="reserved", capture="c1", stem="保密的题干：提出操作条件作用的是（　　）。"),
    question(3, split="test", capture="c2", explanation="因为班杜拉做了实验"),
    question(4, answer="", rule="missing_answer", capture="c2"),
]
EDGES = [
    {"left": "r0001", "right": "r0002", "kind": "flip", "reason": "w", "ratio": 0.9},
    {"left": "r0001", "right": "r0003", "kind": "flip", "reason": "w", "ratio": 0.8},
]
OFF = {"control": 0.0, "gold": 0.0}


def made(*, reserve: bool) -> list[dict[str, object]]:
    found = frames(ROWS, EDGES)
    settings = QueueSettings.model_validate({**OFF, "reserve": reserve})
    return list(payloads(queue(found, settings), found, reserve=reserve))


def test_nothing_of_the_reserve_is_shown() -> None:
    found = made(reserve=False)
    assert "保密的题干" not in json.dumps(found, ensure_ascii=False, default=str)
    held = {row["raw_id"]: row["question"]["place"]["held"] for row in found}  # type: ignore[index]
    assert held == {"r0001": True, "r0004": False}


def test_with_the_reserve_all_is_shown() -> None:
    [first, _] = sorted(made(reserve=True), key=lambda row: str(row["raw_id"]))
    assert [one["raw_id"] for one in first["similar"]] == ["r0002", "r0003"]  # type: ignore[attr-defined]
    assert not first["question"]["place"]["held"]  # type: ignore[index]


def test_the_examination_holds_no_key() -> None:
    [asked] = paper(frames(ROWS)["split"])
    assert asked["id"].startswith("q")
    assert asked.keys() == {"id", "exam", "subject", "format", "material", "stem", "options"}
