"""Collected past papers, A5: options run on in lines, answers with reasons after the paper."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title,
            ("TQE", subject),
            [
                (
                    "一、单项选择题（下列各题的备选答案中，只有一项符合题意）",
                    draw.take("SCQ", 16, subject=subject),
                ),
                ("二、多项选择题", draw.take("MAQ", 6, subject=subject)),
                ("三、简答题", draw.take("QA:short", 2, subject=subject)),
            ],
            restart=False,
            explained=True,
        )
        for title, subject in (
            ("2016年教育心理学真题", "小学教师心理学"),
            ("2017年教育心理学真题", "中学教师心理学"),
        )
    )
    return Volume("历年真题详解", chapters)


DESIGN = Design(
    "past_papers",
    "A5 past papers, options run on, reasons after each paper",
    _compose,
    wears=("copy", "photo"),
)
