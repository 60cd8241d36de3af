"""The control sample: of what nobody doubted when it was drawn, and the same ever after."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from cpsyexam.errors import ConfigError
from reviewing import sample
from reviewing.board import Board
from reviewing.queue import queue
from reviewing.settings import QueueSettings
from reviewing.station.figures import figures, summary
from tests.reviewing.saying import says
from tests.reviewing.tables import frames, question
from tests.reviewing.test_filing import Room

ALL = QueueSettings(control=1.0, gold=0.0)
NONE = pl.DataFrame(schema=sample.ASKED)
FLAGGED = question(1, flags=["ocr_slip: x"])
PLAIN = [question(number) for number in range(2, 6)]


def control(found: pl.DataFrame) -> list[str]:
    """Who is of the sample."""
    rows = found.filter(pl.col("kinds").list.contains("control"))
    return sorted(rows["raw_id"])


def test_what_was_queued_or_decided_on_never_becomes_one_of_the_sample() -> None:
    first = queue(frames([FLAGGED, *PLAIN[:3]]), ALL)
    assert control(first) == ["r0002", "r0003", "r0004"]
    later = frames([question(1), *PLAIN])  # its flag is gone, and one is new
    later["asked"] = sample.asked(first, NONE)
    later["decisions"] = pl.DataFrame(
        {"status": ["applied", "stale"], "raw_ids": [["r0005", "r0002"], ["r0003"]]}
    )
    again = queue(later, ALL)
    assert control(again) == ["r0002", "r0003", "r0004"]  # r0002 is one, though corrected
    assert set(again["raw_id"]) == {"r0002", "r0003", "r0004"}


def test_what_is_said_after_the_draw_takes_nothing_out_of_the_sample() -> None:
    first = queue(frames(PLAIN), ALL)
    later = frames([question(2, flags=["ocr_slip: x"]), *PLAIN[1:]])
    later["asked"] = sample.asked(first, NONE)
    later["errata"] = pl.DataFrame({"raw_id": ["r0003"], "detail": ["答案应为 A"]})
    again = queue(later, ALL)
    assert control(again) == control(first)
    kinds = dict(again.select("raw_id", "kinds").iter_rows())
    assert kinds["r0003"] == ["errata", "control"]
    assert control(queue({**later, "asked": sample.asked(again, later["asked"])}, ALL)) == control(
        first
    )


def test_gold_items_are_of_what_nobody_doubted_and_are_not_doubted_by_that() -> None:
    settings = QueueSettings(control=0.0, gold=1.0)
    first = queue(frames([FLAGGED, *PLAIN]), settings)
    asked = sample.asked(first, NONE)
    assert asked.rows() == [("r0001", False)]
    again = queue({**frames([question(1), *PLAIN]), "asked": asked}, settings)
    assert "r0001" not in again["raw_id"]
    assert again.height == len(PLAIN)


def test_what_was_asked_is_kept_in_a_file(tmp_path: Path) -> None:
    assert sample.read(tmp_path).equals(NONE)
    rows = sample.asked(queue(frames([FLAGGED, *PLAIN]), ALL), NONE)
    sample.write(tmp_path, rows)
    assert sample.read(tmp_path).equals(rows)
    (tmp_path / sample.FILE).write_text("raw_id,control\nr0001,perhaps\n", "utf-8")
    with pytest.raises(ConfigError, match="not the list of what was asked"):
        sample.read(tmp_path)


def test_opinions_given_for_another_reason_are_no_errors_of_the_sample(tmp_path: Path) -> None:
    room = Room(tmp_path, PLAIN, control=1.0)
    change: dict[str, Any] = {"fields": {"key": ["斯金纳"]}, "note": "x"}
    for by in ("lin", "wang"):
        for slip in room.desk.every():
            flagged = slip.title == room.slip("r0002").title
            kinds, more = (("page",), change) if flagged else (slip.kinds, {})
            verdict = "change" if flagged else "accept"
            room.board.add(says(by, verdict, slip.item, was=slip.was, kinds=kinds, **more))
    found = figures(room.desk, room.board).control
    assert (found.settled, found.errors) == (3, 0)


def test_the_figures_stay_when_what_was_wrong_has_left_the_build(tmp_path: Path) -> None:
    room = Room(tmp_path, PLAIN, control=1.0)
    wrong = room.slip("r0002").item
    for by in ("lin", "wang"):
        for slip in room.desk.every():
            verdict = "reject" if slip.item == wrong else "accept"
            room.board.add(says(by, verdict, slip.item, was=slip.was, kinds=slip.kinds, note="x"))
    says_mei = says("mei", item="i0", kinds=("page",))  # of no sample
    room.board.add(says_mei)
    before = summary(figures(room.desk, room.board))
    assert before["control"] | {"low": 0, "high": 0} == {
        "total": 4, "settled": 4, "errors": 1, "low": 0, "high": 0, "reviewers": 2,
    }  # fmt: skip
    assert before["reviewers"] == 3
    later = Room(tmp_path, PLAIN[1:], control=1.0)
    board = Board(tmp_path / "opinions", later.desk)
    assert summary(figures(later.desk, board))["control"] == before["control"]
