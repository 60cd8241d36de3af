"""A college final examination: a sealed margin, score boxes beside the headings, a marking
guide behind.
"""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts, own_texts

_part = own_parts(__file__)
TEXTS = own_texts(__file__)


def _compose(_: Draw) -> Volume:
    names = ("单项选择题", "填空题", "判断题", "名词解释", "简答题", "案例分析题")
    parts = [(name, _part(k)) for name, k in zip(names, "SFTMJC", strict=True)]
    said = chapter("消费心理学", ("SSE", "经济类消费心理学"), parts)
    facts = {row["case"]: row["material"] for row in TEXTS["question"] if "case" in row}
    return Volume("消费心理学期末考试试卷（A卷）", (said,), facts)


DESIGN = Design(
    "folio_final",
    (
        "college final paper with score boxes and points, one numbering a section; the "
        "marking guide follows the paper"
    ),
    _compose,
    wears=("copy", "flatbed"),
)
