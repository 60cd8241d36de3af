"""Chapter exercises for the teachers' certificate, key and explanations behind each chapter."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)

HEADS = (
    ("单项选择题", "单"),
    ("判断题", "判"),
    ("简答题", "简"),
    ("材料分析题", "材"),
)


def _compose(_: Draw) -> Volume:
    said = tuple(
        chapter(
            title,
            ("TQE", "小学教师心理学"),
            [(head, _part(f"{at}{part}")) for head, part in HEADS],
            restart=False,
            explained=True,
        )
        for at, title in (
            (1, "第三章　小学生的学习心理"),
            (2, "第四章　小学生的心理发展与个别差异"),
        )
    )
    return Volume("小学教育心理学章节题库", said)


DESIGN = Design(
    "yinxing",
    "chapter exercises for the teachers' certificate, the key behind each chapter in two columns",
    _compose,
    wears=("flatbed", "copy", "photo"),
)
