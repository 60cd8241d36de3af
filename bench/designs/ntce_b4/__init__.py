"""Folded 8K mock paper: sealing line, an empty answer card inside, reasons in three columns."""

import tomllib
from pathlib import Path

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

TEXTS = tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))


def _part(name: str) -> list[Question]:
    """The questions of a part of texts.toml."""
    found = []
    for at, row in enumerate(TEXTS["question"], 1):
        said = {"key": f"ntce_b4-{at}", "options": (), **row}
        cells = tuple(tuple(line) for line in said.pop("table", ()))
        options = tuple(said.pop("options"))
        if said.pop("part") == name:
            found.append(Question(**said, options=options, table=cells))
    return found


def _compose(_: Draw) -> Volume:
    parts = [
        ("一、单项选择题（本大题共18小题，每小题2分，共36分）", _part("单选")),
        ("二、辨析题（本大题共2小题，每小题8分，共16分）", _part("辨析")),
        ("三、简答题（本大题共2小题，每小题10分，共20分）", _part("简答")),
        ("四、材料分析题（本大题共1小题，共18分）", _part("材料")),
    ]
    title = "教育知识与能力（中学）标准预测试卷（三）"
    said = chapter(title, ("TQE", "中学教师心理学"), parts, restart=False, explained=True)
    return Volume("国家教师资格考试标准预测试卷", (said,))


DESIGN = Design(
    "ntce_b4",
    "8K landscape mock paper: sealing line, an empty answer card, reasons in three columns",
    _compose,
    wears=("copy+bleed", "photo"),
)
