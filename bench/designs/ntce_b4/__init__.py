"""Folded 8K mock paper: sealing line, an empty answer card inside, reasons in three columns."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


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
