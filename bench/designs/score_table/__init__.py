"""A recruitment paper with materials, an empty answer card, answers in a table with scores."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    parts = [
        ("一、单项选择题", _part("S")),
        ("二、辨析题", _part("J")),
        ("三、简答题", _part("Q")),
        ("四、材料分析题", _part("C")),
    ]
    title = "教育心理学（中学）模拟试卷（三）"
    said = chapter(title, ("TQE", "中学教师心理学"), parts, restart=False)
    return Volume("教师招聘考试全真模拟试卷", (said,))


DESIGN = Design(
    "score_table",
    "A4 with score boxes and materials, an empty answer card, a ruled table of answers",
    _compose,
    wears=("copy+stamp", "flatbed"),
)
