"""Entrance-exam problems explained: 【答案】 and 【解析】 stand under each question."""

import tomllib
from pathlib import Path

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

TEXTS = tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))


def _part(name: str) -> list[Question]:
    """The questions of a part of texts.toml."""
    found = []
    for at, row in enumerate(TEXTS["question"], 1):
        said = {"key": f"detail_under-{at}", "options": (), **row}
        cells = tuple(tuple(line) for line in said.pop("table", ()))
        options = tuple(said.pop("options"))
        if said.pop("part") == name:
            found.append(Question(**said, options=options, table=cells))
    return found


def _compose(_: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title,
            ("GEE", "普通心理学"),
            [
                ("一、单项选择题", _part(f"{at}单")),
                ("二、多项选择题", _part(f"{at}多")),
                ("三、名词解释", _part(f"{at}名")),
                ("四、简答题", _part(f"{at}简")),
            ],
            explained=True,
        )
        for at, title in ((1, "第四章　意识状态与注意"), (2, "第七章　动机、情绪与意志"))
    )
    return Volume("普通心理学考研真题与典型题详解", chapters)


DESIGN = Design(
    "detail_under",
    "16mo, one column: 【答案】 and 【解析】 under each question, long answers after 答：",
    _compose,
    wears=("copy", "photo"),
)
