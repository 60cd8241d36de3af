"""Primary teachers' past paper with an answer booklet to be torn off: pages in page, two keys."""

import tomllib
from pathlib import Path

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

TEXTS = tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))


def _part(name: str) -> list[Question]:
    """The questions of a part of texts.toml."""
    found = []
    for at, row in enumerate(TEXTS["question"], 1):
        said = {"key": f"detach_leaf-{at}", "options": (), **row}
        cells = tuple(tuple(line) for line in said.pop("table", ()))
        options = tuple(said.pop("options"))
        if said.pop("part") == name:
            found.append(Question(**said, options=options, table=cells))
    return found


def _compose(_: Draw) -> Volume:
    parts = [
        ("一、单项选择题", _part("单选")),
        ("二、多项选择题", _part("多选")),
        ("三、简答题", _part("简答")),
    ]
    title = "小学教育教学知识与能力真题试卷（精选）"
    said = chapter(title, ("TQE", "小学教师心理学"), parts, restart=False, explained=True)
    return Volume("国家教师资格考试真题详解", (said,))


DESIGN = Design(
    "detach_leaf",
    "A4 past paper; answer booklet to cut off: key in two columns of pairs, then 【精析】",
    _compose,
    wears=("copy+stamp", "photo"),
)
