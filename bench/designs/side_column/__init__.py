"""Questions in the wide column, answers and remarks beside them in a tinted narrow one."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts, own_texts

_part = own_parts(__file__)
TEXTS = own_texts(__file__)


def _compose(_: Draw) -> Volume:
    parts = [("单项选择题", _part("S")), ("多项选择题", _part("M")), ("简答题", _part("J"))]
    said = chapter("情绪、意志与人格", ("GEE", "普通心理学"), parts, restart=False, explained=True)
    return Volume("普通心理学同步辅导与习题详解", (said,))


DESIGN = Design(
    "side_column",
    "questions in a wide column, answer and remark beside each in a tinted narrow column, "
    "side tabs, a QR box",
    _compose,
    wears=("flatbed", "photo"),
)
