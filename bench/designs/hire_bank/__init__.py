"""A question bank for teacher recruitment: the answer inside the bracket in red, an
explanation below.
"""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts, own_texts

_part = own_parts(__file__)
TEXTS = own_texts(__file__)


def _compose(_: Draw) -> Volume:
    parts = [("单项选择题", _part("S")), ("多项选择题", _part("M")), ("判断题", _part("T"))]
    said = chapter(
        "学习心理与教学", ("TQE", "中学教师心理学"), parts, restart=False, explained=True
    )
    return Volume("教师招聘考试高频考点题库", (said,), {"part": "教育心理学"})


DESIGN = Design(
    "hire_bank",
    "teacher recruitment bank in black and red: answers printed in the brackets, explanation "
    "under each question",
    _compose,
    wears=("flatbed", "photo"),
)
