"""Two-column exercises by unit; at the end per unit a table of 题号|答案 pairs read downwards."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title,
            (exam, subject),
            [
                ("选择题", draw.take("SCQ", 23, subject=subject)),
                ("不定项选择题", draw.take("MAQ", 6, subject=subject)),
            ],
            restart=False,
        )
        for title, exam, subject in (
            ("第一单元　学生心理", "TQE", "中学教师心理学"),
            ("第二单元　测量基础", "GEE", "心理统计与测量"),
            ("第三单元　毕生发展", "GEE", "发展心理学"),
        )
    )
    return Volume("心理学分单元训练", chapters)


DESIGN = Design(
    "pair_table",
    "two columns, unit by unit; at the end tables of number and answer pairs read downwards",
    _compose,
    wears=("flatbed", "copy", "photo"),
)
