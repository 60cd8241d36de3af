"""A college's final paper on folded A3 sheets with a sealed line, and its marking key."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts, own_texts

_part = own_parts(__file__)
TEXTS = own_texts(__file__)


def _compose(_: Draw) -> Volume:
    names = ("单项选择题", "填空题", "判断题", "名词解释", "简答题", "材料分析题")
    parts = [(name, _part(k)) for name, k in zip(names, "SFTNJC", strict=True)]
    said = chapter("普通心理学", ("SSE", "教育类教育心理学"), parts, restart=False)
    return Volume("2023—2024学年第一学期期末考试试卷（A卷）", (said,), {"school": "江州师范学院"})


DESIGN = Design(
    "term_final",
    "final paper on landscape A3 with two columns and a sealed line; answers and marking on "
    "the last sheet",
    _compose,
    wears=("copy", "photo"),
)
