"""Normal-school textbook: prose with lists and notes, exercises by chapter, keys at book's end."""

import tomllib
from pathlib import Path

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

TEXTS = tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))


def _part(name: str) -> list[Question]:
    """The questions of a part of texts.toml."""
    found = []
    for at, row in enumerate(TEXTS["question"], 1):
        said = {"key": f"chapter_prose-{at}", "options": (), **row}
        cells = tuple(tuple(line) for line in said.pop("table", ()))
        options = tuple(said.pop("options"))
        if said.pop("part") == name:
            found.append(Question(**said, options=options, table=cells))
    return found


def _said(answer: str) -> str:
    return {"√": "正确", "×": "错误"}.get(answer, answer)


def _compose(_: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title,
            ("TQE", "小学教师心理学"),
            [
                ("（一）单项选择题", _part(f"{at}选")),
                ("（二）判断题", _part(f"{at}判")),
                ("（三）简答题", _part(f"{at}简")),
            ],
            say=_said,
        )
        for at, title in ((1, "第六章　小学生的注意"), (2, "第七章　小学生的情绪与意志"))
    )
    prose = {chapters[0].title: TEXTS["prose"][:4], chapters[1].title: TEXTS["prose"][4:]}
    return Volume("小学心理学", chapters, {"prose": prose, "sources": TEXTS["sources"]})


DESIGN = Design(
    "chapter_prose",
    "textbook: prose with numbered points and a note, 思考与练习, references, keys at the end",
    _compose,
    wears=("photo", "copy+pencil"),
)
