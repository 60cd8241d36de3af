"""Postgraduate entrance paper: options beside figures and tables, key as a matrix of digits."""

import tomllib
from pathlib import Path

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

TEXTS = tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))


def _part(name: str) -> list[Question]:
    """The questions of a part of texts.toml."""
    found = []
    for at, row in enumerate(TEXTS["question"], 1):
        said = {"key": f"kaoyan_312-{at}", "options": (), **row}
        cells = tuple(tuple(line) for line in said.pop("table", ()))
        options = tuple(said.pop("options"))
        if said.pop("part") == name:
            found.append(Question(**said, options=options, table=cells))
    return found


def _compose(_: Draw) -> Volume:
    parts = [
        (
            (
                "一、单项选择题：第1～22小题，每小题2分，共44分。下列每题给出的四个选项中，"
                "只有一个选项是符合题目要求的。"
            ),
            _part("单选"),
        ),
        (
            (
                "二、多项选择题：第23～28小题，每小题3分，共18分。下列每题给出的四个选项中，"
                "至少有两个选项是符合题目要求的。多选、少选或错选均不得分。"
            ),
            _part("多选"),
        ),
        ("三、简答题：第29～30小题，每小题10分，共20分。", _part("简答")),
    ]
    title = "心理学专业基础综合模拟试题（一）"
    return Volume(
        "心理学专业基础综合", (chapter(title, ("GEE", "普通心理学"), parts, restart=False),)
    )


DESIGN = Design(
    "kaoyan_312",
    "A4 entrance paper: options beside figures, tables in stems, key as a matrix of tens and units",
    _compose,
    wears=("copy", "photo+pencil"),
)
