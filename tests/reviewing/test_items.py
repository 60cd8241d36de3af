"""What an item shows, and what of the reserve it must not."""

import json
from pathlib import Path

import polars as pl

from pipeline.station.likes import in_banks, of_rejected
from reviewing.items import paper, payloads
from reviewing.queue import queue
from reviewing.settings import QueueSettings
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


def test_the_print_of_a_key_beside_one_of_the_reserve_is_not_shown() -> None:
    def line(top: float) -> list[dict[str, float]]:
        return [{"page": 9, "x0": 10, "x1": 500, "y0": top, "y1": top + 40}]

    rows = [
        question(1, flags=["ocr_slip: x"], key_boxes=line(100)),
        question(2, split="reserved", capture="c2", key_boxes=line(102)),
        question(3, flags=["ocr_slip: x"], key_boxes=line(137)),  # the lines lean
        question(4, flags=["ocr_slip: x"], key_boxes=line(139)),
    ]
    for reserve in (False, True):
        found = frames(rows)
        made = queue(found, QueueSettings.model_validate({**OFF, "reserve": reserve}))
        places = {row["raw_id"]: row["question"]["place"]
                  for row in payloads(made, found, reserve=reserve)}  # fmt: skip
        assert bool(places["r0001"]["key_boxes"]) is reserve
        assert places["r0001"]["key_held"] is not reserve
        assert places["r0003"]["key_boxes"] == line(137)
        assert places["r0003"]["key_beside"] == ["r0004"]


def test_a_scan_is_shown_with_what_is_reserved_painted_over() -> None:
    def box(top: float) -> list[dict[str, float]]:
        return [{"page": 9, "x0": 10, "x1": 500, "y0": top, "y1": top + 90}]

    asked, secret = question(1, flags=["ocr_slip: x"], boxes=box(100)), {"split": "reserved"}
    for rows, held, masks in (
        ([asked, question(2, **secret, boxes=box(200), key_boxes=box(900))], False, 2),
        ([asked, question(2, boxes=box(200))], False, 0),
        ([asked, question(2, **secret, boxes=box(200)), question(3, **secret)], True, 1),
        ([question(1, flags=["ocr_slip: x"]), question(2, **secret, boxes=box(200))], True, 0),
        ([asked, question(2, **secret, capture="c2", boxes=box(200))], False, 1),  # it runs on
    ):
        found = frames(rows)
        [made] = payloads(queue(found, QueueSettings.model_validate(OFF)), found)
        place = made["question"]["place"]
        assert (place["held"], len(place["masks"])) == (held, masks)


def test_the_examination_holds_no_key() -> None:
    found = frames(ROWS)
    [asked] = paper(found["split"], found["parsed"])
    assert asked["id"].startswith("q")
    assert asked.keys() == {"id", "exam", "subject", "format", "material", "stem", "options",
                            "names"}  # fmt: skip
    assert {"r0003", "c2"} < set(asked["names"])


def test_rejected_questions_are_held_against_those_that_stand() -> None:
    """What a rule rejected never met the duplicates of its build."""
    stem = "巴甫洛夫在研究狗的消化腺时发现的学习现象是（　　）。"
    options = ["经典条件作用", "操作条件作用", "观察学习", "顿悟学习"]
    same = {"stem": stem, "options": options}
    rows = [question(1, **same, answer="A"), question(2, **same, answer="", rule="missing_answer")]
    found = frames([*rows, question(3)])
    made = queue(found, QueueSettings.model_validate(OFF))
    edges = of_rejected(made["raw_id"], found["parsed"], found["split"])
    assert edges.select("left", "right").rows() == [("r0001", "r0002")]
    found["edges"] = pl.concat([found["edges"].select(edges.columns), edges])
    [item] = payloads(made, found)
    assert [(one["raw_id"], one["key"]) for one in item["similar"]] == [("r0001", [options[0]])]


def test_questions_of_releases_and_banks_are_known(tmp_path: Path) -> None:
    bank = tmp_path / "old.jsonl"
    row = {**question(1), "answer": "B"}
    told = {"id": "old-7", "question": row["stem"], "answer": "B",
            "options": dict(zip("ABCD", row["options"], strict=True))}  # fmt: skip
    bank.write_text(json.dumps(told, ensure_ascii=False), "utf-8")
    found = frames(
        [
            question(1, flags=["ocr_slip: x"]),
            question(2, stem="短时记忆的容量约为多少个组块？", flags=["ocr_slip: y"]),
        ]
    )
    made = queue(found, QueueSettings.model_validate(OFF))
    found["known"] = in_banks(made["raw_id"], found["parsed"], [bank])
    similar = {item["raw_id"]: item["similar"] for item in payloads(made, found)}
    [one] = similar["r0001"]
    assert (one["how"], one["source"], one["key"]) == ("conflict", "old.jsonl old-7", ["斯金纳"])
    assert similar["r0002"] == []
    assert in_banks(made["raw_id"], found["parsed"], []).is_empty()
    assert in_banks(made["raw_id"], found["parsed"], [bank], {"old-7"}).is_empty()


def test_a_known_item_shows_no_like_question() -> None:
    """Its planted key would be told by them."""
    found = frames([question(1), question(2)], [{**EDGES[0], "right": "r0002"}])
    made = queue(found, QueueSettings.model_validate({"control": 0.0, "gold": 1.0}))
    assert [item["similar"] for item in payloads(made, found)] == [[], []]
