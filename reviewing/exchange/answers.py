"""Answers and marks of people as files that others read."""

import csv
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from reviewing.board import Board
from reviewing.desk import Desk
from reviewing.opinions import Answer, Paper

_SAFE = re.compile(r"[^0-9A-Za-z一-鿿-]+")


class Handed(NamedTuple):
    """How many answers of a person were written, are not handed in, came after the key was seen."""

    written: int
    open: int
    late: int


def write(folder: Path, forms: list[Paper], desk: Desk, board: Board) -> dict[str, Handed]:
    """A CSV per person, `human-<name>.csv`, as `cpsyexam score` reads it; file → answers.

    Columns: id, text ("答案：AC", or the text of an open question), seconds, when. Answers that are
    not handed in, and those to questions whose keys the person had seen, are not written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    made: dict[str, Handed] = {}
    known = {name: names for name, _, names in desk.paper()}
    for one in forms:
        seen = board.keys(one.by)
        rows = [
            _row(row, desk)
            for row in one.done.values()
            if all(seen.get(name, "~") > row.when for name in known.get(row.id, (row.id,)))
        ]
        path = folder / f"human-{_SAFE.sub('-', one.by)}.csv"
        with path.open("w", encoding="utf-8", newline="") as stream:
            table = csv.DictWriter(stream, ("id", "text", "seconds", "when"))
            table.writeheader()
            table.writerows(rows)
        made[path.name] = Handed(len(rows), len(one.drafts), len(one.done) - len(rows))
    return made


def _row(row: Answer, desk: Desk) -> Mapping[str, str | int]:
    asked = desk.asked(row.id)
    choice = asked is None or bool(asked["options"])
    text = f"答案：{row.text}" if choice and row.text else row.text
    return {"id": row.id, "text": text, "seconds": row.seconds, "when": row.when}


def write_marks(path: Path, desk: Desk, board: Board) -> int:
    """Comparisons and marks as CSV, without those given after others' were seen; how many.

    Columns: item, raw_id, other, models, verdict, agreement, language, reasonableness, by, seconds.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    number = 0
    with path.open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(("item", "raw_id", "other", "models", "verdict", "agreement", "language",
                        "reasonableness", "by", "seconds"))  # fmt: skip
        for slip, votes in board.all_votes():
            if slip.form not in ("compare", "grade"):
                continue
            payload = desk.payload(slip.rank)
            for vote in votes:
                if vote.seen_others:
                    continue
                marks = vote.marks or ("", "", "")
                other = payload["other"]["raw_id"] if payload["other"] else ""
                named = (slip.item, payload["raw_id"], other, " ".join(payload["models"]))
                table.writerow((*named, vote.verdict, *marks, vote.by, vote.seconds))
                number += 1
    return number
