"""Mock paper for self-taught higher education with score boxes, key with points behind it."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)

HEADS = (
    ("单项选择题（本大题共12小题，每小题3分，共36分）", "单"),
    ("名词解释题（本大题共4小题，每小题4分，共16分）", "名"),
    ("简答题（本大题共4小题，每小题6分，共24分）", "简"),
    ("论述题（本大题共2小题，每小题12分，共24分）", "论"),
)


def _compose(_: Draw) -> Volume:
    paper = chapter(
        "发展与教育心理学标准预测试卷（四）",
        ("SSE", "教育类发展与教育心理学"),
        [(head, _part(part)) for head, part in HEADS],
        restart=False,
    )
    return Volume("全国高等教育自学考试标准预测试卷", (paper,))


DESIGN = Design(
    "juniper",
    "self-taught education mock paper with score boxes, the key with points behind it",
    _compose,
    wears=("copy", "photo", "flatbed"),
)
