"""Counsellor's skills paper: case sheets with dialogue, one or more answers, key in columns."""

import tomllib
from pathlib import Path

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

TEXTS = tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))


def _part(name: str) -> list[Question]:
    """The questions of a part of texts.toml."""
    found = []
    for at, row in enumerate(TEXTS["question"], 1):
        said = {"key": f"dialogue_cases-{at}", "options": (), **row}
        cells = tuple(tuple(line) for line in said.pop("table", ()))
        options = tuple(said.pop("options"))
        if said.pop("part") == name:
            found.append(Question(**said, options=options, table=cells))
    return found


def _compose(_: Draw) -> Volume:
    parts = [
        ("案例一", _part("一")),
        ("案例二", _part("二")),
        ("案例三", _part("三")),
    ]
    title = "卷册二　技能选择题"
    said = chapter(title, ("PCE", "心理咨询师三级"), parts, restart=False)
    return Volume("心理咨询师国家职业技能训练", (said,))


DESIGN = Design(
    "dialogue_cases",
    "skills paper: case sheets in frames with dialogue, options in two columns, key in columns",
    _compose,
    wears=("copy", "photo+pencil"),
)
