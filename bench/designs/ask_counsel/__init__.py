"""A counsellor exercise book: options with round brackets, answer and explanation in a
tinted box under each question.
"""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    parts = [("单项选择题", _part("S")), ("多项选择题", _part("M"))]
    said = chapter("心理咨询技能", ("PCE", "心理咨询师二级"), parts, restart=False, explained=True)
    return Volume("国家职业资格考试心理咨询师（二级）习题与精解", (said,))


DESIGN = Design(
    "ask_counsel",
    "counsellor exercises in one column: answer, explanation in a grey box under each question",
    _compose,
    wears=("flatbed", "photo"),
)
