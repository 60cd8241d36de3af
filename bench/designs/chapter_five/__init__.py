"""Teachers' workbook: exercises by chapter, key in five columns at each chapter's end."""

import tomllib
from pathlib import Path

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

TEXTS = tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))


def _part(name: str) -> list[Question]:
    """The questions of a part of texts.toml."""
    found = []
    for at, row in enumerate(TEXTS["question"], 1):
        said = {"key": f"chapter_five-{at}", "options": (), **row}
        cells = tuple(tuple(line) for line in said.pop("table", ()))
        options = tuple(said.pop("options"))
        if said.pop("part") == name:
            found.append(Question(**said, options=options, table=cells))
    return found


def _compose(_: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title,
            ("TQE", "中学教师心理学"),
            [
                (head, part)
                for head, part in (
                    ("单项选择题", _part(f"{at}单")),
                    ("辨析题", _part(f"{at}辨")),
                    ("简答题", _part(f"{at}简")),
                    ("材料分析题", _part(f"{at}材")),
                )
                if part
            ],
            restart=False,
        )
        for at, title in ((1, "第五章　中学生学习心理"), (2, "第八章　中学德育"))
    )
    return Volume("教育知识与能力·同步过关习题集", chapters)


DESIGN = Design(
    "chapter_five",
    "workbook: ribbon headings, one run of numbers a chapter, key in five ruled columns at its end",
    _compose,
    wears=("photo", "copy+pencil"),
)
