"""A mock paper of the self-study examinations on landscape sheets of three columns."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts, own_texts

_part = own_parts(__file__)
TEXTS = own_texts(__file__)


def _compose(_: Draw) -> Volume:
    names = ("单项选择题", "填空题", "名词解释题", "简答题", "论述题")
    parts = [(name, _part(k)) for name, k in zip(names, "SFNJL", strict=True)]
    said = chapter("社会心理学（一）", ("SSE", "教育类教育心理学"), parts, restart=False)
    return Volume("高等教育自学考试全真模拟演练（三）", (said,), {"code": "03519"})


DESIGN = Design(
    "three_col",
    "self-study mock paper in three columns on landscape sheets: choices, blanks, terms, "
    "answers at the end",
    _compose,
    wears=("copy", "photo"),
)
