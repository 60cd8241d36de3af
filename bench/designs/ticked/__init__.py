"""Answers marked in print: √ behind right options, judgements in a table with 对 and 错 columns."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    parts = [
        ("一、单选题（√为正确答案）", draw.take("SCQ", 26, subject="医学类心理卫生与心理辅导")),
        ("二、多选题（√为正确答案）", draw.take("MAQ", 10, subject="医学类心理卫生与心理辅导")),
        ("三、判断题（在相应的栏内画√）", draw.take("TF", 16)),
    ]
    title = "心理卫生知识竞赛题库"
    said = chapter(title, ("SSE", "医学类心理卫生与心理辅导"), parts)
    return Volume(title, (said,))


DESIGN = Design(
    "ticked",
    "A4 contest bank: right options carry a printed √, judgements in a table 对|错",
    _compose,
    wears=("copy", "flatbed", "photo"),
)
