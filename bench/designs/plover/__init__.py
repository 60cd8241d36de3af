"""Mock papers for the postgraduate entrance, every question with its key and reason below it."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)

HEADS = (
    (
        "单项选择题：第1～12小题，每小题2分，共24分。下列每题给出的四个选项中，只有一个选项符合试题要求。",
        "单",
    ),
    (
        "多项选择题：第13～17小题，每小题3分，共15分。下列每题给出的四个选项中，至少有两个选项符合试题要求。多选、少选或错选均不得分。",
        "多",
    ),
    ("简答题：第18～20小题，每小题10分，共30分。", "简"),
    ("综合题：第21～22小题，每小题30分，共60分。", "综"),
)


def _compose(_: Draw) -> Volume:
    paper = chapter(
        "普通心理学专项模拟试题（三）",
        ("GEE", "普通心理学"),
        [(head, _part(part)) for head, part in HEADS],
        restart=False,
        explained=True,
    )
    return Volume("心理学专业基础综合（312）模拟试题与详解", (paper,))


DESIGN = Design(
    "plover",
    "mock paper for the postgraduate entrance, key and reason right below each question",
    _compose,
    wears=("flatbed", "copy", "photo"),
)
