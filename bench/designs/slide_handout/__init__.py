"""Lecture slides as a handout, six a page: a question a slide, an answer slide after each three."""

import tomllib
from pathlib import Path

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

TEXTS = tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))


def _part(name: str) -> list[Question]:
    """The questions of a part of texts.toml."""
    found = []
    for at, row in enumerate(TEXTS["question"], 1):
        said = {"key": f"slide_handout-{at}", "options": (), **row}
        cells = tuple(tuple(line) for line in said.pop("table", ()))
        options = tuple(said.pop("options"))
        if said.pop("part") == name:
            found.append(Question(**said, options=options, table=cells))
    return found


def _compose(_: Draw) -> Volume:
    parts = [("", [*_part("课前"), *_part("课中"), *_part("课后")])]
    title = "专题五　学习心理（真题演练）"
    said = chapter(title, ("TQE", "中学教师心理学"), parts, explained=True)
    return Volume("教师招聘笔试系统精讲班讲义", (said,))


DESIGN = Design(
    "slide_handout",
    "handout of slides, six a page: one question a slide, 参考答案 slides between them",
    _compose,
    wears=("copy+pencil", "photo"),
)
