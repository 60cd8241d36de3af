"""Self-taught mock paper, reference answers with marks and marking notes at the back."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)

HEADS = (
    ("单项选择题（本大题共10小题，每小题2分，共20分）", "单"),
    ("多项选择题（本大题共4小题，每小题4分，共16分）", "多"),
    ("名词解释题（本大题共3小题，每小题4分，共12分）", "名"),
    ("简答题（本大题共3小题，每小题8分，共24分）", "简"),
    ("论述题（本大题共2小题，每小题14分，共28分）", "论"),
)


def _compose(_: Draw) -> Volume:
    paper = chapter(
        "全真模拟试卷（三）",
        ("SSE", "医学类心理卫生与心理辅导"),
        [(head, _part(part)) for head, part in HEADS],
        restart=False,
    )
    return Volume("心理卫生与心理辅导", (paper,))


DESIGN = Design(
    "hawthorn",
    "self-taught mock paper, reference answers with marks and marking notes at the back",
    _compose,
    wears=("copy", "flatbed", "photo"),
)
