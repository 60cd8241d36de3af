"""Daily drill, pocket size: some questions a day, each day ends with the day before's key."""

import tomllib
from pathlib import Path

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

TEXTS = tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))


def _part(name: str) -> list[Question]:
    """The questions of a part of texts.toml."""
    found = []
    for at, row in enumerate(TEXTS["question"], 1):
        said = {"key": f"daily_drill-{at}", "options": (), **row}
        cells = tuple(tuple(line) for line in said.pop("table", ()))
        options = tuple(said.pop("options"))
        if said.pop("part") == name:
            found.append(Question(**said, options=options, table=cells))
    return found


DAYS = ("知觉", "记忆", "思维", "情绪", "人格")


def _compose(_: Draw) -> Volume:
    parts = [(f"第{at}天　{name}", _part(f"{at}")) for at, name in enumerate(DAYS, 1)]
    said = chapter("第一周　普通心理学", ("GEE", "普通心理学"), parts, explained=True)
    return Volume("心理学考研每日一练", (said,))


DESIGN = Design(
    "daily_drill",
    "pocket drill, four or five questions a day, the key stands below the next day's questions",
    _compose,
    wears=("photo", "copy"),
)
