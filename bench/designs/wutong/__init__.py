"""Past papers of a 347 entrance examination, answers and explanations behind each paper."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)

HEADS = (
    ("单项选择题（每小题3分，共15分）", "单"),
    ("多项选择题（每小题4分，共8分）", "多"),
    ("名词解释（每小题5分，共10分）", "名"),
    ("简答题（共15分）", "简"),
    ("论述题（共30分）", "论"),
)


def _compose(_: Draw) -> Volume:
    said = tuple(
        chapter(
            f"江州师范大学{year}年硕士研究生入学考试试题",
            ("GEE", "普通心理学"),
            [(head, _part(f"{at}{part}")) for head, part in HEADS],
            explained=True,
        )
        for at, year in ((1, "2017"), (2, "2018"))
    )
    return Volume("347心理学专业综合历年真题与详解", said)


DESIGN = Design(
    "wutong",
    "past papers of a 347 entrance examination, answers and explanations behind each paper",
    _compose,
    wears=("copy", "flatbed", "photo"),
)
