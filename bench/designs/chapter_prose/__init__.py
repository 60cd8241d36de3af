"""Normal-school textbook: prose with lists and notes, exercises by chapter, keys at book's end."""

import tomllib
from pathlib import Path

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

TEXTS = tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))
_part = own_parts(__file__)


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
