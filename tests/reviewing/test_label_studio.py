"""Label Studio: out, annotated, in again."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from cpsyexam.errors import ConfigError
from reviewing.exchange import label_studio, taking
from tests.reviewing.test_exchange import Out, Scans


def test_label_studio_there_and_back(tmp_path: Path) -> None:
    out = Out(tmp_path, originals=Scans())
    path = tmp_path / "tasks.json"
    who = "wang@example.org"
    slips = out.desk.every()

    def write() -> int:
        reader = taking.reader(out.board, slips, who)
        return label_studio.write(path, out.desk, slips, out.originals, reader)

    assert write() == 4
    view = ET.fromstring((tmp_path / label_studio.CONFIG).read_text("utf-8"))
    names = {tag.get("name") for tag in view.iter() if tag.get("name")}
    assert {"verdict", "key", "stem", "note", "scan"} <= names
    tasks = json.loads(path.read_text("utf-8"))
    assert {task["data"][name] for task in tasks for name in ("key", "explanation")} == {
        taking.AWAITS
    }
    assert {task["data"]["image"] for task in tasks} == {""}
    for tag in view.iter():
        for value in (tag.get("value") or "",):
            assert not value.startswith("$") or value[1:] in tasks[0]["data"]

    def annotated(number: int, **said: list[str]) -> dict[str, Any]:
        kinds = {"verdict": "choices", "key": "choices", "check": "choices"}
        result = [
            {"from_name": name, "type": kinds.get(name, "textarea"),
             "value": {kinds.get(name, "text"): value}}
            for name, value in said.items()
        ]  # fmt: skip
        by = {"completed_by": {"email": who}, "was_cancelled": False}
        return {**tasks[number], "id": number, "annotations": [{"result": result, **by}]}

    raw_ids = [out.desk.payload(slip.rank)["raw_id"] for slip in out.desk.every()]
    at = {name: place for place, name in enumerate(raw_ids)}
    export = [
        annotated(at["r0001"], verdict=["accept"], key=["C"], explanation=[taking.AWAITS]),
        annotated(at["r0002"], verdict=["change"], key=["C"], note=["书"]),
        annotated(at["r0003"], verdict=["change"], key=["C"], stem=["新题干"], check=["typing"]),
        annotated(at["r0004"], key=["不会"]),
    ]
    path.write_text(json.dumps(export, ensure_ascii=False), "utf-8")
    taken = taking.take(label_studio.read(path), out.desk, out.board, "林")
    assert (taken.taken, taken.wrong, taken.stale) == (3, [], [])
    assert out.board.reviewers == ["wang@example.org"]
    assert out.said()["r0002"] == ("change", {"key": ["班杜拉"]}, "书")
    assert out.said()["r0003"][1] == {"stem": "新题干"}
    write()
    last = json.loads(path.read_text("utf-8"))[at["r0004"]]["data"]
    assert (last["key"], last["reader"]) == ("C", who)
    assert last["image"].startswith("data:image/png;base64,")


def test_a_file_that_is_no_export(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"a": 1', "utf-8")
    with pytest.raises(ConfigError, match="not an export of Label Studio"):
        list(label_studio.read(path))
