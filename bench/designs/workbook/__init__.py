"""B5 workbook: chapters of four sections, key tables 题号/答案, and keys in three columns."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    places = (
        ("第一章　普通心理学", "GEE", "普通心理学"),
        ("第二章　发展心理学", "GEE", "发展心理学"),
    )
    chapters = [
        chapter(
            title,
            (exam, subject),
            [
                ("一、单项选择题", draw.take("SCQ", 22, subject=subject)),
                ("二、多项选择题", draw.take("MAQ", 8, subject=subject)),
                ("三、名词解释", draw.take("QA:term", 2, subject=subject)),
            ],
        )
        for title, exam, subject in places
    ]
    return Volume("心理学同步练习册", tuple(chapters))


DESIGN = Design("workbook", "B5 workbook, keys as ruled tables and in three columns", _compose)
