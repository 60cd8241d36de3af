"""A national graduate examination paper: choices, multiple choices, short answers, a problem
on a study.
"""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts, own_texts

_part = own_parts(__file__)
TEXTS = own_texts(__file__)


def _compose(_: Draw) -> Volume:
    names = ("单项选择题", "多项选择题", "简答题", "综合题")
    parts = [(name, _part(k)) for name, k in zip(names, "SMJZ", strict=True)]
    said = chapter("心理学专业基础综合试题", ("GEE", "实验心理学"), parts, restart=False)
    facts = {row["case"]: row["material"] for row in TEXTS["question"] if "case" in row}
    return Volume("全国硕士研究生招生考试模拟试题", (said,), facts)


DESIGN = Design(
    "unified_exam",
    (
        "national graduate examination paper: options without brackets, key in a ruled table, "
        "points for the written parts"
    ),
    _compose,
    wears=("flatbed", "photo"),
)
