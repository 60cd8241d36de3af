"""Handbook set by Typst: chapters run on, keys as three-line tables without upright rules."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title,
            (exam, subject),
            [
                ("单项选择题", draw.take("SCQ", 20, subject=subject)),
                ("多项选择题", draw.take("MAQ", 8, subject=subject)),
                ("简答题", draw.take("QA:short", 1, subject=subject)),
            ],
            restart=False,
        )
        for title, exam, subject in (
            ("第五章　教育心理学", "GEE", "教育心理学"),
            ("第六章　心理统计学", "GEE", "心理统计与测量"),
        )
    )
    return Volume("心理学考研手册", chapters)


DESIGN = Design(
    "handbook",
    "32K handbook set by Typst: running chapters, keys as three-line tables",
    _compose,
    wears=("copy", "photo", "flatbed+pencil"),
)
